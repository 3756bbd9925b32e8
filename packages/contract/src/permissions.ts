/** The five roles, in order of precedence. A group's type is the role of its members. */
export const roles = ['admin', 'member', 'customer_admin', 'customer_member', 'customer_guest'] as const;
export type Role = (typeof roles)[number];

/**
 * Every permission that an endpoint can require. One table on the server maps roles to permissions
 * (`apps/server/src/access/permissions.ts`); the contract only names them.
 */
export const permissions = [
  'public',
  'signedIn',
  'orders.listAll',
  'orders.listCustomer',
  'orders.listAssigned',
  'orders.read',
  'orders.assign',
  'orders.sync',
  'attachments.use',
  'customers.read',
  'customers.sync',
  'invitations.read',
  'invitations.manage',
  'users.read',
  'users.manage',
  'users.create',
  'groups.read',
  'groups.edit',
  'log.read',
  'sync.read',
  'sync.cancel',
  'sync.operate',
  'sync.decide',
  'access.explain',
] as const;
export type Permission = (typeof permissions)[number];

/** The roles of a customer's own people. All others are staff. */
export const customerRoles = ['customer_admin', 'customer_member', 'customer_guest'] as const satisfies readonly Role[];
