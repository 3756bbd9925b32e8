import { roles } from '@portal/contract/permissions';
import type { RecordViewer } from '@portal/contract/viewers';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { compareTexts } from '#lib/compare-texts.ts';
import { personName } from '#lib/initials.ts';
import { readPages } from '#lib/read-pages.ts';

/** A record with a list of people who can see it: an order or a customer, by NetSuite id. */
export interface SeenRecord {
  kind: 'order' | 'customer';
  id: string;
}

const routes = {
  order: 'GET /netsuite-sales-orders/{id}/viewers',
  customer: 'GET /netsuite-customers/{id}/viewers',
} as const;

/** People who can see a record, by role and name. Access can change at any time, so the list is refetched on each open. */
export function viewersQuery({ kind, id }: SeenRecord) {
  return queryOptions({
    queryKey: ['viewers', kind, id],
    queryFn: async ({ signal }) => {
      const readPage = async (after?: string) =>
        (await api(routes[kind], { params: { id }, query: { after }, signal })).data;
      return readPages(({ userId }) => userId, readPage, byRoleAndName);
    },
    staleTime: 0,
  });
}

function byRoleAndName(one: RecordViewer, other: RecordViewer): number {
  return roles.indexOf(one.role) - roles.indexOf(other.role) || compareTexts(personName(one), personName(other));
}
