import { type Permission, roles } from '@portal/contract/permissions';
import type { RecordViewer } from '@portal/contract/viewers';
import type { CurrentUser } from '../../access/current-user.ts';
import { holds } from '../../access/permissions.ts';
import { customerScope, orderScope } from '../../access/scope.ts';
import { customersWithin, ordersWithin } from '../../access/scope-sql.ts';
import type { Database } from '../../platform/database.ts';
import { notFound } from '../../platform/errors.ts';
import type { Sql } from '../../platform/sql.ts';
import { withoutNulls } from '../../platform/without-nulls.ts';
import { findViewers, isWithin, type ReachOfRole, type ViewedRecord, type ViewerRow } from './queries.ts';

/** A page of those who can see an order and why; 404 for one outside the caller's scope. */
export const listOrderViewers = viewersOf({
  table: 'sales_orders',
  permission: 'orders.read',
  missing: 'There is no such order.',
  kindOf: (user) => orderScope(user).orders.kind,
  within: (user) => ordersWithin(orderScope(user)),
});

/** The same for a customer. */
export const listCustomerViewers = viewersOf({
  table: 'customers',
  permission: 'customers.read',
  missing: 'There is no such customer.',
  kindOf: (user) => customerScope(user).customers.kind,
  within: (user) => customersWithin(customerScope(user)),
});

type ViewedRecords = {
  table: ViewedRecord['table'];
  /** Permission of those who may read such records. */
  permission: Permission;
  missing: string;
  kindOf: (user: CurrentUser) => ReachOfRole['kind'];
  within: (user: CurrentUser) => Sql | null;
};

/**
 * Who sees a record follows from the scopes of each role, with and without a linked customer: which users have the role, the
 * customer or an assignment is then one query, however many they are.
 */
function viewersOf({ table, permission, missing, kindOf, within }: ViewedRecords) {
  const anyone = { userId: '', sessionId: '', email: '', fullName: null, at: '' };
  const reaches: ReachOfRole[] = roles
    .filter((role) => holds(role, permission))
    .flatMap((role) => [
      { role, isLinked: false, kind: kindOf({ ...anyone, role, customerId: null }) },
      { role, isLinked: true, kind: kindOf({ ...anyone, role, customerId: '0' }) },
    ]);

  return async (db: Database, currentUser: CurrentUser, id: string, after?: string): Promise<RecordViewer[]> => {
    const record = { table, id };
    if (!(await isWithin(db, record, within(currentUser)))) throw notFound(missing);
    return (await findViewers(db, record, reaches, currentUser.at, after)).map(toRecordViewer);
  };
}

function toRecordViewer(row: ViewerRow): RecordViewer {
  const { id, email, fullName, role, groupName } = row;
  return { userId: id, email, role, groupName, reason: reasonOf(row), ...withoutNulls({ fullName }) };
}

function reasonOf({ kind, customerId, customerName, assignedBy, assignedAt }: ViewerRow): RecordViewer['reason'] {
  switch (kind) {
    case 'all':
      return { kind: 'role' };
    case 'customer':
      return { kind, customerNetsuiteId: customerId ?? '', ...withoutNulls({ customerName }) };
    case 'assigned':
      return { kind: 'assignment', assignedAt: assignedAt ?? '', ...withoutNulls({ assignedBy }) };
  }
}
