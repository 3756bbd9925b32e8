import type pg from 'pg';
import type { GroupScope, UserScope } from '../../access/people-scope.ts';
import { usersWithin } from '../../access/scope-sql.ts';
import { runPrepared, runSql } from '../../listing/run-sql.ts';
import { type Sql, sql } from '../../listing/sql.ts';
import type { Database } from '../../platform/database.ts';

/** An invitation with its user, its group and its customer as they are now. */
export type InvitationRow = {
  id: string;
  email: string;
  full_name: string | null;
  /** Of the user: 0 pending, 1 active. */
  status: number;
  /** An account outside the inviter's scope has the address: nothing is mailed to it. */
  suppressed: boolean;
  group_id: string;
  group_name: string;
  customer_id: string | null;
  customer_name: string | null;
  /** Null for a person of a company that the invited one is not of any more. */
  invited_by_name: string | null;
  created_at: string;
  /** When the latest link stops working. */
  expires_at: string;
  access_ends_at: string | null;
};

/** The invitations in scope, the latest first, with the groups in the words of the one who asks; of all, or of pending users. */
export async function findInvitations(
  scope: UserScope,
  words: GroupScope,
  pool: pg.Pool,
  { pending = false } = {},
): Promise<InvitationRow[]> {
  const condition = pending ? sql`users.status = 0` : sql`true`;
  return runPrepared<InvitationRow>(pool, invitations(scope, sql`${words.labelsOfCustomer}`, condition));
}

/** One invitation in scope, in the words of the one who asks. */
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

/** Invitations in scope as the invited people are told of them: the group in the words of their own company. */
export async function findInvited(scope: UserScope, db: Database, ids: readonly string[]): Promise<InvitationRow[]> {
  return runSql<InvitationRow>(db, invitations(scope, sql`users.customer_id`, sql`users.id = any(${ids})`));
}

/** What stands in the user's row is the truth: who was edited after the invitation is invited as it is now. */
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

/** `expiresAt` is when the first link stops working. */
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

/** Ends the suppression of a pending user whose address no other account has any more. */
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

/** Tells until when the latest link works. */
export async function prolongInvitation(transaction: Database, userId: string, expiresAt: Date): Promise<void> {
  await transaction.updateTable('invitations').set({ expires_at: expiresAt }).where('user_id', '=', userId).execute();
}

/** Makes others who want to accept, resend or revoke the same invitation wait until this transaction has ended. */
export async function lockInvited(transaction: Database, userId: string): Promise<void> {
  await transaction.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
}

/** Removes a user that is still pending, and its invitation with it. */
export async function deletePendingUser(transaction: Database, userId: string): Promise<void> {
  await transaction.deleteFrom('users').where('id', '=', userId).where('status', '=', 0).execute();
}
