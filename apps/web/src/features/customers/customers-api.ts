import type { Customer, CustomerPage } from '@portal/contract/customers';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { PageRequest, ServerSource } from '#components/data-table/table-source.ts';
import { api } from '#lib/api.ts';

/** Everything read about customers stands below this key; a sync invalidates it. */
const customersKey = ['customers'] as const;

/** The customers in the caller's scope, page by page. */
export const customersSource: ServerSource<Customer> = {
  queryKey: [...customersKey, 'list'],
  fetchPage: (request, signal) => api('GET /netsuite-customers', { query: listQuery(request), signal }),
};

/** The query of a page: three filters are keys of their own in it, the others stay in `filter`. */
function listQuery({ filter = '{}', ...page }: PageRequest) {
  const { companyName, email, category, ...others }: Readonly<Record<string, string>> = JSON.parse(filter);
  const rest = Object.keys(others).length === 0 ? undefined : JSON.stringify(others);
  return { ...page, companyName, email, category, filter: rest };
}

/** One customer. What a list already knows of it shows meanwhile. */
export function customerQuery(queryClient: QueryClient, id: string) {
  return queryOptions({
    queryKey: [...customersKey, 'detail', id],
    queryFn: ({ signal }) => api('GET /netsuite-customers/{id}', { params: { id }, signal }),
    placeholderData: () => findListedCustomer(queryClient, id),
  });
}

/** The latest orders of a customer. They are orders: a sync of those refreshes them, and their dialog finds them. */
export function customerOrdersQuery(id: string) {
  return queryOptions({
    queryKey: ['sales-orders', 'of-customer', id],
    queryFn: ({ signal }) =>
      api('GET /netsuite-customers/{id}/orders', {
        params: { id },
        query: { limit: 5, sortBy: 'createdDate', sortOrder: 'DESC' },
        signal,
      }),
  });
}

/** What a list has read of a customer. */
export function findListedCustomer(queryClient: QueryClient, id: string): Customer | undefined {
  const lists = queryClient.getQueriesData<Partial<CustomerPage>>({ queryKey: customersSource.queryKey });
  for (const [, list] of lists) {
    const customer = list?.items?.find((item) => item.id === id);
    if (customer !== undefined) return customer;
  }
  return undefined;
}
