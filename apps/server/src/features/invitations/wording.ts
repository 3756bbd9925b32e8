import { type Actor, partyOf } from '../activity/service.ts';
import { groupLabel } from '../users/groups.ts';
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

/** "Customer member of ACME"; for staff, only the group. */
export function placeOf(invited: Pick<InvitationRow, 'group_name' | 'customer_id' | 'customer_name'>): string {
  const group = groupLabel(invited.group_name);
  if (invited.customer_id === null) return group;
  return `${group} of ${invited.customer_name ?? `customer ${invited.customer_id}`}`;
}
