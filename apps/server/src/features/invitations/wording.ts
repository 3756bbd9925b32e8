import type { ActivityParty } from '../activity/service.ts';
import type { InvitationRow } from './queries.ts';

/** How an invited user stands in the activity log. */
export function subjectOf(invited: {
  id: string;
  email: string;
  full_name: string | null;
  customer_id: string | null;
}): ActivityParty {
  return { id: invited.id, name: invited.full_name ?? invited.email, customerId: invited.customer_id };
}

/** "customer_member of ACME"; of the staff, the group alone. */
export function placeOf(invited: Pick<InvitationRow, 'group_name' | 'customer_id' | 'company_name'>): string {
  if (invited.customer_id === null) return invited.group_name;
  return `${invited.group_name} of ${invited.company_name ?? `customer ${invited.customer_id}`}`;
}
