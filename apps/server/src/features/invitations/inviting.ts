import type { WantedInvitation } from '@portal/contract/invitations';
import { holdRights } from '../../access/hold-rights.ts';
import { administeredUsers, placementScope } from '../../access/people-scope.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { actorOf, recordActivity } from '../activity/service.ts';
import { insertUser, type Placement, placeUser, type WantedPlacement } from '../users/service.ts';
import { findInvited, insertInvitation, isAddressInUse } from './queries.ts';
import { type LinkDependencies, linkExpiry, sendLink } from './send-link.ts';
import { placeOf, subjectOf } from './wording.ts';

export type InvitingDependencies = LinkDependencies & { db: Database; clock: Clock };

/** 409, of an address that anybody has, active or pending. */
export const addressInUse = () => conflict('This email address is already in use.', 'email');

/**
 * Decides whether and where somebody can be invited; writes nothing. Refusals: as `placeUser`; 409 for an address that
 * an active or pending user has.
 */
export async function placeNewcomer(
  { db, clock }: Pick<InvitingDependencies, 'db' | 'clock'>,
  viewer: Viewer,
  wanted: WantedPlacement & { email: string },
): Promise<Placement> {
  const placement = await placeUser(placementScope(viewer), db, wanted, clock.now());
  if (await isAddressInUse(db, wanted.email)) throw addressInUse();
  return placement;
}

/**
 * Invites somebody: the pending user, its invitation, the link, the line in the log and the mail exist together or not
 * at all. Returns the invitation's id. Refusals: as `placeNewcomer`.
 */
export async function invite(
  dependencies: InvitingDependencies,
  viewer: Viewer,
  wanted: WantedInvitation,
): Promise<string> {
  const { db, clock } = dependencies;
  const { group, customerId, expiresAt } = await placeNewcomer(dependencies, viewer, wanted);
  const now = clock.now();
  const actor = actorOf(viewer);
  const user = { email: wanted.email, fullName: wanted.fullName, groupId: group.id, customerId, expiresAt };
  return db.transaction().execute(async (transaction) => {
    await holdRights(transaction, viewer);
    const id = await insertUser(transaction, user, now);
    // Somebody else took the address a moment ago.
    if (id === undefined) throw addressInUse();
    await insertInvitation(transaction, { userId: id, invitedBy: actor, createdAt: now, expiresAt: linkExpiry(now) });
    const invited = await findInvited(administeredUsers(viewer), transaction, id);
    if (invited === undefined) throw notFound();
    const content = `${actor.name} invited ${invited.email} as ${placeOf(invited)}`;
    const subject = subjectOf(invited);
    await recordActivity(transaction, { at: now, action: 'invitation-sent', content, actor, subject });
    await sendLink(dependencies, transaction, invited, actor.name, now);
    return id;
  });
}
