import type { RecordViewer } from '@portal/contract/viewers';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

/** What people can see: an order or a customer, by NetSuite's id. */
export interface SeenRecord {
  kind: 'order' | 'customer';
  id: string;
}

const routes = {
  order: 'GET /netsuite-sales-orders/{id}/viewers',
  customer: 'GET /netsuite-customers/{id}/viewers',
} as const;

/** Who sees a record. Rights change at any time: it is asked anew each time it is opened. */
export function viewersQuery({ kind, id }: SeenRecord) {
  return queryOptions({
    queryKey: ['viewers', kind, id],
    queryFn: async ({ signal }): Promise<RecordViewer[]> => (await api(routes[kind], { params: { id }, signal })).data,
    staleTime: 0,
  });
}
