import type { Group } from '@portal/contract/users';
import { useQuery } from '@tanstack/react-query';
import { isCustomerType } from '../edit-user/edit-user-values.ts';
import { groupsQuery } from '../users-api.ts';
import { invitableCustomersQuery, type Membership } from './invite-api.ts';

interface InviteMembership {
  groups: readonly Group[] | undefined;
  groupsFailed: boolean;
  retryGroups: () => unknown;
  /** What was chosen, and the customer without asking where there is but one. */
  values: Membership;
  /** The chosen group. */
  group: Group | undefined;
  /** A group is chosen, and a customer where the group asks for one. */
  complete: boolean;
}

/** What is known of where somebody is to be put. */
export function useInviteMembership(chosen: Membership): InviteMembership {
  const { data: groups, isError, refetch } = useQuery(groupsQuery);
  const group = groups?.find(({ id }) => id === chosen.groupId);
  const needsCustomer = isCustomerType(group);
  const { data: customers = [] } = useQuery({ ...invitableCustomersQuery, enabled: needsCustomer });
  const [first, ...others] = customers;
  // A customer's administrator has its own alone.
  const only = first !== undefined && others.length === 0 ? first.id : '';
  const customerNetsuiteId = needsCustomer ? chosen.customerNetsuiteId || only : '';
  return {
    groups,
    groupsFailed: isError && groups === undefined,
    retryGroups: refetch,
    values: { ...chosen, customerNetsuiteId },
    group,
    complete: group !== undefined && (!needsCustomer || customerNetsuiteId !== ''),
  };
}
