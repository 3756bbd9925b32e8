import type { Role } from '@portal/contract/permissions';
import type { Database } from '../../platform/database.ts';

/** A group by its id, under the portal's own name for it. */
export async function findGroupById(
  db: Database,
  id: string,
): Promise<{ id: string; type: Role; name: string } | undefined> {
  return db.selectFrom('groups').select(['id', 'type', 'name']).where('id', '=', id).executeTakeFirst();
}

export async function hasCustomer(db: Database, id: string): Promise<boolean> {
  const found = await db.selectFrom('customers').select('id').where('id', '=', id).executeTakeFirst();
  return found !== undefined;
}

export type NewUser = {
  email: string;
  fullName: string | null;
  groupId: string;
  customerId: string | null;
  expiresAt: string | null;
  /** Absent: the user is pending, until an invitation is accepted. */
  passwordHash?: string;
};

/** Inserts a user and returns its id; undefined when the address is in use. */
export async function insertUser(db: Database, user: NewUser, now: Date): Promise<string | undefined> {
  const inserted = await db
    .insertInto('users')
    .values({
      email: user.email,
      full_name: user.fullName,
      status: user.passwordHash === undefined ? 0 : 1,
      group_id: user.groupId,
      customer_id: user.customerId,
      password_hash: user.passwordHash ?? null,
      expires_at: user.expiresAt,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('email').where('suppressed', '=', false).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}
