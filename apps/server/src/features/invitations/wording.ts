import { type Actor, partyOf } from '../activity/service.ts';
import type { Place } from '../activity/wording.ts';
import type { InvitationRow } from './queries.ts';

/** Name of an invited user in the activity log. */
export function subjectOf(invited: {
  id: string;
  email: string;
  full_name: string | null;
  customer_id: string | null;
}): Actor {
  return partyOf({ ...invited, fullName: invited.full_name, customerId: invited.customer_id });
}

/**
 * Whether an invitation can no longer be accepted: its link has expired, or the guest's access, which may end earlier.
 */
export function isOver(ends: { expires_at: string; access_ends_at: string | null }, now: Date): boolean {
  return [ends.expires_at, ends.access_ends_at].some((end) => end !== null && new Date(end) <= now);
}

/** Where an invited user belongs, for the activity log. */
export function placeOf(invited: InvitationRow): Place {
  return { group: invited.group_name, customerId: invited.customer_id, customerName: invited.customer_name };
}
