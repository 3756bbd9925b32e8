import type { Role } from '@portal/contract/permissions';
import type { Database } from '../platform/database.ts';
import { notFound } from '../platform/errors.ts';
import { all, runSql, sql } from '../platform/sql.ts';
import { assertStillAuthorized } from './assert-still-authorized.ts';
import type { CurrentUser } from './current-user.ts';
import { administeredUsers, type UserScope } from './people-scope.ts';
import { usersWithin } from './scope-sql.ts';

/** A user as stored. */
export type StoredUser = {
  id: string;
  email: string;
  fullName: string | null;
  /** 1 active, 0 pending. */
  status: number;
  role: Role | null;
  groupId: string | null;
  customerId: string | null;
  parentId: string | null;
  expiresAt: string | null;
  version: number;
};

/** Re-checks the caller's rights, then reads and locks a user that it may administer; 404 for any other id. */
export async function lockAdministered(
  transaction: Database,
  currentUser: CurrentUser,
  id: string,
): Promise<StoredUser> {
  await assertStillAuthorized(transaction, currentUser);
  const user = await lockUser(administeredUsers(currentUser), transaction, id);
  if (user === undefined) throw notFound('There is no such user.');
  return user;
}

/**
 * Reads a user in scope and locks it until the end of the transaction. Both steps of a sign-in, edits, new passwords,
 * assignments, and acceptance or revocation of an invitation call this before they lock anything that belongs to the user.
 * A deletion locks in the same order, so they do not deadlock.
 */
export async function lockUser(scope: UserScope, transaction: Database, id: string): Promise<StoredUser | undefined> {
  const statement = sql`
    select id, email, full_name as "fullName", status, group_id as "groupId", customer_id as "customerId",
      parent_id as "parentId", expires_at as "expiresAt", version,
      -- Not a join: after waiting for the lock, one would still compare with the old group.
      (select type from groups where groups.id = users.group_id) as role
    from users
    where ${all([sql`id = ${id}`, usersWithin(scope) ?? sql`true`])}
    for no key update`;
  return (await runSql<StoredUser>(transaction, statement))[0];
}
