import type { Group } from '@portal/contract/users';
import { useQuery } from '@tanstack/react-query';
import { isCustomerType } from '../edit-user/edit-user-values.ts';
import { groupsQuery } from '../users-api.ts';
import { invitableCustomersQuery, type Membership } from './invite-api.ts';

interface InviteMembership {
  groups: readonly Group[] | undefined;
  groupsFailed: boolean;
  retryGroups: () => unknown;
  /** Selected values; a single customer is preselected. */
  values: Membership;
  /** The selected group. */
  group: Group | undefined;
  /** Whether a group is selected, and a customer if the group requires one. */
  complete: boolean;
}

/** Derives group, customer and completeness from the selected values. */
export function useInviteMembership(chosen: Membership): InviteMembership {
  const { data: groups, isError, refetch } = useQuery(groupsQuery);
  const group = groups?.find(({ id }) => id === chosen.groupId);
  const needsCustomer = isCustomerType(group);
  const { data: customers = [] } = useQuery({ ...invitableCustomersQuery(), enabled: needsCustomer });
  const [first, ...others] = customers;
  // A customer's administrator has only one customer.
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
