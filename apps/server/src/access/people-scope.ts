import { customerRoles, type Role, roles } from '@portal/contract/permissions';
import { type Branded, brand } from './brand.ts';
import type { CurrentUser } from './current-user.ts';

/**
 * Which users, and therefore which invitations, are visible. A customer's people see those in the customer's own three
 * groups; staff who are linked to a customer remain staff.
 */
export type UserScope = Branded & {
  readonly users:
    | { readonly kind: 'all' }
    | { readonly kind: 'customers' }
    | { readonly kind: 'customer'; readonly customerId: string }
    | { readonly kind: 'own'; readonly userId: string }
    | { readonly kind: 'none' };
};

/** Groups visible to the user, with the customer's own names where it has renamed them. */
export type GroupScope = Branded & { readonly types: readonly Role[]; readonly labelsOfCustomer: string | null };

/**
 * Groups that an administrator may assign, and the customer that assigned users then belong to; null means any. No
 * administrator can grant more rights than their own.
 */
export type PlacementScope = Branded & { readonly types: readonly Role[]; readonly customerId: string | null };

/**
 * Staff see everyone, a customer's people see each other, and guests and users without a customer see only themselves.
 */
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

/** For users who are identified by a password, a mailed code or a mailed link. */
export function anyUserScope(): UserScope {
  return brand({ users: { kind: 'all' } as const });
}

/** Visible users that the current user may administer: edit, delete and invite again. */
export function administeredUsers(currentUser: CurrentUser): UserScope {
  const isAdministrator = currentUser.role === 'admin' || currentUser.role === 'customer_admin';
  // Without a customer there is no company to administer, not even for its only member.
  if (!isAdministrator || (currentUser.role === 'customer_admin' && currentUser.customerId === null)) {
    return brand({ users: { kind: 'none' } as const });
  }
  return userScope(currentUser);
}

/** Visible users of the current user's own customer; for staff, the users of all customers. */
export function relatedUsers(currentUser: CurrentUser): UserScope {
  const scope = userScope(currentUser);
  return scope.users.kind === 'all' ? brand({ users: { kind: 'customers' } as const }) : scope;
}

/**
 * Staff see all groups with their default names; a customer's people see three groups with the customer's own names.
 */
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

/** Visible groups that the user may rename, for everyone or for their own customer. */
export function editableGroups(currentUser: CurrentUser): GroupScope {
  const mayEdit =
    currentUser.role === 'admin' || (currentUser.role === 'customer_admin' && currentUser.customerId !== null);
  return mayEdit ? groupScope(currentUser) : brand({ types: [], labelsOfCustomer: null });
}

/**
 * Groups that administrators may assign. A customer's administrator may assign its three groups, for that customer
 * only.
 */
export function placementScope(currentUser: CurrentUser): PlacementScope {
  if (currentUser.role === 'admin') return brand({ types: roles, customerId: null });
  if (currentUser.role === 'customer_admin' && currentUser.customerId !== null) {
    return brand({ types: customerRoles, customerId: currentUser.customerId });
  }
  return brand({ types: [], customerId: null });
}
