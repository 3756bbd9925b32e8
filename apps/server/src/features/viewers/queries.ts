import type { Role } from '@portal/contract/permissions';
import { roles } from '@portal/contract/permissions';
import { isActiveAt, isUnexpired } from '../../access/scope-sql.ts';
import type { Database } from '../../platform/database.ts';
import { all, join, pageAfter, raw, runSql, type Sql, sql } from '../../platform/sql.ts';

/** An order or a customer. */
export type ViewedRecord = { table: 'sales_orders' | 'customers'; id: string };

/** Which records the users of a role see, by whether they are linked to a customer. */
export type ReachOfRole = { role: Role; isLinked: boolean; kind: 'all' | 'customer' | 'assigned' | 'none' };

/** A user who sees a record, how, and who assigned it when. */
export type ViewerRow = {
  id: string;
  email: string;
  fullName: string | null;
  role: Role;
  groupName: string;
  kind: Exclude<ReachOfRole['kind'], 'none'>;
  customerId: string | null;
  customerName: string | null;
  assignedBy: string | null;
  assignedAt: string | null;
};

/** Whether the record exists and meets the condition of a scope; null means that the scope includes all records. */
export async function isWithin(db: Database, { table, id }: ViewedRecord, within: Sql | null): Promise<boolean> {
  const conditions = all([sql`id = ${id}`, within ?? sql`true`]);
  return (await runSql(db, sql`select from ${raw(table)} where ${conditions}`)).length > 0;
}

/** Returns a page of the users who see a record at an instant (ISO 8601), by role and name. */
export async function findViewers(
  db: Database,
  record: ViewedRecord,
  reaches: readonly ReachOfRole[],
  at: string,
  after: string | undefined,
): Promise<ViewerRow[]> {
  const seeing = reaches.flatMap(({ kind, ...users }) => (kind === 'none' ? [] : [seeingAs(kind, users, record, at)]));
  const ofOrder = record.table === 'sales_orders' ? sql`given.order_id = ${record.id}` : sql`false`;
  const statement = sql`
    select users.id, users.email, users.full_name as "fullName", groups.type as role, groups.name as "groupName",
      seeing.kind, users.customer_id as "customerId", customers.name as "customerName",
      coalesce(assigners.full_name, assigners.email) as "assignedBy", given.assigned_at as "assignedAt"
    from (${join(seeing, ' union all ')}) seeing
    join users on users.id = seeing.id
    join groups on groups.id = users.group_id
    left join customers on customers.id = users.customer_id
    left join order_assignments given on seeing.kind = 'assigned' and given.user_id = users.id and ${ofOrder}
    left join users assigners on assigners.id = given.assigned_by
    where true`;
  const byRoleAndName = sql`array_position(${roles}::text[], role), coalesce("fullName", email) collate natural_order, id`;
  return runSql<ViewerRow>(db, pageAfter(statement, sql`users.id`, after, byRoleAndName));
}

/** Selects the users of a role who see the record: the reverse of what scope-sql.ts selects for one of them. */
function seeingAs(
  kind: ViewerRow['kind'],
  { role, isLinked }: Omit<ReachOfRole, 'kind'>,
  { table, id }: ViewedRecord,
  at: string,
): Sql {
  const customerId = table === 'customers' ? sql`${id}` : sql`(select customer_id from sales_orders where id = ${id})`;
  const isUnderWay = isUnexpired('expires_at', at);
  const seesRecord = {
    all: sql`true`,
    customer: sql`users.customer_id = ${customerId}`,
    assigned: sql`users.id in (select user_id from order_assignments where order_id = ${id} and ${isUnderWay})`,
  };
  return sql`
    select users.id, ${kind}::text as kind from users
    where users.group_id in (select id from groups where type = ${role})
      and users.customer_id is ${raw(isLinked ? 'not null' : 'null')} and ${isActiveAt(at)} and ${seesRecord[kind]}`;
}
