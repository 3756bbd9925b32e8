import type { Role } from '@portal/contract/permissions';
import type { PlacementScope, UserScope } from '../../access/people-scope.ts';
import { usersWithin } from '../../access/scope-sql.ts';
import { isPast } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { forbidden, invalidField } from '../../platform/errors.ts';
import { runSql, sql } from '../../platform/sql.ts';

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
 * stay if the group allows them, and a customer that is no longer in the mirror or an end date in the past may stay; that
 * end stays in every group.
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
  const end = present?.expiresAt ?? null;
  // An account in any group may have been disabled by command, and editing it must not enable it.
  const keepsEnd = group.type === 'customer_guest' || isPast(end, now);
  const expiresAt = (wanted.expiresAt ?? (keepsEnd ? end : null)) || null;
  const isChanged = !isSameInstant(expiresAt, end);
  if (expiresAt !== null && group.type !== 'customer_guest' && (isChanged || !isPast(end, now))) {
    throw invalidField('expiresAt', 'Only the access of guests can have an end date.');
  }
  if (isPast(expiresAt, now) && isChanged) {
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

/** Returns groups by id, with the portal's own names. */
async function findGroupsById(
  db: Database,
  ids: readonly string[],
): Promise<Map<string, { id: string; type: Role; name: string }>> {
  const groups = await db.selectFrom('groups').select(['id', 'type', 'name']).where('id', 'in', ids).execute();
  return new Map(groups.map((group) => [group.id, group]));
}

/** Returns which of the customers exist. */
async function findCustomerIds(db: Database, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const customers = await db.selectFrom('customers').select('id').where('id', 'in', ids).execute();
  return new Set(customers.map(({ id }) => id));
}

/** Columns of a user that are given by its placement. */
export function columnsOf({ group, customerId, expiresAt }: Placement) {
  return { group_id: group.id, customer_id: customerId, expires_at: expiresAt };
}

type NewUser = ReturnType<typeof columnsOf> & {
  email: string;
  full_name: string;
  /** Absent while the user is pending, until an invitation is accepted. */
  password_hash?: string;
};

/**
 * Inserts users and returns their ids by address, without those whose address is in use. A suppressed user can exist
 * beside the account that has the address.
 */
export async function insertUsers(
  db: Database,
  users: readonly NewUser[],
  now: Date,
  { suppressed = false } = {},
): Promise<Map<string, string>> {
  if (users.length === 0) return new Map();
  const shared = { created_at: now, updated_at: now, suppressed };
  const rows = users.map((user) => ({ ...user, status: user.password_hash === undefined ? 0 : 1, ...shared }));
  const inserted = await db
    .insertInto('users')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'email'])
    .execute();
  return new Map(inserted.map(({ id, email }) => [email, id]));
}

/** Returns which of the addresses belong to users in scope, active or pending. */
export async function findAddressesWithin(
  scope: UserScope,
  db: Database,
  emails: readonly string[],
): Promise<Set<string>> {
  const within = usersWithin(scope) ?? sql`true`;
  const statement = sql`select users.email from users where users.email = any(${emails}) and ${within}`;
  return new Set((await runSql<{ email: string }>(db, statement)).map(({ email }) => email));
}
