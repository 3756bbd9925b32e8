import { customerRoles, type Role, roles } from '@portal/contract/permissions';
import { type Decided, decide } from './decision.ts';
import type { Viewer } from './viewer.ts';

/**
 * Which users one sees, and with them their invitations. A customer's are those of its own three groups: staff who are
 * linked to a customer stay staff.
 */
export type UserScope = Decided & {
  readonly users:
    | { readonly kind: 'all' }
    | { readonly kind: 'customers' }
    | { readonly kind: 'customer'; readonly customerId: string }
    | { readonly kind: 'own'; readonly userId: string }
    | { readonly kind: 'none' };
};

/** Which groups one sees, and in whose words: those of a customer, or the portal's own. */
export type GroupScope = Decided & { readonly types: readonly Role[]; readonly wordsOf: string | null };

/**
 * What an administrator may make of others: into which groups it may put them, and to which customer they then belong;
 * null leaves the choice. Nobody grants more than it holds itself.
 */
export type PlacementScope = Decided & { readonly types: readonly Role[]; readonly customerId: string | null };

/** Staff see everybody, a customer's people each other, guests and who belongs to no customer oneself alone. */
export function userScope(viewer: Viewer): UserScope {
  const own = { kind: 'own', userId: viewer.userId } as const;
  switch (viewer.role) {
    case 'admin':
    case 'member':
      return decide({ users: { kind: 'all' } as const });
    case 'customer_admin':
    case 'customer_member':
      if (viewer.customerId === null) return decide({ users: own });
      return decide({ users: { kind: 'customer', customerId: viewer.customerId } as const });
    case 'customer_guest':
      return decide({ users: own });
    case null:
      return decide({ users: { kind: 'none' } as const });
  }
}

/** Of the users one sees, those whom one administers: whom one may edit, delete, and whose invitations one may send. */
export function administeredUsers(viewer: Viewer): UserScope {
  const isAdministrator = viewer.role === 'admin' || viewer.role === 'customer_admin';
  // Without a customer there is no company to administer, not even oneself as its only member.
  if (!isAdministrator || (viewer.role === 'customer_admin' && viewer.customerId === null)) {
    return decide({ users: { kind: 'none' } as const });
  }
  return userScope(viewer);
}

/** Of the users one sees, those who share one's customer; for staff, the people of all customers. */
export function relatedUsers(viewer: Viewer): UserScope {
  const scope = userScope(viewer);
  return scope.users.kind === 'all' ? decide({ users: { kind: 'customers' } as const }) : scope;
}

/** Staff see all groups in the portal's own words, a customer's people its three in the words of their company. */
export function groupScope(viewer: Viewer): GroupScope {
  switch (viewer.role) {
    case 'admin':
    case 'member':
      return decide({ types: roles, wordsOf: null });
    case 'customer_admin':
    case 'customer_member':
    case 'customer_guest':
      return decide({ types: customerRoles, wordsOf: viewer.customerId });
    case null:
      return decide({ types: [], wordsOf: null });
  }
}

/** Of the groups one sees, those whose name one may change: for everybody, or for one's own customer. */
export function editableGroups(viewer: Viewer): GroupScope {
  const mayEdit = viewer.role === 'admin' || (viewer.role === 'customer_admin' && viewer.customerId !== null);
  return mayEdit ? groupScope(viewer) : decide({ types: [], wordsOf: null });
}

/** Administrators put people somewhere; a customer's own into its three groups, for that customer. */
export function placementScope(viewer: Viewer): PlacementScope {
  if (viewer.role === 'admin') return decide({ types: roles, customerId: null });
  if (viewer.role === 'customer_admin' && viewer.customerId !== null) {
    return decide({ types: customerRoles, customerId: viewer.customerId });
  }
  return decide({ types: [], customerId: null });
}
