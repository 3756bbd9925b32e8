import { isActiveAt } from '../../access/scope-sql.ts';
import type { Database } from '../../platform/database.ts';
import { runSql, type Sql, sql } from '../../platform/sql.ts';

/** A user who may sign in. */
export type Account = {
  id: string;
  email: string;
  fullName: string | null;
  customerId: string | null;
  passwordHash: string | null;
};

/** The active, unexpired user of an address. */
export function findAccount(db: Database, email: string, now: Date): Promise<Account | undefined> {
  return findActive(db, sql`email = ${email}`, now);
}

/** The active, unexpired user of an id. */
export function findAccountById(db: Database, id: string, now: Date): Promise<Account | undefined> {
  return findActive(db, sql`id = ${id}`, now);
}

async function findActive(db: Database, condition: Sql, now: Date): Promise<Account | undefined> {
  const statement = sql`select id, email, full_name as "fullName", customer_id as "customerId",
      password_hash as "passwordHash"
    from users where ${condition} and not suppressed and ${isActiveAt(now.toISOString())}`;
  return (await runSql<Account>(db, statement))[0];
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
