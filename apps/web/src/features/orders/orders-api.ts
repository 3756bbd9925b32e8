import type { Order, OrderDetail, OrderPage } from '@portal/contract/orders';
import type { Role } from '@portal/contract/permissions';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { ServerSource } from '#components/data-table/table-source.ts';
import { api } from '#lib/api.ts';
import { retryOnce } from '#lib/query-client.ts';

/** Everything read about orders stands below this key; a sync invalidates it. */
export const ordersKey = ['sales-orders'] as const;

/** The list of orders that a role may ask for. */
export function ordersRoute(role: Role) {
  if (role === 'admin') return 'GET /netsuite-sales-orders';
  if (role === 'customer_guest') return 'GET /netsuite-sales-orders/assigned-orders';
  return 'GET /netsuite-sales-orders/customer';
}

/** The orders in the caller's scope, page by page. */
export function ordersSource(role: Role): ServerSource<Order> {
  const route = ordersRoute(role);
  return {
    queryKey: [...ordersKey, 'list', route],
    fetchPage: (request, signal) => api(route, { query: { ...request }, signal }),
  };
}

/**
 * One order as the portal has stored it: NetSuite is never asked, so that it is quick and hovering may prefetch it. What
 * a list already has of the order shows meanwhile, and where the order cannot be read.
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
 * The items of one version of an order, read from NetSuite where the portal has not stored them. Fails with
 * ItemsUnavailableError when NetSuite cannot be reached: a failure is not cached, and is asked again.
 */
export function orderItemsQuery(id: string, lastModifiedDate: string | undefined) {
  return queryOptions({
    queryKey: [...ordersKey, 'items', id, lastModifiedDate],
    queryFn: async ({ signal }) => {
      const { rawData } = await api('GET /netsuite-sales-orders/{id}', { params: { id }, signal });
      if (rawData.item === undefined) throw new ItemsUnavailableError();
      return rawData.item;
    },
    // The server has waited for NetSuite already: the reader decides when to try again.
    retry: (failures, error) => !(error instanceof ItemsUnavailableError) && retryOnce(failures, error),
  });
}

/** What a list has read of an order. */
export function findListedOrder(queryClient: QueryClient, id: string): OrderDetail | undefined {
  const lists = queryClient.getQueriesData<Partial<OrderPage>>({ queryKey: ordersKey });
  for (const [, list] of lists) {
    const order = list?.items?.find((item) => item.id === id);
    if (order !== undefined) return order;
  }
  return undefined;
}
