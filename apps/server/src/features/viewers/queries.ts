import { type Role, roles } from '@portal/contract/permissions';
import type { CustomerScope, OrderScope } from '../../access/scope.ts';
import { customersWithin, isActiveAt, ordersWithin } from '../../access/scope-sql.ts';
import type { Database } from '../../platform/database.ts';
import { join, raw, runSql, type Sql, sql } from '../../platform/sql.ts';

/** A user who can sign in, and so may see records. */
export type PossibleReader = {
  userId: string;
  email: string;
  fullName: string | null;
  role: Role;
  groupName: string;
  customerId: string | null;
  customerName: string | null;
};

/** Returns all users who can sign in, by role and name. */
export async function findPossibleReaders(db: Database, now: Date): Promise<PossibleReader[]> {
  const statement = sql`
    select users.id as "userId", users.email, users.full_name as "fullName", groups.type as role,
      groups.name as "groupName", users.customer_id as "customerId",
      customers.name as "customerName"
    from users
    join groups on groups.id = users.group_id
    left join customers on customers.id = users.customer_id
    where ${isActiveAt(now.toISOString())}
    order by array_position(${roles}::text[], groups.type),
      coalesce(users.full_name, users.email) collate natural_order, users.id`;
  return runSql<PossibleReader>(db, statement);
}

/** Returns for each scope whether it includes the order. */
export function isOrderWithin(scopes: readonly OrderScope[], db: Database, id: string): Promise<boolean[]> {
  return isWithin(scopes.map(ordersWithin), 'sales_orders', db, id);
}

/** Returns for each scope whether it includes the customer. */
export function isCustomerWithin(scopes: readonly CustomerScope[], db: Database, id: string): Promise<boolean[]> {
  return isWithin(scopes.map(customersWithin), 'customers', db, id);
}

/** Maximum number of conditions per statement: keeps planning fast and the number of parameters within the limit. */
const chunk = 500;

/** Reads the record's row once and evaluates many conditions on it. */
async function isWithin(
  conditions: readonly (Sql | null)[],
  table: 'sales_orders' | 'customers',
  db: Database,
  id: string,
): Promise<boolean[]> {
  const answers: boolean[] = [];
  for (let first = 0; first < conditions.length; first += chunk) {
    const asked = conditions.slice(first, first + chunk).map((within) => sql`(${within ?? raw('true')})`);
    const statement = sql`select array[${join(asked, ', ')}] as held from ${raw(table)} where id = ${id}`;
    const [row] = await runSql<{ held: (boolean | null)[] }>(db, statement);
    answers.push(...asked.map((_, place) => row?.held[place] === true));
  }
  return answers;
}

export type Assignment = { userId: string; assignedBy: string | null; assignedAt: string };

/** Returns whom an order is assigned to, by whom and when. */
export async function findAssignmentsOf(db: Database, orderId: string): Promise<Assignment[]> {
  const statement = sql`
    select order_assignments.user_id as "userId", coalesce(assigners.full_name, assigners.email) as "assignedBy",
      order_assignments.assigned_at as "assignedAt"
    from order_assignments left join users assigners on assigners.id = order_assignments.assigned_by
    where order_assignments.order_id = ${orderId}`;
  return runSql<Assignment>(db, statement);
}
