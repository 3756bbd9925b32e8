import { customerRoles, type Role, roles } from '@portal/contract/permissions';
import { type Branded, brand } from './brand.ts';
import type { CurrentUser } from './current-user.ts';

/**
 * Which users one sees, and with them their invitations. A customer's are those of its own three groups: staff who are
 * linked to a customer stay staff.
 */
export type UserScope = Branded & {
  readonly users:
    | { readonly kind: 'all' }
    | { readonly kind: 'customers' }
    | { readonly kind: 'customer'; readonly customerId: string }
    | { readonly kind: 'own'; readonly userId: string }
    | { readonly kind: 'none' };
};

/** Which groups one sees, and in whose words: those of a customer, or the portal's own. */
export type GroupScope = Branded & { readonly types: readonly Role[]; readonly labelsOfCustomer: string | null };

/**
 * What an administrator may make of others: into which groups it may put them, and to which customer they then belong;
 * null leaves the choice. Nobody grants more than it holds itself.
 */
export type PlacementScope = Branded & { readonly types: readonly Role[]; readonly customerId: string | null };

/** Staff see everybody, a customer's people each other, guests and who belongs to no customer oneself alone. */
export function userScope(currentUser: CurrentUser): UserScope {
  const own = { kind: 'own', userId: currentUser.userId } as const;
  switch (currentUser.role) {
    case 'admin':
    case 'member':
      return brand({ users: { kind: 'all' } as const });
    case 'customer_admin':
    case 'customer_member':
      if (currentUser.customerId === null) return brand({ users: own });
      return brand({ users: { kind: 'customer', customerId: currentUser.customerId } as const });
    case 'customer_guest':
      return brand({ users: own });
    case null:
      return brand({ users: { kind: 'none' } as const });
  }
}

/** Of the users one sees, those whom one administers: whom one may edit, delete, and whose invitations one may send. */
export function administeredUsers(currentUser: CurrentUser): UserScope {
  const isAdministrator = currentUser.role === 'admin' || currentUser.role === 'customer_admin';
  // Without a customer there is no company to administer, not even oneself as its only member.
  if (!isAdministrator || (currentUser.role === 'customer_admin' && currentUser.customerId === null)) {
    return brand({ users: { kind: 'none' } as const });
  }
  return userScope(currentUser);
}

/** Of the users one sees, those who share one's customer; for staff, the people of all customers. */
export function relatedUsers(currentUser: CurrentUser): UserScope {
  const scope = userScope(currentUser);
  return scope.users.kind === 'all' ? brand({ users: { kind: 'customers' } as const }) : scope;
}

/** Staff see all groups in the portal's own words, a customer's people its three in the words of their company. */
export function groupScope(currentUser: CurrentUser): GroupScope {
  switch (currentUser.role) {
    case 'admin':
    case 'member':
      return brand({ types: roles, labelsOfCustomer: null });
    case 'customer_admin':
    case 'customer_member':
    case 'customer_guest':
      return brand({ types: customerRoles, labelsOfCustomer: currentUser.customerId });
    case null:
      return brand({ types: [], labelsOfCustomer: null });
  }
}

/** Of the groups one sees, those whose name one may change: for everybody, or for one's own customer. */
export function editableGroups(currentUser: CurrentUser): GroupScope {
  const mayEdit =
    currentUser.role === 'admin' || (currentUser.role === 'customer_admin' && currentUser.customerId !== null);
  return mayEdit ? groupScope(currentUser) : brand({ types: [], labelsOfCustomer: null });
}

/** Administrators put people somewhere; a customer's own into its three groups, for that customer. */
export function placementScope(currentUser: CurrentUser): PlacementScope {
  if (currentUser.role === 'admin') return brand({ types: roles, customerId: null });
  if (currentUser.role === 'customer_admin' && currentUser.customerId !== null) {
    return brand({ types: customerRoles, customerId: currentUser.customerId });
  }
  return brand({ types: [], customerId: null });
}
