import type { Role } from '@portal/contract/permissions';

/** The order in which a user's groups are asked for the role. */
const order = ['admin', 'member', 'customer_admin', 'customer_member', 'customer_guest'] as const satisfies Role[];

/** The role that the screens go by. The server decides by itself what may be seen and done. */
export function deriveRole(groups: readonly string[]): Role {
  return order.find((role) => groups.includes(role)) ?? 'member';
}

/** Who has customers in scope. Everyone has the page; a guest's is empty. */
export function seesCustomers(role: Role): boolean {
  return role !== 'customer_guest';
}

/** Who may start a sync with NetSuite, and follow one. */
export function maySync(role: Role): boolean {
  return role !== 'customer_guest';
}

/** Who has User Management. */
export function mayManageUsers(role: Role): boolean {
  return role === 'admin' || role === 'customer_admin';
}

/** Who may ask who else sees an order or a customer. */
export function mayExplainAccess(role: Role): boolean {
  return role === 'admin' || role === 'member';
}
