import type { StoredUser } from '../../access/lock-user.ts';
import type { UserScope } from '../../access/people-scope.ts';
import { usersWithin } from '../../access/scope-sql.ts';
import { transactionWithLock } from '../../platform/advisory-lock.ts';
import type { Database } from '../../platform/database.ts';
import { all, runSql, sql } from '../../platform/sql.ts';

/** Name of the advisory lock for changes of users and groups. */
export const peopleLock = 'people';

/**
 * Runs a transaction that changes or deletes users, or renames groups. Only one runs at a time, because its checks
 * depend on several rows: that an administrator remains, that parents form no cycle, and that group names are unique.
 * Throws 503 like `transactionWithLock`.
 */
export function changePeople<Result>(db: Database, work: (transaction: Database) => Promise<Result>): Promise<Result> {
  return transactionWithLock(db, peopleLock, work);
}

/** Returns the id of a user in scope. */
export async function findUserWithin(scope: UserScope, db: Database, id: string): Promise<string | undefined> {
  const statement = sql`
    select users.id from users where ${all([sql`users.id = ${id}`, usersWithin(scope) ?? sql`true`])}`;
  return (await runSql<{ id: string }>(db, statement))[0]?.id;
}

/** Prevents the deletion of a user until the end of the transaction; returns false if it no longer exists. */
export async function keepUser(transaction: Database, id: string): Promise<boolean> {
  return (await runSql(transaction, sql`select id from users where id = ${id} for key share`)).length > 0;
}

/** Whether `id` is `ofUser` or one of its ancestors. Such a user cannot become a child of `ofUser`. */
export async function isAmongParents(db: Database, id: string, ofUser: string): Promise<boolean> {
  const statement = sql`
    with recursive parents (id) as (
      select ${ofUser}::uuid
      union
      select users.parent_id from parents join users on users.id = parents.id
    )
    select id from parents where id = ${id}`;
  return (await runSql(db, statement)).length > 0;
}

export type UserValues = Pick<StoredUser, 'email' | 'fullName' | 'customerId' | 'parentId' | 'expiresAt' | 'groupId'>;

export async function writeUser(
  transaction: Database,
  id: string,
  values: UserValues & { suppressed?: boolean | undefined },
  isMoved: boolean,
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('users')
    .set({
      email: values.email,
      full_name: values.fullName,
      group_id: values.groupId,
      customer_id: values.customerId,
      parent_id: values.parentId,
      expires_at: values.expiresAt,
      updated_at: now,
      ...(isMoved ? { placed_at: now } : {}),
      ...(values.suppressed === undefined ? {} : { suppressed: values.suppressed }),
    })
    .where('id', '=', id)
    .execute();
}

/** Whether another user, active or pending, has this address. */
export async function isAddressTaken(db: Database, email: string, byOtherThan: string): Promise<boolean> {
  const statement = sql`select id from users where email = ${email} and not suppressed and id <> ${byOtherThan}`;
  return (await runSql(db, statement)).length > 0;
}

/** Deletes a user with its sessions, links, invitation and assignments. */
export async function removeUser(transaction: Database, id: string): Promise<void> {
  // What the deletion changes is locked in the order in which changes of files lock it (migration 0038).
  await transaction.updateTable('attachments').set({ uploaded_by: null }).where('uploaded_by', '=', id).execute();
  await transaction
    .selectFrom('order_assignments')
    .select('order_id')
    .where(({ eb, or }) => or([eb('user_id', '=', id), eb('assigned_by', '=', id)]))
    .orderBy('order_id')
    .orderBy('user_id')
    .forUpdate()
    .execute();
  await transaction.deleteFrom('users').where('id', '=', id).execute();
}

/** Ends all sessions of a user. */
export async function endSessions(transaction: Database, userId: string): Promise<void> {
  await transaction.deleteFrom('sessions').where('user_id', '=', userId).execute();
}

/** Removes a guest's access to all orders; returns how many. */
export async function dropAssignments(transaction: Database, userId: string): Promise<number> {
  const dropped = await transaction
    .deleteFrom('order_assignments')
    .where('user_id', '=', userId)
    .returning('order_id')
    .execute();
  return dropped.length;
}

/** Returns a customer's label for a group, or the portal's own name if it has none or there is no customer. */
export async function findGroupName(db: Database, groupId: string, customerId: string | null): Promise<string> {
  const found = await db
    .selectFrom('groups')
    .leftJoin('group_names', (join) =>
      join.onRef('group_names.group_id', '=', 'groups.id').on('group_names.customer_id', '=', customerId),
    )
    .select(['groups.name', 'group_names.name as own_name'])
    .where('groups.id', '=', groupId)
    .executeTakeFirstOrThrow();
  return found.own_name ?? found.name;
}
