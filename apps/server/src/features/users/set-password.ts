import { MIN_PASSWORD_LENGTH } from '@portal/contract/values';
import type { CurrentUser } from '../../access/current-user.ts';
import { lockAdministered, type StoredUser } from '../../access/lock-user.ts';
import type { Outbox } from '../../jobs/send-mail.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { conflict, invalidField } from '../../platform/errors.ts';
import { actorOf, partyOf, recordActivity } from '../activity/record-activity.ts';
import { findPasswordFault } from '../auth/password-policy.ts';
import { hashPassword } from '../auth/passwords.ts';
import { replacePasswordAndEndSessions } from '../auth/replace-password.ts';
import { type AdministrationLimits, countAdministrations, countMail } from './administration-limits.ts';

/**
 * Sets another user's password, ends all of that user's sessions and notifies the user by mail. Errors: 404 outside the
 * caller's scope; 409 for a pending user; 400 with the reason for an easily guessed password; 429 beyond the hourly
 * limit or the user's daily number of mails.
 */
export async function setPassword(
  dependencies: { db: Database; clock: Clock; outbox: Outbox; publicUrl: string; limits: AdministrationLimits },
  currentUser: CurrentUser,
  id: string,
  password: string,
): Promise<void> {
  const { db, clock } = dependencies;
  await db.transaction().execute(async (transaction) => {
    const { email } = await lockActiveUser(transaction, currentUser, id);
    const fault = findPasswordFault(password, email, MIN_PASSWORD_LENGTH);
    if (fault !== undefined) throw invalidField('password', fault);
    await countAdministrations(transaction, dependencies.limits, currentUser, 1, clock.now());
    await countMail(transaction, dependencies.limits, email, clock.now());
  });
  // Hashing is slow, so no lock is held meanwhile.
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (transaction) => {
    const user = await lockActiveUser(transaction, currentUser, id);
    const now = clock.now();
    await replacePasswordAndEndSessions(dependencies, transaction, user, { passwordHash, by: 'administrator', now });
    const actor = actorOf(currentUser);
    const subject = partyOf(user);
    const params = { by: 'administrator' } as const;
    await recordActivity(transaction, { at: now, action: 'password-reset', params, actor, subject });
  });
}

async function lockActiveUser(transaction: Database, currentUser: CurrentUser, id: string): Promise<StoredUser> {
  const user = await lockAdministered(transaction, currentUser, id);
  if (user.status !== 1) throw conflict('This user has not accepted the invitation yet. Resend it instead.');
  return user;
}
