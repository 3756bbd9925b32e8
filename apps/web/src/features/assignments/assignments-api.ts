import type { Order } from '@portal/contract/orders';
import type { Role } from '@portal/contract/permissions';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { ordersKey, ordersRoute } from '#features/orders/orders-api.ts';
import { type ApiAnswer, api } from '#lib/api.ts';

export type GuestUser = ApiAnswer<'GET /customer-invitations/guest-users'>[number];

/** What the draft of the dialog is called. */
export const assignDraftName = 'assign-orders';

/** So many the server takes at a time. */
export const MAX_ORDERS = 1000;
const MAX_HITS = 10;

/** Who may let guests see orders, and so selects rows. */
export function mayAssignOrders(role: Role): boolean {
  return role === 'admin' || role === 'member';
}

/** The guests that orders can be assigned to. Below the key of the users: whoever changes them has this read anew. */
export const guestsQuery = queryOptions({
  queryKey: ['users', 'guests'],
  queryFn: ({ signal }) => api('GET /customer-invitations/guest-users', { signal }),
});

/** What a guest already has. Others assign too: it is asked anew each time it shows. */
export function assignedQuery(userId: string) {
  return queryOptions({
    queryKey: ['assignments', userId],
    queryFn: ({ signal }) => api('GET /auth/assigned-orders/{userId}', { params: { userId }, signal }),
    enabled: userId !== '',
    staleTime: 0,
  });
}

/** The orders that a search finds, the newest first; without one the newest of all. */
export function findOrdersQuery(role: Role, search: string) {
  const query = {
    page: 1,
    limit: MAX_HITS,
    sortBy: 'createdDate',
    sortOrder: 'DESC',
    search: search === '' ? undefined : search,
  } as const;
  return queryOptions({
    queryKey: [...ordersKey, 'find', ordersRoute(role), search],
    queryFn: ({ signal }) => api(ordersRoute(role), { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export interface WantedAssignment {
  userId: string;
  orderIds: string[];
  note: string;
  /** The last day on which the guest sees the orders, `YYYY-MM-DD` in UTC; empty for no end. */
  lastDay: string;
}

/** Lets a guest see orders, all of them or none. The access ends with its last day, in UTC. */
export function assignOrders({ userId, orderIds, note, lastDay }: WantedAssignment) {
  return api('POST /auth/assign-orders', {
    body: {
      userId,
      orderIds,
      ...(note.trim() === '' ? {} : { note: note.trim() }),
      ...(lastDay === '' ? {} : { endsAt: `${lastDay}T23:59:59.999Z` }),
    },
  });
}

export function unassign(userId: string, orderIds: string[]) {
  return api('DELETE /auth/assigned-orders/{userId}', { params: { userId }, body: { orderIds } });
}

/** Reads anew what says who has been given what: the guest's orders, who can see a record, the log. */
export async function reloadAssignments(queryClient: QueryClient): Promise<void> {
  const keys = [['assignments'], ['viewers'], ['logs']];
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

/** What an order is told apart by while it is chosen. */
export interface ListedOrder {
  id: string;
  number: string | undefined;
  customer: string | undefined;
  total: string | undefined;
}

export function listedOrder({ id, rawData: { tranId, entity, total } }: Order): ListedOrder {
  return { id, number: tranId, customer: entity?.refName, total };
}
