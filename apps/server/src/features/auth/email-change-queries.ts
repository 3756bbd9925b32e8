import type { Database } from '../../platform/database.ts';

/** An email change that awaits confirmation. `userId` is the account that will get the address. */
export type EmailChange = { userId: string; email: string; codeHash: Buffer; expiresAt: Date };

const noChange = { pending_email: null, pending_email_code_hash: null, pending_email_expires_at: null };

/** Stores the change and replaces any pending change of the user. */
export async function writeEmailChange(transaction: Database, change: EmailChange): Promise<void> {
  await transaction
    .updateTable('users')
    .set({
      pending_email: change.email,
      pending_email_code_hash: change.codeHash,
      pending_email_expires_at: change.expiresAt,
    })
    .where('id', '=', change.userId)
    .execute();
}

/** Deletes an unconfirmed change. */
export async function deleteEmailChange(transaction: Database, userId: string): Promise<void> {
  await transaction.updateTable('users').set(noChange).where('id', '=', userId).execute();
}

/** Returns the unexpired change with this code: its user and the new address. */
export async function findEmailChange(
  db: Database,
  codeHash: Buffer,
  now: Date,
): Promise<{ userId: string; email: string } | undefined> {
  const found = await db
    .selectFrom('users')
    .select(['id as userId', 'pending_email as email'])
    .where('pending_email_code_hash', '=', codeHash)
    .where('pending_email_expires_at', '>', now.toISOString())
    .where('status', '=', 1)
    .executeTakeFirst();
  if (found === undefined || found.email === null) return undefined;
  return { userId: found.userId, email: found.email };
}

/** Makes the pending address the user's own. Throws a duplicate error if another user has it. */
export async function applyEmailChange(
  transaction: Database,
  { userId, email }: { userId: string; email: string },
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('users')
    .set({ email, updated_at: now, ...noChange })
    .where('id', '=', userId)
    .execute();
}
