import type { Database } from '../../platform/database.ts';

/** A user who may sign in. */
export type Account = {
  id: string;
  email: string;
  fullName: string | null;
  customerId: string | null;
  passwordHash: string | null;
};

/** The active, unexpired user of an address. */
export async function findAccount(db: Database, email: string, now: Date): Promise<Account | undefined> {
  return activeAccounts(db, now).where('email', '=', email).executeTakeFirst();
}

/** The active, unexpired user of an id. */
export async function findAccountById(db: Database, id: string, now: Date): Promise<Account | undefined> {
  return activeAccounts(db, now).where('id', '=', id).executeTakeFirst();
}

function activeAccounts(db: Database, now: Date) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'full_name as fullName', 'customer_id as customerId', 'password_hash as passwordHash'])
    .where('status', '=', 1)
    .where('suppressed', '=', false)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now.toISOString())]));
}

/** Stores a new hash of the same password, unless the password has changed in the meantime. */
export async function updatePasswordHash(db: Database, userId: string, from: string, to: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: to })
    .where('id', '=', userId)
    .where('password_hash', '=', from)
    .execute();
}
