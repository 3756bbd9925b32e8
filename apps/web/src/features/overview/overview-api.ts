import type { Role } from '@portal/contract/permissions';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { ordersKey, ordersRoute } from '#features/orders/orders-api.ts';
import { api } from '#lib/api.ts';

/** Number of orders the user can see. Disabled until the role is known. */
export function orderTotalQuery(role: Role | undefined) {
  return queryOptions({
    queryKey: [...ordersKey, 'total'],
    queryFn:
      role === undefined
        ? skipToken
        : async ({ signal }) => (await api(ordersRoute(role), { query: { limit: 1 }, signal })).total,
  });
}

/** Number of customers the user can see. */
export const customerTotalQuery = queryOptions({
  queryKey: ['customers', 'total'],
  queryFn: async ({ signal }) => (await api('GET /netsuite-customers', { query: { limit: 1 }, signal })).total,
});

/** Number of users the user can see. */
export const userTotalQuery = queryOptions({
  queryKey: ['users', 'total'],
  queryFn: async ({ signal }) => (await api('GET /users', { signal })).data.length,
});

/** Number of invitations that the user can see and that can still be accepted. */
export const invitationTotalQuery = queryOptions({
  queryKey: ['invitations', 'total'],
  queryFn: async ({ signal }) => (await api('GET /customer-invitations/active', { signal })).length,
});
