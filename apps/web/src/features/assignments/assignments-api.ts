import type { Assignment } from '@portal/contract/assignments';
import type { Order } from '@portal/contract/orders';
import type { Role } from '@portal/contract/permissions';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type ApiAnswer, api } from '#lib/api.ts';
import { compareTexts } from '#lib/compare-texts.ts';
import { personName } from '#lib/initials.ts';
import { endOfLocalDay } from '#lib/local-day.ts';
import { ordersKey } from '#lib/query-client.ts';
import { readPages } from '#lib/read-pages.ts';
import { ordersEndpoint } from '#lib/role.ts';

export type GuestUser = ApiAnswer<'GET /customer-invitations/guest-users'>[number];

/** Draft name of the dialog. */
export const assignDraftName = 'assign-orders';

const MAX_HITS = 10;

/** Guests that orders can be assigned to, by name. The key is under the users' key, so that changes to users invalidate it. */
export const guestsQuery = queryOptions({
  queryKey: ['users', 'guests'],
  queryFn: async ({ signal }) => {
    const readPage = (after?: string) => api('GET /customer-invitations/guest-users', { query: { after }, signal });
    const byName = (one: GuestUser, other: GuestUser) => compareTexts(personName(one), personName(other));
    return readPages(({ id }) => id, readPage, byName);
  },
});

/** Orders assigned to a guest, the latest first. Refetched each time it is shown, since other users assign orders too. */
export function assignedQuery(userId: string) {
  return queryOptions({
    queryKey: ['assignments', userId],
    queryFn: async ({ signal }) => {
      const readPage = (after?: string) =>
        api('GET /auth/assigned-orders/{userId}', { params: { userId }, query: { after }, signal });
      const latestFirst = (one: Assignment, other: Assignment) =>
        Date.parse(other.assignedAt) - Date.parse(one.assignedAt);
      return readPages(({ orderId }) => orderId, readPage, latestFirst);
    },
    enabled: userId !== '',
    staleTime: 0,
  });
}

/** Orders that match the search, newest first; the newest orders if the search is empty. */
export function findOrdersQuery(role: Role, search: string) {
  const query = {
    page: 1,
    limit: MAX_HITS,
    sortBy: 'createdDate',
    sortOrder: 'DESC',
    search: search === '' ? undefined : search,
  } as const;
  return queryOptions({
    queryKey: [...ordersKey, 'find', ordersEndpoint(role), search],
    queryFn: ({ signal }) => api(ordersEndpoint(role), { query, signal }),
    placeholderData: keepPreviousData,
  });
}

interface WantedAssignment {
  userId: string;
  orderIds: string[];
  note: string;
  /** Last day of access, `YYYY-MM-DD`; empty if access does not end. */
  lastDay: string;
}

/** Assigns all of the orders to a guest, or none of them. Access ends with the last day, where the user is. */
export function assignOrders({ userId, orderIds, note, lastDay }: WantedAssignment) {
  return api('POST /auth/assign-orders', {
    body: {
      userId,
      orderIds,
      ...(note.trim() === '' ? {} : { note: note.trim() }),
      ...(lastDay === '' ? {} : { endsAt: endOfLocalDay(lastDay) }),
    },
  });
}

/**
 * Refetches everything that depends on assignments: the guest's orders, record access, the activity log, and all order
 * data, because the server deletes the paper requests of a removed assignment.
 */
export async function reloadAssignments(queryClient: QueryClient): Promise<void> {
  const keys = [['assignments'], ['viewers'], ['logs'], ordersKey];
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

/** Fields that identify an order in the dialog. */
export interface ListedOrder {
  id: string;
  number: string | undefined;
  customer: string | undefined;
  customerId: string | undefined;
  total: string | undefined;
}

export function listedOrder({ id, rawData: { tranId, entity, total } }: Order): ListedOrder {
  return { id, number: tranId, customer: entity?.refName, customerId: entity?.id, total };
}
