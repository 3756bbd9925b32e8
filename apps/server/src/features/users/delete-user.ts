import type { Role } from '@portal/contract/permissions';
import type { CurrentUser } from '../../access/current-user.ts';
import { lockAdministered } from '../../access/lock-user.ts';
import type { Outbox } from '../../jobs/send-mail.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { actorOf, partyOf, recordActivity } from '../activity/record-activity.ts';
import { hasActiveAdministrator } from '../auth/administrators.ts';
import { changePeople, removeUser } from './edit-queries.ts';

/**
 * Deletes a user, optionally only if it has the given role, and notifies it by mail if it was active. Its log entries
 * stay. Errors: 404 outside the caller's scope; 409 for the caller's own account and for the last administrator.
 */
export async function deleteUser(
  { db, clock, outbox }: { db: Database; clock: Clock; outbox: Outbox },
  currentUser: CurrentUser,
  id: string,
  role?: Role,
): Promise<void> {
  await changePeople(db, async (transaction) => {
    const user = await lockAdministered(transaction, currentUser, id);
    if (role !== undefined && user.role !== role) throw notFound('There is no such user.');
    if (user.id === currentUser.userId) throw conflict('You cannot delete yourself.');
    const now = clock.now();
    const isAdministrator = user.role === 'admin' && user.status === 1;
    if (isAdministrator && !(await hasActiveAdministrator(transaction, now, user.id))) {
      throw conflict('The last administrator cannot be deleted.');
    }
    const actor = actorOf(currentUser);
    const subject = partyOf(user);
    // Logged first, because the entry's visibility depends on the user's row.
    await recordActivity(transaction, { at: now, action: 'user-deleted', actor, subject });
    await removeUser(transaction, user.id);
    if (user.status !== 1) return;
    const mail = { to: user.email, name: user.fullName, at: now.toISOString() };
    await outbox.post(transaction, { kind: 'account-ended', ...mail });
  });
}
