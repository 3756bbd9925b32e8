import { MIN_PASSWORD_LENGTH } from '@portal/contract/values';
import { assertStillAuthorized } from '../../access/assert-still-authorized.ts';
import type { CurrentUser } from '../../access/current-user.ts';
import { lockUser } from '../../access/lock-user.ts';
import { anyUserScope } from '../../access/people-scope.ts';
import type { PasswordChange } from '../../jobs/mail/portal-mail.ts';
import type { Outbox } from '../../jobs/send-mail.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { invalidField, unauthorized } from '../../platform/errors.ts';
import { consume, refund, resetLimit } from '../../platform/rate-limit.ts';
import { actorOf, recordActivity } from '../activity/record-activity.ts';
import { endAttempts } from './attempt-queries.ts';
import { limits } from './limits.ts';
import { findPasswordFault } from './password-policy.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { type Account, findAccountById } from './queries.ts';

/**
 * Changes the current user's password, ends the user's other sessions and mails a notice. Errors: 400 for a wrong
 * current password; 400 with the reason for an easily guessed new one; 429 after too many wrong ones.
 */
export async function changeOwnPassword(
  dependencies: { db: Database; clock: Clock; outbox: Outbox; publicUrl: string },
  currentUser: CurrentUser,
  given: { currentPassword: string; password: string },
): Promise<void> {
  const { db, clock } = dependencies;
  const now = clock.now();
  const { userId, email } = currentUser;
  const tries = limits.currentPasswords(userId);
  await consume(db, tries, now);
  const account = await readAccount(db, userId, now);
  if (!(await isPassword(account.passwordHash, given.currentPassword))) throw wrongCurrentPassword();
  const fault = findPasswordFault(given.password, email, MIN_PASSWORD_LENGTH);
  if (fault !== undefined) {
    await refund(db, tries);
    throw invalidField('password', fault);
  }
  const passwordHash = await hashPassword(given.password);
  await db.transaction().execute(async (transaction) => {
    await lockUser(anyUserScope(), transaction, userId);
    await assertStillAuthorized(transaction, currentUser);
    // The password may have been changed between the check and the lock.
    const present = await readAccount(transaction, userId, now);
    if (present.passwordHash !== account.passwordHash) throw wrongCurrentPassword();
    await changePassword(dependencies, transaction, account, {
      passwordHash,
      by: 'owner',
      now,
      keptSessionId: currentUser.sessionId,
    });
    await resetLimit(transaction, tries);
    const actor = actorOf(currentUser);
    const params = { by: 'owner' } as const;
    await recordActivity(transaction, { at: now, action: 'password-reset', params, actor, subject: actor });
  });
}

async function readAccount(db: Database, userId: string, now: Date): Promise<Account> {
  const account = await findAccountById(db, userId, now);
  if (account === undefined) throw unauthorized();
  return account;
}

function wrongCurrentPassword() {
  return invalidField('currentPassword', 'Your current password is incorrect.');
}

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

/** Sets an account's password and ends all of its sessions except `keptSessionId`. */
async function replacePassword(
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
