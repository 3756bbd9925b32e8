import type { Permission, Role } from '@portal/contract/permissions';

const everyone: readonly Role[] = ['admin', 'member', 'customer_admin', 'customer_member', 'customer_guest'];
const allButGuests: readonly Role[] = ['admin', 'member', 'customer_admin', 'customer_member'];
const staff: readonly Role[] = ['admin', 'member'];
const administrators: readonly Role[] = ['admin', 'customer_admin'];

/** Permissions of each role. The scope decides which records they apply to. `public` requires no role. */
const holders: Record<Exclude<Permission, 'public'>, readonly Role[]> = {
  signedIn: everyone,
  'orders.listAll': ['admin'],
  'orders.listCustomer': ['member', 'customer_admin', 'customer_member'],
  'orders.listAssigned': ['customer_guest'],
  'orders.read': everyone,
  'orders.assign': staff,
  'orders.sync': allButGuests,
  'attachments.use': everyone,
  'customers.read': everyone,
  'customers.sync': allButGuests,
  'invitations.read': everyone,
  'invitations.manage': administrators,
  'users.read': everyone,
  'users.manage': administrators,
  'users.create': ['admin'],
  'groups.read': everyone,
  'groups.edit': administrators,
  'log.read': everyone,
  'sync.read': allButGuests,
  'sync.cancel': allButGuests,
  'sync.operate': staff,
  'sync.decide': ['admin'],
  'access.explain': staff,
};

/** Whether a role has a permission. A user in no known group may still read their profile and sign out. */
export function holds(role: Role | null, permission: Permission): boolean {
  if (permission === 'public') return true;
  if (role === null) return permission === 'signedIn';
  return holders[permission].includes(role);
}
