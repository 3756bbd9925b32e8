import type { Permission } from '@portal/contract/permissions';
import type { RecordViewer } from '@portal/contract/viewers';
import type { CurrentUser } from '../../access/current-user.ts';
import { holds } from '../../access/permissions.ts';
import { type CustomerScope, customerScope, type OrderScope, orderScope } from '../../access/scope.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { notFound } from '../../platform/errors.ts';
import { withoutNulls } from '../../platform/without-nulls.ts';
import {
  type Assignment,
  findAssignmentsOf,
  findPossibleReaders,
  isCustomerWithin,
  isOrderWithin,
  type PossibleReader,
} from './queries.ts';

type ViewerDependencies = { db: Database; clock: Clock };

/** Who can see an order and why; 404 for one outside the caller's scope. */
export const listOrderViewers = viewersOf({
  permission: 'orders.read',
  missing: 'There is no such order.',
  scopeOf: orderScope,
  reachOf: ({ orders }) => orders,
  isWithin: isOrderWithin,
  findAssignments: findAssignmentsOf,
});

/** The same for a customer. */
export const listCustomerViewers = viewersOf({
  permission: 'customers.read',
  missing: 'There is no such customer.',
  scopeOf: customerScope,
  reachOf: ({ customers }) => customers,
  isWithin: isCustomerWithin,
  findAssignments: async () => [],
});

type ViewedRecord<Scope> = {
  /** Permission of those who may read such records. */
  permission: Permission;
  missing: string;
  scopeOf: (currentUser: CurrentUser) => Scope;
  reachOf: (scope: Scope) => Reach;
  isWithin: (scopes: readonly Scope[], snapshot: Database, id: string) => Promise<boolean[]>;
  findAssignments: (snapshot: Database, id: string) => Promise<Assignment[]>;
};

/**
 * Evaluates for each user the same scope that its own requests would get now. Reads users, assignments and scopes from
 * one snapshot.
 */
function viewersOf<Scope>({ permission, missing, scopeOf, reachOf, isWithin, findAssignments }: ViewedRecord<Scope>) {
  return ({ db, clock }: ViewerDependencies, currentUser: CurrentUser, id: string): Promise<RecordViewer[]> => {
    const reading = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
    return reading.execute(async (snapshot) => {
      const [isVisible] = await isWithin([scopeOf(currentUser)], snapshot, id);
      if (!isVisible) throw notFound(missing);
      const now = clock.now();
      const readers = (await findPossibleReaders(snapshot, now)).filter(({ role }) => holds(role, permission));
      const assigned = await findAssignments(snapshot, id);
      const assignments = new Map(assigned.map((assignment) => [assignment.userId, assignment]));
      const ownScope = (user: PossibleReader) => scopeOf({ ...user, sessionId: '', at: now.toISOString() });
      const seeing = await keepWithin(readers, ownScope, (scopes) => isWithin(scopes, snapshot, id));
      return seeing.flatMap(({ user, scope }) => toRecordViewer(user, reachOf(scope), assignments.get(user.userId)));
    });
  };
}

/**
 * Returns the users whose scope includes the record. Many users share a scope, such as staff or a company's people, so
 * each distinct scope is checked once.
 */
async function keepWithin<Scope>(
  users: readonly PossibleReader[],
  scopeOf: (user: PossibleReader) => Scope,
  isWithin: (scopes: readonly Scope[]) => Promise<boolean[]>,
): Promise<{ user: PossibleReader; scope: Scope }[]> {
  const scoped = users.map((user) => {
    const scope = scopeOf(user);
    return { user, scope, key: JSON.stringify(scope) };
  });
  const distinct = new Map(scoped.map(({ key, scope }) => [key, scope]));
  const answers = await isWithin([...distinct.values()]);
  const keys = new Set([...distinct.keys()].filter((_, place) => answers[place]));
  return scoped.filter(({ key }) => keys.has(key));
}

type Reach = OrderScope['orders'] | CustomerScope['customers'];

function toRecordViewer(user: PossibleReader, reach: Reach, assignment: Assignment | undefined): RecordViewer[] {
  const reason = reasonOf(user, reach, assignment);
  if (reason === undefined) return [];
  const { userId, email, fullName, role, groupName } = user;
  return [{ userId, email, role, groupName, reason, ...withoutNulls({ fullName }) }];
}

function reasonOf(
  { customerName }: PossibleReader,
  reach: Reach,
  assignment: Assignment | undefined,
): RecordViewer['reason'] | undefined {
  switch (reach.kind) {
    case 'all':
      return { kind: 'role' };
    case 'customer':
      return { kind: 'customer', customerNetsuiteId: reach.customerId, ...withoutNulls({ customerName }) };
    case 'assigned': {
      if (assignment === undefined) return undefined;
      const { userId: _, ...shown } = assignment;
      return { kind: 'assignment', ...withoutNulls(shown) };
    }
    case 'none':
      return undefined;
  }
}
