import type { Database } from '../../platform/database.ts';

/** A reset link; only the SHA-256 of its code is stored. */
export type NewReset = { userId: string; email: string; codeHash: Buffer; createdAt: Date; expiresAt: Date };

export async function insertReset(db: Database, reset: NewReset): Promise<void> {
  await db
    .insertInto('password_resets')
    .values({
      code_hash: reset.codeHash,
      user_id: reset.userId,
      email: reset.email,
      created_at: reset.createdAt,
      expires_at: reset.expiresAt,
    })
    .execute();
}

/** Returns the unexpired, unused reset link with this code. */
export async function findReset(
  db: Database,
  codeHash: Buffer,
  now: Date,
): Promise<{ userId: string; email: string } | undefined> {
  return db
    .selectFrom('password_resets')
    .select(['user_id as userId', 'email'])
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
}

/**
 * Uses a reset link and removes all others of its account; returns false if it was already used or had expired. A
 * single statement ensures that concurrent requests set only one password. Requests with different links of one account
 * must first take `lockUser`.
 */
export async function spendReset(
  transaction: Database,
  reset: { userId: string; codeHash: Buffer },
  now: Date,
): Promise<boolean> {
  const spent = await transaction
    .deleteFrom('password_resets')
    .where('user_id', '=', reset.userId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('password_resets as own')
          .select('own.user_id')
          .where('own.user_id', '=', reset.userId)
          .where('own.code_hash', '=', reset.codeHash)
          .where('own.expires_at', '>', now.toISOString()),
      ),
    )
    .returning('user_id')
    .execute();
  return spent.length > 0;
}

/** Sets an account's password and ends all of its sessions except `keptSessionId`. */
export async function replacePassword(
  transaction: Database,
  userId: string,
  passwordHash: string,
  now: Date,
  keptSessionId: string | undefined,
): Promise<void> {
  await transaction
    .updateTable('users')
    .set({ password_hash: passwordHash, updated_at: now })
    .where('id', '=', userId)
    .execute();
  const sessions = transaction.deleteFrom('sessions').where('user_id', '=', userId);
  await (keptSessionId === undefined ? sessions : sessions.where('id', '<>', keptSessionId)).execute();
}

/** Invalidates all reset links of an account. */
export async function dropResets(transaction: Database, userId: string): Promise<void> {
  await transaction.deleteFrom('password_resets').where('user_id', '=', userId).execute();
}
