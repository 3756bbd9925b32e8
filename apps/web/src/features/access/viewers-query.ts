import type { RecordViewer } from '@portal/contract/viewers';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

/** A record with a list of people who can see it: an order or a customer, by NetSuite id. */
export interface SeenRecord {
  kind: 'order' | 'customer';
  id: string;
}

const routes = {
  order: 'GET /netsuite-sales-orders/{id}/viewers',
  customer: 'GET /netsuite-customers/{id}/viewers',
} as const;

/** People who can see a record. Access can change at any time, so the list is refetched on each open. */
export function viewersQuery({ kind, id }: SeenRecord) {
  return queryOptions({
    queryKey: ['viewers', kind, id],
    queryFn: async ({ signal }): Promise<RecordViewer[]> => (await api(routes[kind], { params: { id }, signal })).data,
    staleTime: 0,
  });
}
