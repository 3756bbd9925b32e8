import type pg from 'pg';
import type { GroupScope, UserScope } from '../../access/people-scope.ts';
import { usersWithin } from '../../access/scope-sql.ts';
import type { Database } from '../../platform/database.ts';
import { runPrepared, runSql, type Sql, sql } from '../../platform/sql.ts';

/** An invitation with the current state of its user, group and customer. */
export type InvitationRow = {
  id: string;
  email: string;
  full_name: string | null;
  /** Status of the user: 0 pending, 1 active. */
  status: number;
  /** Whether an account outside the inviter's scope has the address, so that no mail is sent. */
  suppressed: boolean;
  group_id: string;
  group_name: string;
  customer_id: string | null;
  customer_name: string | null;
  /** Null if the inviter is of a company that the invited user no longer belongs to. */
  invited_by_name: string | null;
  created_at: string;
  /** Expiration of the latest link. */
  expires_at: string;
  access_ends_at: string | null;
};

/**
 * Returns the invitations in scope, the latest first, with the caller's group labels; optionally only those of pending
 * users.
 */
export async function findInvitations(
  scope: UserScope,
  words: GroupScope,
  pool: pg.Pool,
  { pending = false } = {},
): Promise<InvitationRow[]> {
  const condition = pending ? sql`users.status = 0` : sql`true`;
  return runPrepared<InvitationRow>(pool, invitations(scope, sql`${words.labelsOfCustomer}`, condition));
}

/** Returns one invitation in scope, with the caller's group labels. */
export async function findInvitation(
  scope: UserScope,
  words: GroupScope,
  db: Database,
  id: string,
): Promise<InvitationRow | undefined> {
  return (
    await runSql<InvitationRow>(db, invitations(scope, sql`${words.labelsOfCustomer}`, sql`users.id = ${id}`))
  )[0];
}

/** Returns invitations in scope for mails to the invited people, with their own company's group labels. */
export async function findInvited(scope: UserScope, db: Database, ids: readonly string[]): Promise<InvitationRow[]> {
  return runSql<InvitationRow>(db, invitations(scope, sql`users.customer_id`, sql`users.id = any(${ids})`));
}

/** Reads the user's current row, so that edits after the invitation apply. */
function invitations(scope: UserScope, labelsOfCustomer: Sql, condition: Sql): Sql {
  const isKnownThere = sql`coalesce(inviter.customer_id = users.customer_id or inviter.customer_id is null
    or inviter_group.type in ('admin', 'member'), true)`;
  return sql`
    select users.id, users.email, users.full_name, users.status, users.suppressed, users.group_id,
      coalesce(group_names.name, groups.name) as group_name, users.customer_id, customers.name as customer_name,
      case when ${isKnownThere} then invitations.invited_by_name end as invited_by_name, invitations.created_at, invitations.expires_at, users.expires_at as access_ends_at
    from invitations
    join users on users.id = invitations.user_id
    join groups on groups.id = users.group_id
    left join group_names on group_names.group_id = groups.id and group_names.customer_id = ${labelsOfCustomer}
    left join customers on customers.id = users.customer_id
    left join users inviter on inviter.id = invitations.invited_by
    left join groups inviter_group on inviter_group.id = inviter.group_id
    where ${condition} and ${usersWithin(scope) ?? sql`true`}
    order by invitations.created_at desc, users.id
    limit 10000`;
}

export async function findGuestGroupId(db: Database): Promise<string> {
  const found = await db
    .selectFrom('groups')
    .select('id')
    .where('type', '=', 'customer_guest')
    .executeTakeFirstOrThrow();
  return found.id;
}

/** `expiresAt` is the expiration of the first link. */
export type NewInvitation = {
  invitedBy: { id: string; name: string };
  createdAt: Date;
  expiresAt: Date;
};

export async function insertInvitations(
  transaction: Database,
  userIds: readonly string[],
  { invitedBy, createdAt, expiresAt }: NewInvitation,
): Promise<void> {
  if (userIds.length === 0) return;
  const invitation = {
    invited_by: invitedBy.id,
    invited_by_name: invitedBy.name,
    created_at: createdAt,
    expires_at: expiresAt,
  };
  const rows = userIds.map((user_id) => ({ user_id, ...invitation }));
  await transaction.insertInto('invitations').values(rows).execute();
}

/** Ends the suppression of a pending user if no other account has its address any more. */
export async function releaseAddress(transaction: Database, userId: string): Promise<void> {
  await transaction
    .updateTable('users')
    .set({ suppressed: false })
    .where('id', '=', userId)
    .where('suppressed', '=', true)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('users as other')
            .select('other.id')
            .whereRef('other.email', '=', 'users.email')
            .where('other.suppressed', '=', false),
        ),
      ),
    )
    .execute();
}

/** Stores the expiration of the latest link. */
export async function prolongInvitation(transaction: Database, userId: string, expiresAt: Date): Promise<void> {
  await transaction.updateTable('invitations').set({ expires_at: expiresAt }).where('user_id', '=', userId).execute();
}

/** Deletes a user that is still pending, together with its invitation. */
export async function deletePendingUser(transaction: Database, userId: string): Promise<void> {
  await transaction.deleteFrom('users').where('id', '=', userId).where('status', '=', 0).execute();
}
