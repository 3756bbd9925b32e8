import type { Order, OrderDetail, OrderPage } from '@portal/contract/orders';
import type { Role } from '@portal/contract/permissions';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { ServerSource } from '#components/data-table/table-source.ts';
import { api } from '#lib/api.ts';

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

/** One order with its lines. What a list already knows of it shows meanwhile. */
export function orderQuery(queryClient: QueryClient, id: string) {
  return queryOptions({
    queryKey: [...ordersKey, 'detail', id],
    queryFn: ({ signal }) => api('GET /netsuite-sales-orders/{id}', { params: { id }, signal }),
    placeholderData: () => findListed(queryClient, id),
  });
}

function findListed(queryClient: QueryClient, id: string): OrderDetail | undefined {
  const lists = queryClient.getQueriesData<Partial<OrderPage>>({ queryKey: ordersKey });
  for (const [, list] of lists) {
    const order = list?.items?.find((item) => item.id === id);
    if (order !== undefined) return order;
  }
  return undefined;
}
