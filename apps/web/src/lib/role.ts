import type { Role } from '@portal/contract/permissions';

/** Precedence of the roles among a user's groups. */
const roles = ['admin', 'member', 'customer_admin', 'customer_member', 'customer_guest'] as const satisfies Role[];

/** The role that the UI uses. The server checks permissions on its own. */
export function deriveRole(groups: readonly string[]): Role {
  return roles.find((role) => groups.includes(role)) ?? 'member';
}

export function isRole(name: string): name is Role {
  return roles.some((role) => role === name);
}

/** Roles with customers in scope. All roles have the page; a guest's is empty. */
export function seesCustomers(role: Role): boolean {
  return role !== 'customer_guest';
}

/** Roles that may start and follow a NetSuite sync. */
export function maySync(role: Role): boolean {
  return role !== 'customer_guest';
}

/** Roles with User Management. */
export function mayManageUsers(role: Role): boolean {
  return role === 'admin' || role === 'customer_admin';
}

/** Roles that may see who else can see an order or customer. */
export function mayExplainAccess(role: Role): boolean {
  return role === 'admin' || role === 'member';
}
