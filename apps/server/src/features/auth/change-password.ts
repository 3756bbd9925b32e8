import type { PasswordChange } from '../../jobs/mail/portal-mail.ts';
import type { Outbox } from '../../jobs/send-mail.ts';
import type { Database } from '../../platform/database.ts';
import { endAttempts } from './attempt-queries.ts';
import { dropResets, replacePassword } from './password-reset-queries.ts';

/**
 * Sets another password for an account in the caller's transaction, which has locked the user: ends its sign-in under
 * way, its reset links and its sessions, all but `keptSessionId`, and mails its owner a notice that names how the
 * password was changed.
 */
export async function changePassword(
  { outbox, publicUrl }: { outbox: Outbox; publicUrl: string },
  transaction: Database,
  account: { id: string; email: string; fullName: string | null },
  change: { passwordHash: string; by: PasswordChange; now: Date; keptSessionId?: string },
): Promise<void> {
  const { passwordHash, by, now, keptSessionId } = change;
  // Before the sessions: a sign-in that finishes at this moment either is ended here or has opened its session.
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
