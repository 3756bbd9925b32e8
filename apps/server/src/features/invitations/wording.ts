import { isPast } from '../../platform/clock.ts';
import { type Actor, partyOf } from '../activity/record-activity.ts';
import type { Place } from '../activity/wording.ts';
import type { InvitationRow } from './queries.ts';

/** Name of an invited user in the activity log. */
export function subjectOf(invited: Pick<InvitationRow, 'id' | 'email' | 'fullName' | 'customerNetsuiteId'>): Actor {
  return partyOf({ ...invited, customerId: invited.customerNetsuiteId });
}

/**
 * Whether an invitation can no longer be accepted: its link has expired, or the guest's access, which may end earlier.
 */
export function isOver({ expiresAt, accessEndsAt }: Pick<InvitationRow, 'expiresAt' | 'accessEndsAt'>, now: Date) {
  return isPast(expiresAt, now) || isPast(accessEndsAt, now);
}

/** Where an invited user belongs, for the activity log. */
export function placeOf(invited: InvitationRow): Place {
  return { group: invited.groupName, customerId: invited.customerNetsuiteId, customerName: invited.customerName };
}
