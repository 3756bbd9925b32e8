import type { Outbox } from '../../jobs/send-mail.ts';
import type { Database } from '../../platform/database.ts';
import { endAttempts } from './attempt-queries.ts';
import { dropResets, replacePassword } from './password-reset-queries.ts';

/**
 * Gives an account another password, in the caller's transaction, which has locked the user: ends its sign-in under
 * way, its sessions and its reset links, and tells its owner by mail.
 */
export async function changePassword(
  { outbox, publicUrl }: { outbox: Outbox; publicUrl: string },
  transaction: Database,
  account: { id: string; email: string; fullName: string | null },
  passwordHash: string,
  now: Date,
): Promise<void> {
  // Before the sessions: a sign-in that finishes at this moment either is ended here or has opened its session.
  await endAttempts(transaction, account.id, now);
  await replacePassword(transaction, account.id, passwordHash, now);
  await dropResets(transaction, account.id);
  await outbox.post(transaction, {
    kind: 'password-changed',
    to: account.email,
    name: account.fullName,
    at: now.toISOString(),
    forgotPasswordUrl: `${publicUrl}/forgot-password`,
  });
}
