import type { Role } from '@portal/contract/permissions';

/** Query key prefix of all order data; a sync invalidates it. */
export const ordersKey = ['sales-orders'] as const;

/** Endpoint of the orders list that the role can request. */
export function ordersEndpoint(role: Role) {
  if (role === 'admin') return 'GET /netsuite-sales-orders';
  if (role === 'customer_guest') return 'GET /netsuite-sales-orders/assigned-orders';
  return 'GET /netsuite-sales-orders/customer';
}
