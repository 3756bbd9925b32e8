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
  return runPrepared<InvitationRow>(pool, invitations(scope, sql`${words.wordsOf}`, condition));
}

/** One invitation in scope, in the words of the one who asks. */
export async function findInvitation(
  scope: UserScope,
  words: GroupScope,
  db: Database,
  id: string,
): Promise<InvitationRow | undefined> {
  return (await runSql<InvitationRow>(db, invitations(scope, sql`${words.wordsOf}`, sql`users.id = ${id}`)))[0];
}

/** One invitation in scope as the invited person is told of it: the group in the words of the person's own company. */
export async function findInvited(scope: UserScope, db: Database, id: string): Promise<InvitationRow | undefined> {
  return (await runSql<InvitationRow>(db, invitations(scope, sql`users.customer_id`, sql`users.id = ${id}`)))[0];
}

/** What stands in the user's row is the truth: who was edited after the invitation is invited as it is now. */
function invitations(scope: UserScope, wordsOf: Sql, condition: Sql): Sql {
  const isKnownThere = sql`coalesce(inviter.customer_id = users.customer_id or inviter.customer_id is null
    or inviter_group.type in ('admin', 'member'), true)`;
  return sql`
    select users.id, users.email, users.full_name, users.status, users.group_id,
      coalesce(group_names.name, groups.name) as group_name, users.customer_id, customers.name as customer_name,
      case when ${isKnownThere} then invitations.invited_by_name end as invited_by_name, invitations.created_at, invitations.expires_at, users.expires_at as access_ends_at
    from invitations
    join users on users.id = invitations.user_id
    join groups on groups.id = users.group_id
    left join group_names on group_names.group_id = groups.id and group_names.customer_id = ${wordsOf}
    left join customers on customers.id = users.customer_id
    left join users inviter on inviter.id = invitations.invited_by
    left join groups inviter_group on inviter_group.id = inviter.group_id
    where ${condition} and ${usersWithin(scope) ?? sql`true`}
    order by invitations.created_at desc, users.id`;
}

/** Whether anybody, active or pending, has this address. */
export async function isAddressInUse(db: Database, email: string): Promise<boolean> {
  const found = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  return found !== undefined;
}

export async function findGuestGroupId(db: Database): Promise<string> {
  const found = await db
    .selectFrom('groups')
    .select('id')
    .where('type', '=', 'customer_guest')
    .executeTakeFirstOrThrow();
  return found.id;
}

/** `expiresAt` is when its first link stops working. */
export type NewInvitation = {
  userId: string;
  invitedBy: { id: string; name: string };
  createdAt: Date;
  expiresAt: Date;
};

export async function insertInvitation(transaction: Database, invitation: NewInvitation): Promise<void> {
  await transaction
    .insertInto('invitations')
    .values({
      user_id: invitation.userId,
      invited_by: invitation.invitedBy.id,
      invited_by_name: invitation.invitedBy.name,
      created_at: invitation.createdAt,
      expires_at: invitation.expiresAt,
    })
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
