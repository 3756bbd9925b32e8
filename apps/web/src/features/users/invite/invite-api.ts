import type { Group } from '@portal/contract/users';
import { queryOptions } from '@tanstack/react-query';
import { type ApiAnswer, api } from '#lib/api.ts';

/** Customers that a person can be linked to. */
export const invitableCustomersQuery = queryOptions({
  queryKey: ['customers', 'for-invitation'],
  queryFn: ({ signal }) => api('GET /netsuite-customers/for-invitation', { signal }),
});

/** Form values for the group, customer and end of access. */
export type Membership = {
  groupId: string;
  customerNetsuiteId: string;
  /** A guest's last day of access, `YYYY-MM-DD`; empty if access does not end. */
  lastDay: string;
};

/** Form values of the dialog. */
export type InviteValues = Membership & { email: string; fullName: string };

/** Emails a registration link. A customer is required exactly for groups of a customer type. */
export async function inviteUser(
  values: InviteValues,
  group: Group,
): Promise<ApiAnswer<'POST /customer-invitations/invite-user'>> {
  const { email, fullName } = values;
  const body = { email: email.trim(), fullName: fullName.trim(), ...placeIn(group, values) };
  return api('POST /customer-invitations/invite-user', { body });
}

/** Membership in the server's format. Only guest access ends: with its last day, in UTC. */
export function placeIn(group: Group, { customerNetsuiteId, lastDay }: Membership) {
  return {
    groupId: group.id,
    ...(group.type.includes('customer') && customerNetsuiteId !== '' ? { customerNetsuiteId } : {}),
    ...(group.type === 'customer_guest' && lastDay !== '' ? { expiresAt: `${lastDay}T23:59:59.999Z` } : {}),
  };
}
