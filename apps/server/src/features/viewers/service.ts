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

export type ViewerService = ReturnType<typeof createViewerService>;

/** Lists who can see a record and why, by evaluating for each user the same scope that its own requests use. */
export function createViewerService({ db, clock }: { db: Database; clock: Clock }) {
  /** 404 for an order outside the caller's scope. */
  function ofOrder(currentUser: CurrentUser, id: string): Promise<RecordViewer[]> {
    return atOneMoment(async (snapshot) => {
      const [isVisible] = await isOrderWithin([orderScope(currentUser)], snapshot, id);
      if (!isVisible) throw notFound('There is no such order.');
      const readers = await findReaders(snapshot, 'orders.read');
      const assignments = await findAssignmentsOf(snapshot, id);
      const byUser = new Map(assignments.map((assignment) => [assignment.userId, assignment]));
      const seeing = await keepWithin(readers, asCurrentUser(orderScope), (scopes) =>
        isOrderWithin(scopes, snapshot, id),
      );
      return seeing.flatMap(({ user, scope }) => toRecordViewer(user, scope.orders, byUser.get(user.userId)));
    });
  }

  /** 404 for a customer outside the caller's scope. */
  function ofCustomer(currentUser: CurrentUser, id: string): Promise<RecordViewer[]> {
    return atOneMoment(async (snapshot) => {
      const [isVisible] = await isCustomerWithin([customerScope(currentUser)], snapshot, id);
      if (!isVisible) throw notFound('There is no such customer.');
      const readers = await findReaders(snapshot, 'customers.read');
      const seeing = await keepWithin(readers, asCurrentUser(customerScope), (scopes) =>
        isCustomerWithin(scopes, snapshot, id),
      );
      return seeing.flatMap(({ user, scope }) => toRecordViewer(user, scope.customers, undefined));
    });
  }

  /** Users whose role may read such records. */
  async function findReaders(snapshot: Database, permission: Permission): Promise<PossibleReader[]> {
    return (await findPossibleReaders(snapshot, clock.now())).filter(({ role }) => holds(role, permission));
  }

  /** Returns a user's scope as its own request would get it now. */
  function asCurrentUser<Scope>(scopeOf: (currentUser: CurrentUser) => Scope) {
    const at = clock.now().toISOString();
    return (user: PossibleReader) => scopeOf({ ...user, sessionId: '', at });
  }

  /** Reads users, assignments and scopes from one snapshot. */
  function atOneMoment<Result>(read: (snapshot: Database) => Promise<Result>): Promise<Result> {
    return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
  }

  return { ofOrder, ofCustomer };
}

/**
 * Returns the users whose scope includes the record. Many users share a scope, such as staff or a company's people, so
 * each distinct scope is checked once.
 */
async function keepWithin<Scope extends OrderScope | CustomerScope>(
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
