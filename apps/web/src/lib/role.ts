import { type Role, roles } from '@portal/contract/permissions';

/** The role that the UI uses: the first of a user's groups in the order of `roles`. The server checks permissions on its own. */
export function deriveRole(groups: readonly string[]): Role {
  return roles.find((role) => groups.includes(role)) ?? 'member';
}

export function isRole(name: string): name is Role {
  return roles.some((role) => role === name);
}

export function isAdmin(role: Role): boolean {
  return role === 'admin';
}

export function isGuest(role: Role): boolean {
  return role === 'customer_guest';
}

/** Whether members of the group belong to a customer. */
export function isCustomerType(group: { type: string } | undefined): boolean {
  return group?.type.includes('customer') ?? false;
}

/** Whether members of the group can have an end of access. */
export function isGuestType(group: { type: string } | undefined): boolean {
  return group?.type === 'customer_guest';
}

/** Roles with customers in scope. All roles have the page; a guest's is empty. */
export function seesCustomers(role: Role): boolean {
  return !isGuest(role);
}

/** Roles that may start and follow a NetSuite sync. */
export function maySync(role: Role): boolean {
  return !isGuest(role);
}

/** Roles with User Management. */
export function mayManageUsers(role: Role): boolean {
  return isAdmin(role) || role === 'customer_admin';
}

/** Roles that may create users without an invitation. */
export function mayRegisterUsers(role: Role): boolean {
  return isAdmin(role);
}

/** Roles whose names for groups are those of their own customer. */
export function namesOwnGroups(role: Role): boolean {
  return role === 'customer_admin';
}

/** Roles that may remove records that NetSuite no longer returns. */
export function mayDecideDeletions(role: Role): boolean {
  return isAdmin(role);
}

/** Roles of the portal's own people. All others belong to a customer. */
export function isStaff(role: Role): boolean {
  return isAdmin(role) || role === 'member';
}

/** Roles that see the numbers by which customers and carriers identify an order. */
export function seesOrderNumbers(role: Role): boolean {
  return !isGuest(role);
}

/** Roles that see which orders lack papers: those who ask for them and those who are asked. */
export function seesWantedPapers(role: Role): boolean {
  return isStaff(role) || isGuest(role);
}

/** Roles that see how far orders are billed and paid. */
export function seesInvoices(role: Role): boolean {
  return !isGuest(role);
}

/** Roles that see the balances of customers and the unpaid amounts of invoices. */
export function seesBalances(role: Role): boolean {
  return role !== 'customer_member' && !isGuest(role);
}

export function seesFailedSignIns(role: Role): boolean {
  return isAdmin(role);
}

/** Endpoint of the orders list that the role may request. */
export function ordersEndpoint(role: Role) {
  if (isAdmin(role)) return 'GET /netsuite-sales-orders';
  return isGuest(role) ? 'GET /netsuite-sales-orders/assigned-orders' : 'GET /netsuite-sales-orders/customer';
}

/** Roles that may assign orders to guests, and so can select rows. */
export function mayAssignOrders(role: Role): boolean {
  return isStaff(role);
}
