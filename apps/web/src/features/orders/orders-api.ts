import type { Order, OrderDetail, OrderPage } from '@portal/contract/orders';
import type { Role } from '@portal/contract/permissions';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { ServerSource } from '#components/data-table/table-source.ts';
import { api } from '#lib/api.ts';
import { ordersKey, ordersRoute } from '#lib/orders-route.ts';
import { retryOnce } from '#lib/query-client.ts';

/** Orders in the user's scope, page by page. */
export function ordersSource(role: Role): ServerSource<Order> {
  const route = ordersRoute(role);
  return {
    queryKey: [...ordersKey, 'list', route],
    fetchPage: (request, signal) => api(route, { query: { ...request }, signal }),
  };
}

/**
 * One order as stored in the portal. This never queries NetSuite, so it is fast and hovering can prefetch it. A list's
 * copy of the order shows while loading and if the order cannot be loaded.
 */
export function orderQuery(queryClient: QueryClient, id: string) {
  return queryOptions({
    queryKey: [...ordersKey, 'detail', id],
    queryFn: ({ signal }) =>
      api('GET /netsuite-sales-orders/{id}', { params: { id }, query: { items: 'stored' }, signal }),
    placeholderData: () => findListedOrder(queryClient, id),
  });
}

/** NetSuite holds the items and could not be reached. */
export class ItemsUnavailableError extends Error {}

/**
 * Items of one version of an order, read from NetSuite if the portal has not stored them. Fails with
 * ItemsUnavailableError when NetSuite cannot be reached. A failure is not cached, so the next open requests the items
 * again.
 */
export function orderItemsQuery(id: string, lastModifiedDate: string | undefined) {
  return queryOptions({
    queryKey: [...ordersKey, 'items', id, lastModifiedDate],
    queryFn: async ({ signal }) => {
      const { rawData } = await api('GET /netsuite-sales-orders/{id}', { params: { id }, signal });
      if (rawData.item === undefined) throw new ItemsUnavailableError();
      return rawData.item;
    },
    // The server has already waited for NetSuite, so the user decides when to retry.
    retry: (failures, error) => !(error instanceof ItemsUnavailableError) && retryOnce(failures, error),
  });
}

/** Finds an order in the cached list pages. */
export function findListedOrder(queryClient: QueryClient, id: string): OrderDetail | undefined {
  const lists = queryClient.getQueriesData<Partial<OrderPage>>({ queryKey: ordersKey });
  for (const [, list] of lists) {
    const order = list?.items?.find((item) => item.id === id);
    if (order !== undefined) return order;
  }
  return undefined;
}
