import { lockUser } from '../../access/lock-user.ts';
import { anyUserScope } from '../../access/people-scope.ts';
import type { ResetRequests } from '../../jobs/reset-requests.ts';
import type { Outbox } from '../../jobs/send-mail.ts';
import { type Clock, minuteMs } from '../../platform/clock.ts';
import { randomToken, sha256 } from '../../platform/crypto.ts';
import type { Database } from '../../platform/database.ts';
import { badRequest, invalidField, unavailable } from '../../platform/errors.ts';
import { consume, refund, resetLimit } from '../../platform/rate-limit.ts';
import type { RequestSource } from '../../platform/request-input.ts';
import { partyOf, recordActivity } from '../activity/record-activity.ts';
import { type DeviceDependencies, findDevice, rememberDevice } from './devices.ts';
import { deviceOr, limits, resetLifetimeMs } from './limits.ts';
import { findPasswordFault } from './password-policy.ts';
import { hashPassword } from './passwords.ts';
import { findAccount } from './queries.ts';
import { replacePasswordAndEndSessions } from './replace-password.ts';

export type PasswordResetDependencies = DeviceDependencies & {
  db: Database;
  clock: Clock;
  outbox: Outbox;
  resetRequests: ResetRequests;
  isMailReachable: () => Promise<boolean>;
};

const wrongCode = () => badRequest('Invalid reset code');

/**
 * Requests a reset link. It does not look at the account: every address gets the same response after the same work, and
 * only the background job, `mailResetLink`, differs. Errors: 429; 503 while mail cannot be sent.
 */
export async function requestReset(
  dependencies: PasswordResetDependencies,
  email: string,
  source: RequestSource,
): Promise<void> {
  const { db, clock } = dependencies;
  if (!(await dependencies.isMailReachable())) {
    throw unavailable('Reset instructions cannot be emailed at the moment. Please try again in a few minutes.');
  }
  const now = clock.now();
  const device = findDevice(dependencies, source.cookies, email);
  if (device === undefined) await consume(db, limits.resetRequestsByNetwork(source.network), now);
  await consume(db, limits.resetRequestsByEmail(deviceOr(device, email)), now);
  await dependencies.resetRequests.post(db, email);
}

/** Mails a reset link to the active user with this address, if there is one. */
export async function mailResetLink(dependencies: PasswordResetDependencies, email: string): Promise<void> {
  const { db, clock, outbox, publicUrl } = dependencies;
  const now = clock.now();
  const account = await findAccount(db, email, now);
  if (account === undefined) return;
  const code = randomToken();
  const expiresAt = new Date(now.getTime() + resetLifetimeMs);
  const query = new URLSearchParams({ code, email: account.email });
  await db.transaction().execute(async (transaction) => {
    const reset = { code_hash: sha256(code), user_id: account.id, email: account.email, created_at: now };
    await transaction
      .insertInto('password_resets')
      .values({ ...reset, expires_at: expiresAt })
      .execute();
    const link = `${publicUrl}/reset-password?${query}`;
    const mail = { to: account.email, name: account.fullName, link, minutes: resetLifetimeMs / minuteMs };
    await outbox.post(transaction, { kind: 'password-reset', ...mail }, expiresAt);
  });
}

/**
 * Sets a new password with the code of a reset link. Ends the account's links, sessions and sign-in attempt, and
 * notifies the owner by mail. Returns the `Set-Cookie` header that makes this browser a known device, because access to
 * the mailbox proves the owner. Errors: 400 'Invalid reset code' for a wrong, used or expired code; 400 'Invalid email'
 * for a valid code with another address than it was mailed to; 400 with the reason for an easily guessed password,
 * after which the code still works; 429.
 *
 * 'Invalid email' does not reveal who has an account: it requires a valid code, and any address but the code's own gets
 * it.
 */
export async function resetPassword(
  dependencies: PasswordResetDependencies,
  given: { code: string; email: string; password: string },
  source: RequestSource,
): Promise<string> {
  const { db, clock } = dependencies;
  const now = clock.now();
  const device = findDevice(dependencies, source.cookies, given.email);
  const tries = limits.resetCodesByNetwork(deviceOr(device, source.network));
  await consume(db, tries, now);
  const codeHash = sha256(given.code);
  const reset = await findReset(db, codeHash, now);
  if (reset === undefined) throw wrongCode();
  if (reset.email !== given.email) throw badRequest('Invalid email');
  const fault = findPasswordFault(given.password, given.email);
  if (fault !== undefined) {
    await refund(db, tries);
    throw invalidField('password', fault);
  }
  const passwordHash = await hashPassword(given.password);
  const isReset = await db.transaction().execute(async (transaction) => {
    await lockUser(anyUserScope(), transaction, reset.userId);
    const account = await findAccount(transaction, reset.email, now);
    if (account?.id !== reset.userId || !(await spendReset(transaction, { ...reset, codeHash }, now))) return false;
    await replacePasswordAndEndSessions(dependencies, transaction, account, { passwordHash, by: 'reset link', now });
    // Access to the mailbox proves the owner, whom other people's guesses no longer delay.
    await resetLimit(transaction, limits.failedSignInsByEmail(account.email));
    await refund(transaction, tries);
    const actor = partyOf(account);
    const params = { by: 'reset link' } as const;
    await recordActivity(transaction, { at: now, action: 'password-reset', params, actor, subject: actor });
    return true;
  });
  if (!isReset) throw wrongCode();
  return rememberDevice(dependencies, source.cookies, given.email);
}

/** Returns the unexpired, unused reset link with this code. */
async function findReset(
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
async function spendReset(
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
