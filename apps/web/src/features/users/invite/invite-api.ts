import type { Group } from '@portal/contract/users';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { MAX_SHOWN } from '#components/ui/combobox-list.tsx';
import { type ApiAnswer, api } from '#lib/api.ts';
import { endOfLocalDay } from '#lib/local-day.ts';
import { isCustomerType, isGuestType } from '#lib/role.ts';

const invitableCustomersKey = ['customers', 'for-invitation'] as const;
type InvitableCustomers = ApiAnswer<'GET /netsuite-customers/for-invitation'>;

/**
 * Customers that a person can be linked to, whose name or email contains the words of `search`: one more than a picker
 * shows if there are more. Shows the previous search's customers while loading.
 */
export function invitableCustomersQuery(search = '') {
  return queryOptions({
    queryKey: [...invitableCustomersKey, search],
    queryFn: ({ signal }) =>
      api('GET /netsuite-customers/for-invitation', { query: { search, limit: MAX_SHOWN + 1 }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Returns the name of a customer that a cached search has found; undefined for others. */
export function findInvitableName(queryClient: QueryClient, id: string): string | undefined {
  return queryClient
    .getQueriesData<InvitableCustomers>({ queryKey: invitableCustomersKey })
    .flatMap(([, customers = []]) => customers)
    .find((customer) => customer.id === id)?.name;
}

/** Name of one customer, for pickers that know only its id. */
export function customerNameQuery(id: string) {
  return queryOptions({
    queryKey: ['customers', 'name', id],
    queryFn: async ({ signal }) => {
      const { rawData } = await api('GET /netsuite-customers/{id}', { params: { id }, signal });
      return rawData.companyName ?? rawData.entityId ?? id;
    },
  });
}

/** Form values for the group, customer and end of access. */
export type Membership = {
  groupId: string;
  customerNetsuiteId: string;
  /** A guest's last day of access, `YYYY-MM-DD`; empty if access does not end. */
  lastDay: string;
};

/** Form values of the dialog. */
export type InviteValues = Membership & { email: string; fullName: string };

/** Membership in the server's format. Only guest access ends: with its last day, where the user is. */
export function placeIn(group: Group, { customerNetsuiteId, lastDay }: Membership) {
  return {
    groupId: group.id,
    ...(isCustomerType(group) && customerNetsuiteId !== '' ? { customerNetsuiteId } : {}),
    ...(isGuestType(group) && lastDay !== '' ? { expiresAt: endOfLocalDay(lastDay) } : {}),
  };
}
