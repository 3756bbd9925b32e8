import type { Customer, CustomerPage } from '@portal/contract/customers';
import type { Order, OrderPage } from '@portal/contract/orders';
import type { Role } from '@portal/contract/permissions';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { ordersKey } from '#lib/query-client.ts';
import { ordersEndpoint, seesCustomers, seesOrderNumbers } from '#lib/role.ts';

/** Search results for the text in the palette. */
export interface Found {
  /** Undefined if there is nothing to show: no text, no response yet, or not available to this role. */
  orders: OrderPage | undefined;
  customers: CustomerPage | undefined;
  /** The results are loading; those shown belong to an earlier text and cannot be chosen. */
  pending: boolean;
  error: Error | null;
  retry: () => unknown;
}

/**
 * Searches orders and customers.
 * @param text debounced search text
 * @param typed current value of the field
 */
export function useFound(role: Role, text: string, typed: string): Found {
  const orders = useQuery(foundOrdersQuery(role, text));
  const customers = useQuery(foundCustomersQuery(role, text));
  const asked = [orders, ...(seesCustomers(role) ? [customers] : [])];
  const isAsking = text !== '' && asked.some(({ isPending, isPlaceholderData }) => isPending || isPlaceholderData);
  const failed = asked.filter(({ isError }) => isError);
  const shows = text !== '' && typed !== '';
  return {
    orders: shows ? orders.data : undefined,
    customers: shows && seesCustomers(role) ? customers.data : undefined,
    pending: typed !== '' && (typed !== text || (isAsking && failed.length === 0)),
    error: shows ? (failed[0]?.error ?? null) : null,
    retry: () => Promise.all(failed.map(({ refetch }) => refetch())),
  };
}

/** Number of results to request; only the closest matches of them are shown. */
const read = 20;
const shown = 5;

/** Orders in the user's scope that match the text: sorted by number if it contains a digit, else newest first. */
function foundOrdersQuery(role: Role, text: string) {
  const byNumber = /\d/.test(text) && seesOrderNumbers(role);
  const sort = byNumber
    ? ({ sortBy: 'tranId', sortOrder: 'ASC' } as const)
    : ({ sortBy: 'createdDate', sortOrder: 'DESC' } as const);
  return queryOptions({
    queryKey: [...ordersKey, 'palette', ordersEndpoint(role), text],
    queryFn: async ({ signal }): Promise<OrderPage> => {
      const page = await api(ordersEndpoint(role), { query: { search: text, limit: read, ...sort }, signal });
      return { ...page, items: nearest(page.items, text, orderNames) };
    },
    enabled: text !== '',
    placeholderData: keepPreviousData,
  });
}

/** Customers in the user's scope that match the text; disabled for roles without customers. */
function foundCustomersQuery(role: Role, text: string) {
  const sortBy = /\d/.test(text) ? 'entityId' : 'companyName';
  return queryOptions({
    queryKey: ['customers', 'palette', text],
    queryFn: async ({ signal }): Promise<CustomerPage> => {
      const query = { search: text, limit: read, sortBy, sortOrder: 'ASC' } as const;
      const page = await api('GET /netsuite-customers', { query, signal });
      return { ...page, items: nearest(page.items, text, customerNames) };
    },
    enabled: text !== '' && seesCustomers(role),
    placeholderData: keepPreviousData,
  });
}

function orderNames({ rawData: { tranId, otherRefNum, memo } }: Order) {
  return [tranId, otherRefNum, memo];
}

function customerNames({ id, rawData: { entityId, companyName } }: Customer) {
  return [entityId, entityId?.split(' ')[0], companyName, id];
}

type Names<Item> = (item: Item) => readonly (string | undefined)[];

/**
 * Sorts exact matches of number or name first, then equal digits, then prefix matches; otherwise keeps the order. Of
 * names that match alike, an earlier one comes first: an order's own number before a BOL with the same digits.
 */
export function nearest<Item>(items: readonly Item[], text: string, namesOf: Names<Item>): Item[] {
  const wanted = text.toLowerCase();
  const distance = (item: Item) =>
    Math.min(...namesOf(item).map((name, position) => distanceOf(name?.toLowerCase(), wanted) + position / 10));
  return items
    .map((item) => ({ item, distance: distance(item) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, shown)
    .map(({ item }) => item);
}

/** Equal for all names that do not match, so that the first one's distance is that of an item without a match. */
function distanceOf(name: string | undefined, wanted: string): number {
  if (name === wanted) return 0;
  // '10248' matches SO10248.
  if (name?.replace(/^\D+/, '') === wanted) return 1;
  if (name?.startsWith(wanted)) return 2;
  return 3;
}
