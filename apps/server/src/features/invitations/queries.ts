import type { Invitation } from '@portal/contract/invitations';
import type pg from 'pg';
import type { GroupScope, UserScope } from '../../access/people-scope.ts';
import { isUnexpired, usersWithin } from '../../access/scope-sql.ts';
import type { Database } from '../../platform/database.ts';
import { all, pageAfter, runPrepared, runSql, type Sql, sql } from '../../platform/sql.ts';

/** An invitation with the current state of its user, group and customer. */
export type InvitationRow = Omit<Invitation, 'fullName' | 'status'> & {
  fullName: string | null;
  /** Status of the user: 0 pending, 1 active. */
  status: number;
  /** Whether an account outside the inviter's scope has the address, so that no mail is sent. */
  suppressed: boolean;
};

/** Which page of invitations, or of those only that could be accepted at an instant (ISO 8601). */
export type WantedInvitations = { after: string | undefined; openAt?: string };

/** Returns a page of the invitations in scope, the latest first, with the caller's group labels. */
export async function findInvitations(
  scope: UserScope,
  words: GroupScope,
  pool: pg.Pool,
  { after, openAt }: WantedInvitations,
): Promise<InvitationRow[]> {
  const condition = openAt === undefined ? sql`true` : isOpenAt(openAt);
  const list = invitations(scope, sql`${words.labelsOfCustomer}`, condition);
  return runPrepared<InvitationRow>(pool, pageAfter(list, sql`users.id`, after, sql`"createdAt" desc, id`));
}

/** The opposite of `isOver` in wording.ts. */
function isOpenAt(at: string): Sql {
  return all([sql`users.status = 0`, isUnexpired('invitations.expires_at', at), isUnexpired('users.expires_at', at)]);
}

/** Returns one invitation in scope, with the caller's group labels. */
export async function findInvitation(
  scope: UserScope,
  words: GroupScope,
  db: Database,
  id: string,
): Promise<InvitationRow | undefined> {
  const statement = invitations(scope, sql`${words.labelsOfCustomer}`, sql`users.id = ${id}`);
  return (await runSql<InvitationRow>(db, statement))[0];
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
    select users.id, users.email, users.full_name as "fullName", users.status, users.suppressed,
      users.group_id as "groupId", coalesce(group_names.name, groups.name) as "groupName",
      users.customer_id as "customerNetsuiteId", customers.name as "customerName",
      -- Not for people of a company that the invited user no longer belongs to.
      case when ${isKnownThere} then invitations.invited_by_name end as "invitedBy",
      invitations.created_at as "createdAt", invitations.expires_at as "expiresAt", users.expires_at as "accessEndsAt"
    from invitations
    join users on users.id = invitations.user_id
    join groups on groups.id = users.group_id
    left join group_names on group_names.group_id = groups.id and group_names.customer_id = ${labelsOfCustomer}
    left join customers on customers.id = users.customer_id
    left join users inviter on inviter.id = invitations.invited_by
    left join groups inviter_group on inviter_group.id = inviter.group_id
    where ${condition} and ${usersWithin(scope) ?? sql`true`}`;
}

export async function findGuestGroupId(db: Database): Promise<string> {
  const found = await db
    .selectFrom('groups')
    .select('id')
    .where('type', '=', 'customer_guest')
    .executeTakeFirstOrThrow();
  return found.id;
}

/** Ends the suppression of a pending user if no other account has its address any more. */
export async function releaseAddress(transaction: Database, userId: string): Promise<void> {
  await transaction
    .updateTable('users')
    .set({ suppressed: false })
    .where('id', '=', userId)
    .where('suppressed', '=', true)
    .where(({ not, exists, selectFrom }) => {
      const others = selectFrom('users as other').whereRef('other.email', '=', 'users.email');
      return not(exists(others.select('other.id').where('other.suppressed', '=', false)));
    })
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
