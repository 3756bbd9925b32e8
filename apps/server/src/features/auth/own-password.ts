import { MIN_PASSWORD_LENGTH } from '@portal/contract/values';
import { assertStillAuthorized } from '../../access/assert-still-authorized.ts';
import type { CurrentUser } from '../../access/current-user.ts';
import { lockUser } from '../../access/lock-user.ts';
import { anyUserScope } from '../../access/people-scope.ts';
import type { Outbox } from '../../jobs/send-mail.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { invalidField, unauthorized } from '../../platform/errors.ts';
import { consume, refund, resetLimit } from '../../platform/rate-limit.ts';
import { actorOf, recordActivity } from '../activity/record-activity.ts';
import { limits } from './limits.ts';
import { findPasswordFault } from './password-policy.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { type Account, findAccountById } from './queries.ts';
import { replacePasswordAndEndSessions } from './replace-password.ts';

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
  const tries = limits.currentPasswordsByUser(userId);
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
    await replacePasswordAndEndSessions(dependencies, transaction, account, {
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
