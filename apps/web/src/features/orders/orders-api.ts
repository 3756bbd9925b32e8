import type { Order, OrderDetail } from '@portal/contract/orders';
import type { Role } from '@portal/contract/permissions';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { findCachedRow, type ServerSource } from '#components/data-table/use-table-rows.ts';
import { api } from '#lib/api.ts';
import { ordersKey } from '#lib/query-client.ts';
import { ordersEndpoint } from '#lib/role.ts';

/** Orders in the user's scope, page by page. */
export function ordersSource(role: Role): ServerSource<Order> {
  const endpoint = ordersEndpoint(role);
  return {
    queryKey: [...ordersKey, 'list', endpoint],
    fetchPage: (request, signal) => api(endpoint, { query: { ...request }, signal }),
  };
}

/**
 * One order with its items. Hovering can prefetch it. A list's copy of the order, without items, shows while loading and
 * if the order cannot be loaded.
 */
export function orderQuery(queryClient: QueryClient, id: string) {
  return queryOptions({
    queryKey: [...ordersKey, 'detail', id],
    queryFn: ({ signal }) => api('GET /netsuite-sales-orders/{id}', { params: { id }, signal }),
    placeholderData: () => findListedOrder(queryClient, id),
  });
}

/** Finds an order in the cached list pages. */
export function findListedOrder(queryClient: QueryClient, id: string): OrderDetail | undefined {
  return findCachedRow<Order>(queryClient, ordersKey, id);
}
