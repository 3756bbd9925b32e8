import type { Role } from '@portal/contract/permissions';
import type { UserScope } from '../../access/people-scope.ts';
import { usersWithin } from '../../access/scope-sql.ts';
import { runSql } from '../../listing/run-sql.ts';
import { sql } from '../../listing/sql.ts';
import type { Database } from '../../platform/database.ts';

/** Returns groups by id, with the portal's own names. */
export async function findGroupsById(
  db: Database,
  ids: readonly string[],
): Promise<Map<string, { id: string; type: Role; name: string }>> {
  const groups = await db.selectFrom('groups').select(['id', 'type', 'name']).where('id', 'in', ids).execute();
  return new Map(groups.map((group) => [group.id, group]));
}

/** Returns which of the customers exist. */
export async function findCustomerIds(db: Database, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const customers = await db.selectFrom('customers').select('id').where('id', 'in', ids).execute();
  return new Set(customers.map(({ id }) => id));
}

export type NewUser = {
  email: string;
  fullName: string | null;
  groupId: string;
  customerId: string | null;
  expiresAt: string | null;
  /** Absent while the user is pending, until an invitation is accepted. */
  passwordHash?: string;
};

/**
 * Inserts users and returns their ids by address, without those whose address is in use. A suppressed user can exist
 * beside the account that has the address.
 */
export async function insertUsers(
  db: Database,
  users: readonly NewUser[],
  now: Date,
  { suppressed = false } = {},
): Promise<Map<string, string>> {
  if (users.length === 0) return new Map();
  const rows = users.map((user) => ({
    email: user.email,
    full_name: user.fullName,
    status: user.passwordHash === undefined ? 0 : 1,
    group_id: user.groupId,
    customer_id: user.customerId,
    password_hash: user.passwordHash ?? null,
    expires_at: user.expiresAt,
    created_at: now,
    updated_at: now,
    suppressed,
  }));
  const inserted = await db
    .insertInto('users')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'email'])
    .execute();
  return new Map(inserted.map(({ id, email }) => [email, id]));
}

/** Returns which of the addresses belong to users in scope, active or pending. */
export async function findAddressesWithin(
  scope: UserScope,
  db: Database,
  emails: readonly string[],
): Promise<Set<string>> {
  const within = usersWithin(scope) ?? sql`true`;
  const statement = sql`select users.email from users where users.email = any(${emails}) and ${within}`;
  return new Set((await runSql<{ email: string }>(db, statement)).map(({ email }) => email));
}
