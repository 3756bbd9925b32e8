import type { PasswordChange } from '../../jobs/mail/portal-mail.ts';
import type { Outbox } from '../../jobs/send-mail.ts';
import type { Database } from '../../platform/database.ts';
import { endAttempts } from './attempt-queries.ts';

/**
 * Sets a new password in the caller's transaction, which has locked the user. Ends any sign-in attempt, the reset
 * links and all sessions except `keptSessionId`, and mails the owner a notice that says how the password was changed.
 */
export async function replacePasswordAndEndSessions(
  { outbox, publicUrl }: { outbox: Outbox; publicUrl: string },
  transaction: Database,
  account: { id: string; email: string; fullName: string | null },
  change: { passwordHash: string; by: PasswordChange; now: Date; keptSessionId?: string },
): Promise<void> {
  const { passwordHash, by, now, keptSessionId } = change;
  await endAttempts(transaction, account.id, now);
  await transaction
    .updateTable('users')
    .set({ password_hash: passwordHash, updated_at: now })
    .where('id', '=', account.id)
    .execute();
  const sessions = transaction.deleteFrom('sessions').where('user_id', '=', account.id);
  await (keptSessionId === undefined ? sessions : sessions.where('id', '<>', keptSessionId)).execute();
  await dropResets(transaction, account.id);
  await outbox.post(transaction, {
    kind: 'password-changed',
    to: account.email,
    name: account.fullName,
    by,
    at: now.toISOString(),
    forgotPasswordUrl: `${publicUrl}/forgot-password`,
  });
}

/** Invalidates all reset links of an account. */
export async function dropResets(transaction: Database, userId: string): Promise<void> {
  await transaction.deleteFrom('password_resets').where('user_id', '=', userId).execute();
}
