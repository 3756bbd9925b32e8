import type { Customer, CustomerDetail } from '@portal/contract/customers';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { PageRequest } from '#components/data-table/page-request.ts';
import { findCachedRow, type ServerSource } from '#components/data-table/use-table-rows.ts';
import { api } from '#lib/api.ts';
import { ordersKey } from '#lib/query-client.ts';

/** Query key prefix of all customer data; a sync invalidates it. */
const customersKey = ['customers'] as const;

/** Customers in the user's scope, page by page. */
export const customersSource: ServerSource<Customer> = {
  queryKey: [...customersKey, 'list'],
  fetchPage: (request, signal) => api('GET /netsuite-customers', { query: listQuery(request), signal }),
};

/** Query parameters for a page: three filters have their own parameters, the others go into `filter`. */
function listQuery({ filter = '{}', ...page }: PageRequest) {
  const { companyName, email, category, ...others }: Readonly<Record<string, string>> = JSON.parse(filter);
  const rest = Object.keys(others).length === 0 ? undefined : JSON.stringify(others);
  return { ...page, companyName, email, category, filter: rest };
}

/** One customer. Shows the list's copy while loading. */
export function customerQuery(queryClient: QueryClient, id: string) {
  return queryOptions({
    queryKey: [...customersKey, 'detail', id],
    queryFn: ({ signal }) => api('GET /netsuite-customers/{id}', { params: { id }, signal }),
    placeholderData: () => findListedCustomer(queryClient, id),
  });
}

/**
 * Latest orders of a customer, cached under the orders key: an order sync refreshes them, and the order dialog finds
 * them.
 */
export function customerOrdersQuery(id: string) {
  return queryOptions({
    queryKey: [...ordersKey, 'of-customer', id],
    queryFn: ({ signal }) =>
      api('GET /netsuite-customers/{id}/orders', {
        params: { id },
        query: { limit: 5, sortBy: 'createdDate', sortOrder: 'DESC' },
        signal,
      }),
  });
}

/** Finds a customer in the cached list pages. */
export function findListedCustomer(queryClient: QueryClient, id: string): CustomerDetail | undefined {
  return findCachedRow<Customer>(queryClient, customersSource.queryKey, id);
}
