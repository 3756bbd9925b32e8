import { assertStillAuthorized } from '../../access/assert-still-authorized.ts';
import type { CurrentUser } from '../../access/current-user.ts';
import { lockUser } from '../../access/lock-user.ts';
import { administeredUsers } from '../../access/people-scope.ts';
import { isPast } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { actorOf, recordActivity } from '../activity/record-activity.ts';
import { countAdministrations, countMail } from '../users/administration-limits.ts';
import type { InvitingDependencies } from './inviting.ts';
import { linkExpiry, sendLinks } from './links.ts';
import { deletePendingUser, findInvited, type InvitationRow, prolongInvitation, releaseAddress } from './queries.ts';
import { placeOf, subjectOf } from './wording.ts';

/**
 * Mails a new link to the user's current address; earlier links work until they expire. Errors: 404 outside the
 * caller's scope; 409 if the invitation was accepted or the guest's access has ended; 429 with Retry-After.
 */
export async function resendInvitation(
  dependencies: InvitingDependencies,
  currentUser: CurrentUser,
  id: string,
): Promise<void> {
  const { db, clock } = dependencies;
  const now = clock.now();
  await db.transaction().execute(async (transaction) => {
    const invited = await takePending(transaction, currentUser, id);
    if (isPast(invited.accessEndsAt, now)) {
      throw conflict('The access of this guest has ended already. Please set a later end date first.');
    }
    await countAdministrations(transaction, dependencies.limits, currentUser, 1, now);
    const actor = actorOf(currentUser);
    const params = { email: invited.email, place: placeOf(invited) };
    const subject = subjectOf(invited);
    await recordActivity(transaction, { at: now, action: 'invitation-resent', params, actor, subject });
    await mailInvitation(dependencies, transaction, currentUser, id);
  });
}

/**
 * Mails a pending user a new link to its current address, in the caller's transaction. Does nothing for a user without
 * an invitation. Throws 429 after too many mails to the address.
 */
export async function mailInvitation(
  dependencies: InvitingDependencies,
  transaction: Database,
  currentUser: CurrentUser,
  id: string,
): Promise<void> {
  const now = dependencies.clock.now();
  // The account that had the address may have been deleted since.
  await releaseAddress(transaction, id);
  const [invited] = await findInvited(administeredUsers(currentUser), transaction, [id]);
  if (invited === undefined) return;
  await countMail(transaction, dependencies.limits, invited.email, now);
  await prolongInvitation(transaction, id, linkExpiry(now));
  const invitedBy = { name: actorOf(currentUser).name, email: currentUser.email };
  await sendLinks(dependencies, transaction, [invited], invitedBy, now);
}

/** Revokes an invitation and frees its address. Errors: 404 as above; 409 if it was accepted. */
export async function revokeInvitation(
  { db, clock }: Pick<InvitingDependencies, 'db' | 'clock'>,
  currentUser: CurrentUser,
  id: string,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const invited = await takePending(transaction, currentUser, id);
    const actor = actorOf(currentUser);
    const params = { email: invited.email };
    const subject = subjectOf(invited);
    // Logged before the deletion, because the entry's visibility depends on the user's group.
    await recordActivity(transaction, { at: clock.now(), action: 'invitation-revoked', params, actor, subject });
    await deletePendingUser(transaction, id);
  });
}

/** Reads a pending invitation in the caller's scope and locks it until the end of the transaction. */
async function takePending(transaction: Database, currentUser: CurrentUser, id: string): Promise<InvitationRow> {
  await assertStillAuthorized(transaction, currentUser);
  await lockUser(administeredUsers(currentUser), transaction, id);
  const [invited] = await findInvited(administeredUsers(currentUser), transaction, [id]);
  if (invited === undefined) throw notFound('There is no such invitation.');
  if (invited.status !== 0) throw conflict('This invitation was already accepted.');
  return invited;
}
