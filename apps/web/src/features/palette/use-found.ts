import type { CustomerPage } from '@portal/contract/customers';
import type { OrderPage } from '@portal/contract/orders';
import type { Role } from '@portal/contract/permissions';
import { useQuery } from '@tanstack/react-query';
import { seesCustomers } from '#lib/role.ts';
import { foundCustomersQuery, foundOrdersQuery } from './palette-search.ts';

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
