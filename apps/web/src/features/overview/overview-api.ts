import type { ActivityEntry } from '@portal/contract/activity';
import type { Role } from '@portal/contract/permissions';
import { openStates } from '@portal/contract/values';
import { infiniteQueryOptions, keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import { daysFilter } from '#components/data-table/filters/days-filter.tsx';
import { api } from '#lib/api.ts';
import { ordersKey } from '#lib/query-client.ts';
import { readPages } from '#lib/read-pages.ts';
import { ordersEndpoint } from '#lib/role.ts';
import { type ActivityFilters, isFiltered } from './activity-filters.ts';

/** Number of orders the user can see. Disabled until the role is known. */
export function orderTotalQuery(role: Role | undefined) {
  return queryOptions({
    queryKey: [...ordersKey, 'total'],
    queryFn:
      role === undefined
        ? skipToken
        : async ({ signal }) => (await api(ordersEndpoint(role), { query: { limit: 1 }, signal })).total,
  });
}

/** Rows of open orders. */
export const MAX_OPEN_ORDERS = 5;

/** The newest open orders of the user, and the number of all open ones. */
export function openOrdersQuery(role: Role) {
  const filter = JSON.stringify({ shipping: openStates.join(',') });
  const query = {
    limit: MAX_OPEN_ORDERS,
    sortBy: 'createdDate',
    sortOrder: 'DESC',
    filter,
    withChangedAt: 'true',
  } as const;
  return queryOptions({
    queryKey: [...ordersKey, 'open', ordersEndpoint(role)],
    queryFn: ({ signal }) => api(ordersEndpoint(role), { query, signal }),
  });
}

/** Numbers of open, late and overdue orders on a day, `YYYY-MM-DD`. */
export function openCountsQuery(today: string) {
  return queryOptions({
    queryKey: [...ordersKey, 'open-counts', today],
    queryFn: ({ signal }) => api('GET /netsuite-sales-orders/open', { query: { today }, signal }),
  });
}

/** Number of customers the user can see. */
export const customerTotalQuery = queryOptions({
  queryKey: ['customers', 'total'],
  queryFn: async ({ signal }) => (await api('GET /netsuite-customers', { query: { limit: 1 }, signal })).total,
});

/** Number of users the user can see. */
export const userTotalQuery = queryOptions({
  queryKey: ['users', 'total'],
  queryFn: async ({ signal }) => {
    const readPage = async (after?: string) => (await api('GET /users', { query: { after }, signal })).data;
    return (await readPages(({ id }) => id, readPage)).length;
  },
});

/** Number of invitations that the user can see and that can still be accepted. */
export const invitationTotalQuery = queryOptions({
  queryKey: ['invitations', 'total'],
  queryFn: async ({ signal }) => {
    const readPage = (after?: string) => api('GET /customer-invitations/active', { query: { after }, signal });
    return (await readPages(({ id }) => id, readPage)).length;
  },
});

/** Entries per page. */
const pageSize = 100;

/**
 * Activity log in the user's scope, newest first, page by page. Changing filters keeps the previous entries visible.
 */
export function activityQuery(filters: ActivityFilters) {
  const { person, action, days } = filters;
  return infiniteQueryOptions({
    queryKey: isFiltered(filters) ? ['logs', filters] : ['logs'],
    queryFn: async ({ pageParam, signal }) => {
      const [from, to] = days === '' ? [] : daysFilter.toServer(days, new Date().toISOString().slice(0, 10)).split(',');
      const query = {
        limit: pageSize,
        ...(person === '' ? {} : { person }),
        ...(action === '' ? {} : { action }),
        ...(from ? { from } : {}),
        ...(to ? { to } : {}),
        ...(pageParam === undefined ? {} : { before: pageParam.createdDate, beforeId: pageParam.id }),
      };
      return (await api('GET /log', { query, signal })).data;
    },
    initialPageParam: undefined as ActivityEntry | undefined,
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)),
    placeholderData: keepPreviousData,
  });
}
