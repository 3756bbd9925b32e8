import type { PasswordChange } from '../../jobs/mail/portal-mail.ts';
import type { Outbox } from '../../jobs/send-mail.ts';
import type { Database } from '../../platform/database.ts';
import { endAttempts } from './attempt-queries.ts';
import { dropResets, replacePassword } from './password-reset-queries.ts';

/**
 * Sets a new password in the caller's transaction, which has locked the user. Ends any sign-in in progress, the reset
 * links and all sessions except `keptSessionId`, and mails the owner a notice that says how the password was changed.
 */
export async function changePassword(
  { outbox, publicUrl }: { outbox: Outbox; publicUrl: string },
  transaction: Database,
  account: { id: string; email: string; fullName: string | null },
  change: { passwordHash: string; by: PasswordChange; now: Date; keptSessionId?: string },
): Promise<void> {
  const { passwordHash, by, now, keptSessionId } = change;
  // Ends sign-ins before sessions: a sign-in that completes concurrently is either ended here or has already opened its
  // session.
  await endAttempts(transaction, account.id, now);
  await replacePassword(transaction, account.id, passwordHash, now, keptSessionId);
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
