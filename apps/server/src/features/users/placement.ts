import type { Role } from '@portal/contract/permissions';
import type { PlacementScope } from '../../access/people-scope.ts';
import type { Database } from '../../platform/database.ts';
import { forbidden, invalidField } from '../../platform/errors.ts';
import { findCustomerIds, findGroupsById } from './queries.ts';

/**
 * Requested group, customer and end. Empty means none; undefined means none for a new user and unchanged for an
 * existing one.
 */
export type WantedPlacement = {
  groupId: string;
  customerNetsuiteId?: string | undefined;
  /** Instant at which a guest's access ends. */
  expiresAt?: string | undefined;
};

/** Validated placement, ready to be written. */
export type Placement = {
  group: { id: string; type: Role; name: string };
  customerId: string | null;
  expiresAt: string | null;
};

/** The requested groups and customers as stored in the database. */
export type PlacementFacts = { groups: Awaited<ReturnType<typeof findGroupsById>>; customers: Set<string> };

/** Reads what `placeUser` needs for any number of people in two statements. */
export async function readPlacementFacts(db: Database, wanted: readonly WantedPlacement[]): Promise<PlacementFacts> {
  const customerIds = wanted.map(({ customerNetsuiteId = '' }) => customerNetsuiteId).filter((id) => id !== '');
  return {
    groups: await findGroupsById(db, [...new Set(wanted.map(({ groupId }) => groupId))]),
    customers: await findCustomerIds(db, [...new Set(customerIds)]),
  };
}

type Present = { customerId: string | null; expiresAt: string | null };

/**
 * Validates where a new or edited user goes. `present` is an edited user's current placement: values that are left out
 * stay if the group allows them, and a customer that is no longer in the mirror or an end date in the past may stay.
 * Errors: 400 naming the field; 403 for a group or customer that the caller may not assign.
 */
export function placeUser(
  scope: PlacementScope,
  { groups, customers }: PlacementFacts,
  wanted: WantedPlacement,
  now: Date,
  present?: Present,
): Placement {
  const group = groups.get(wanted.groupId);
  if (group === undefined) throw invalidField('groupId', 'There is no such group.');
  if (!scope.types.includes(group.type)) {
    throw forbidden(scope.types.length === 0 ? undefined : 'You can only use the groups of your own company.');
  }
  const wantedCustomer = wanted.customerNetsuiteId ?? (group.type === 'admin' ? null : present?.customerId);
  const customerId = placeAtCustomer(scope, customers, group.type, wantedCustomer || null, present);
  const expiresAt = (wanted.expiresAt ?? (group.type === 'customer_guest' ? present?.expiresAt : null)) || null;
  if (expiresAt !== null && group.type !== 'customer_guest') {
    throw invalidField('expiresAt', 'Only the access of guests can have an end date.');
  }
  if (expiresAt !== null && !isSameInstant(expiresAt, present?.expiresAt ?? null) && new Date(expiresAt) <= now) {
    throw invalidField('expiresAt', 'The end date has already passed.');
  }
  return { group, customerId, expiresAt };
}

function placeAtCustomer(
  scope: PlacementScope,
  customers: ReadonlySet<string>,
  role: Role,
  wanted: string | null,
  present: { customerId: string | null } | undefined,
): string | null {
  if (role === 'admin') {
    if (wanted !== null) throw invalidField('customerNetsuiteId', 'An administrator belongs to no customer.');
    return null;
  }
  const customerId = wanted ?? (role === 'member' ? null : scope.customerId);
  if (customerId === null) {
    if (role === 'member') return null;
    throw invalidField('customerNetsuiteId', 'A customer is required for this group.');
  }
  if (scope.customerId !== null && scope.customerId !== customerId) {
    throw forbidden('You can only invite and edit people of your own company.');
  }
  if (customerId === present?.customerId || customerId === scope.customerId) return customerId;
  if (!customers.has(customerId)) throw invalidField('customerNetsuiteId', 'There is no such customer.');
  return customerId;
}

/** Whether two ends are the same instant, whatever their format. */
export function isSameInstant(one: string | null, other: string | null): boolean {
  return one === null || other === null ? one === other : Date.parse(one) === Date.parse(other);
}
