import { lockUser } from '../../access/lock-user.ts';
import { anyUserScope } from '../../access/people-scope.ts';
import type { Outbox } from '../../jobs/send-mail.ts';
import type { Clock } from '../../platform/clock.ts';
import { randomToken, sha256 } from '../../platform/crypto.ts';
import type { Database } from '../../platform/database.ts';
import { isDuplicate } from '../../platform/database-errors.ts';
import { badRequest } from '../../platform/errors.ts';
import { consume, refund } from '../../platform/rate-limit.ts';
import type { RequestSource } from '../../platform/request-input.ts';
import { partyOf, recordActivity } from '../activity/record-activity.ts';
import { endAttempts } from './attempt-queries.ts';
import { emailChangeLifetimeMs, limits } from './limits.ts';
import { findAccountById } from './queries.ts';
import { dropResets } from './replace-password.ts';

type EmailChangeDependencies = { db: Database; clock: Clock; outbox: Outbox; publicUrl: string };

const invalidLink = () => badRequest('Invalid or expired link');

/** `requestedBy` is the name and address of the user who requested the change, for the mails about it. */
export type EmailChangeRequest = {
  email: string;
  requestedBy: { name: string; email: string };
  /** Another account has the address: no link is mailed to it, so the change can never be confirmed. */
  isTaken: boolean;
  now: Date;
};

/**
 * Starts the change of an active user's address in the caller's transaction, which has locked the user. The current
 * address is notified at once and stays in use until the link mailed to the new one is confirmed.
 */
export async function requestEmailChange(
  { outbox, publicUrl }: Pick<EmailChangeDependencies, 'outbox' | 'publicUrl'>,
  transaction: Database,
  account: { id: string; email: string; fullName: string | null },
  { email, requestedBy, isTaken, now }: EmailChangeRequest,
): Promise<void> {
  const code = randomToken();
  const expiresAt = new Date(now.getTime() + emailChangeLifetimeMs);
  const change = { pending_email: email, pending_email_code_hash: sha256(code), pending_email_expires_at: expiresAt };
  await transaction.updateTable('users').set(change).where('id', '=', account.id).execute();
  await outbox.post(transaction, {
    kind: 'email-change-notice',
    to: account.email,
    name: account.fullName,
    newEmail: email,
    requestedBy,
    at: now.toISOString(),
  });
  if (isTaken) return;
  const link = `${publicUrl}/confirm-email?${new URLSearchParams({ code, email })}`;
  const mail = { to: email, requestedBy, accountEmail: account.email, link, expiresAt: expiresAt.toISOString() };
  await outbox.post(transaction, { kind: 'confirm-email', ...mail }, expiresAt);
}

/**
 * Makes a pending address the user's own and ends the sign-in attempt and the reset links of the old address. Does
 * not sign in. Errors: 400 'Invalid or expired link' if the code is unknown, used, replaced or expired, was mailed to
 * another address, or if another account has the address by now; 429.
 */
export async function confirmEmail(
  { db, clock }: Pick<EmailChangeDependencies, 'db' | 'clock'>,
  given: { code: string; email: string },
  source: RequestSource,
): Promise<void> {
  const now = clock.now();
  const tries = limits.emailCodesByNetwork(source.network);
  await consume(db, tries, now);
  const codeHash = sha256(given.code);
  try {
    await db.transaction().execute(async (transaction) => {
      const found = await findEmailChange(transaction, codeHash, now);
      if (found === undefined || found.email !== given.email) throw invalidLink();
      await lockUser(anyUserScope(), transaction, found.userId);
      // The change may have been confirmed, replaced or deleted while this waited for the lock.
      const change = await findEmailChange(transaction, codeHash, now);
      const account = await findAccountById(transaction, found.userId, now);
      if (change === undefined || account === undefined) throw invalidLink();
      await applyEmailChange(transaction, change, now);
      await dropResets(transaction, account.id);
      await endAttempts(transaction, account.id, now);
      await refund(transaction, tries);
      const actor = partyOf(account);
      const params = { confirmedEmail: change.email };
      await recordActivity(transaction, { at: now, action: 'user-updated', params, actor, subject: actor });
    });
  } catch (error) {
    if (isDuplicate(error)) throw invalidLink();
    throw error;
  }
}

const noChange = { pending_email: null, pending_email_code_hash: null, pending_email_expires_at: null };

/** Deletes an unconfirmed change. */
export async function deleteEmailChange(transaction: Database, userId: string): Promise<void> {
  await transaction.updateTable('users').set(noChange).where('id', '=', userId).execute();
}

/** Returns the unexpired change with this code: its user and the new address. */
async function findEmailChange(db: Database, codeHash: Buffer, now: Date) {
  const found = await db
    .selectFrom('users')
    .select(['id as userId', 'pending_email as email'])
    .where('pending_email_code_hash', '=', codeHash)
    .where('pending_email_expires_at', '>', now.toISOString())
    .where('status', '=', 1)
    .executeTakeFirst();
  return found && { ...found, email: found.email ?? '' };
}

/** Makes the pending address the user's own. Throws a duplicate error if another user has it. */
async function applyEmailChange(
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
