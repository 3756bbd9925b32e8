import type { Group } from '@portal/contract/users';
import { queryOptions } from '@tanstack/react-query';
import { type ApiAnswer, api } from '#lib/api.ts';

/** The customers that somebody can be linked to. */
export const invitableCustomersQuery = queryOptions({
  queryKey: ['customers', 'for-invitation'],
  queryFn: ({ signal }) => api('GET /netsuite-customers/for-invitation', { signal }),
});

/** Where somebody is to be put, as it stands in the boxes. */
export type Membership = {
  groupId: string;
  customerNetsuiteId: string;
  /** A guest's last day of access, `YYYY-MM-DD`; empty for no end. */
  lastDay: string;
};

/** What stands in the boxes of the dialog. */
export type InviteValues = Membership & { email: string; fullName: string };

/** Mails somebody a link to register with. Group and customer must fit: a customer goes with a customer-type group. */
export async function inviteUser(
  values: InviteValues,
  group: Group,
): Promise<ApiAnswer<'POST /customer-invitations/invite-user'>> {
  const { email, fullName } = values;
  const body = { email: email.trim(), fullName: fullName.trim(), ...placeIn(group, values) };
  return api('POST /customer-invitations/invite-user', { body });
}

/** Where invited people are put, as the server is told. Only the access of guests ends: with its last day, in UTC. */
export function placeIn(group: Group, { customerNetsuiteId, lastDay }: Membership) {
  return {
    groupId: group.id,
    ...(group.type.includes('customer') && customerNetsuiteId !== '' ? { customerNetsuiteId } : {}),
    ...(group.type === 'customer_guest' && lastDay !== '' ? { expiresAt: `${lastDay}T23:59:59.999Z` } : {}),
  };
}
