import { randomUUID } from 'node:crypto';
import type { UserScope } from '../../access/people-scope.ts';
import type { OrderScope } from '../../access/scope.ts';
import { isUnexpired, ordersWithin, usersWithin } from '../../access/scope-sql.ts';
import { toShipTo } from '../../listing/ship-to.ts';
import type { Database } from '../../platform/database.ts';
import { all, pageAfter, runSql, sql } from '../../platform/sql.ts';

/** Whether the id is a guest in scope. */
export async function hasGuest(scope: UserScope, db: Database, id: string): Promise<boolean> {
  const isOfGuestGroup = sql`users.group_id in (select id from groups where type = 'customer_guest')`;
  const conditions = all([sql`users.id = ${id}`, isOfGuestGroup, usersWithin(scope) ?? sql`true`]);
  return (await runSql(db, sql`select id from users where ${conditions}`)).length > 0;
}

/** Returns which of these orders are in scope. */
export async function findOrderIds(scope: OrderScope, db: Database, ids: readonly string[]): Promise<Set<string>> {
  const conditions = all([sql`id = any(${ids}::bigint[])`, ordersWithin(scope) ?? sql`true`]);
  const rows = await runSql<{ id: string }>(db, sql`select id from sales_orders where ${conditions}`);
  return new Set(rows.map(({ id }) => id));
}

/** Ship-to, customer, number of lines and date of orders, by which a guest distinguishes them; in the order of the ids. */
export async function describeOrders(transaction: Database, ids: readonly string[]) {
  type Found = { customer: string | null; ship_address: string | null; ordered: string | null; items: number | null };
  const rows = await runSql<Found>(
    transaction,
    sql`select customer_name as customer, ship_address, tran_date as ordered,
        (select jsonb_array_length(lines) from order_lines where order_id = id) as items
      from sales_orders where id = any(${ids}::bigint[]) order by array_position(${ids}::bigint[], id)`,
  );
  return rows.map(({ ship_address, ...row }) => ({ shipTo: toShipTo(ship_address ?? '') ?? null, ...row }));
}

/** Who assigned orders to whom and why, from `at` until `endsAt`; null means no end. */
export type NewAssignment = {
  userId: string;
  assignedBy: string;
  note: string | null;
  endsAt: string | null;
  at: Date;
};

/** Assigns orders and renews existing assignments. Returns how many orders the guest could not see before. */
export async function writeAssignments(
  transaction: Database,
  orderIds: readonly string[],
  { userId, assignedBy, note, endsAt, at }: NewAssignment,
): Promise<number> {
  const now = at.toISOString();
  const [before] = await runSql<{ count: string }>(
    transaction,
    sql`select count(*) from order_assignments where user_id = ${userId} and order_id = any(${orderIds}::bigint[])
      and ${isUnexpired('expires_at', now)}`,
  );
  await runSql(
    transaction,
    sql`insert into order_assignments (user_id, order_id, assigned_by, assigned_at, note, expires_at)
      select ${userId}::uuid, id, ${assignedBy}::uuid, ${now}::timestamptz, ${note}::text, ${endsAt}::timestamptz
      from unnest(${orderIds}::bigint[]) as id
      on conflict (user_id, order_id) do update set assigned_by = excluded.assigned_by,
        assigned_at = excluded.assigned_at, note = excluded.note, expires_at = excluded.expires_at`,
  );
  return orderIds.length - Number(before?.count);
}

/** Returns the ids of the orders to which more than `most` guests have access. */
export async function findOrdersAboveGuestLimit(
  transaction: Database,
  orderIds: readonly string[],
  most: number,
  now: Date,
): Promise<string[]> {
  const rows = await runSql<{ id: string }>(
    transaction,
    sql`select order_id as id from order_assignments
      where order_id = any(${orderIds}::bigint[]) and ${isUnexpired('expires_at', now.toISOString())}
      group by order_id having count(*) > ${most} order by order_id`,
  );
  return rows.map(({ id }) => id);
}

/** Stores which orders a mail is about; the id is used in its link. */
export async function insertNotice(
  transaction: Database,
  { userId, at }: Pick<NewAssignment, 'userId' | 'at'>,
  orderIds: readonly string[],
): Promise<string> {
  const id = randomUUID();
  await transaction
    .insertInto('assignment_notices')
    .values({ id, user_id: userId, order_ids: [...orderIds], created_at: at })
    .execute();
  return id;
}

/** Unassigns orders in scope; returns how many were still assigned. Ended assignments stay as a record. */
export async function removeAssignments(
  scope: OrderScope,
  transaction: Database,
  userId: string,
  orderIds: readonly string[],
  now: Date,
): Promise<number> {
  const within = ordersWithin(scope);
  const conditions = all([
    sql`user_id = ${userId}`,
    sql`order_id = any(${orderIds}::bigint[])`,
    isUnexpired('expires_at', now.toISOString()),
    // A caller who sees all orders also unassigns those that are no longer in the mirror.
    within === null ? sql`true` : sql`order_id in (select id from sales_orders where ${within})`,
  ]);
  return (await runSql(transaction, sql`delete from order_assignments where ${conditions} returning order_id`)).length;
}

/** An order assigned to a guest; `total` is decimal text. */
export type AssignmentRow = {
  orderId: string;
  tranId: string | null;
  customer: string | null;
  total: string | null;
  assignedAt: string;
  assignedBy: string | null;
  note: string | null;
  endsAt: string | null;
};

/** Returns a page of the guest's active assignments of orders in scope, the latest first. */
export async function findAssignments(
  scope: OrderScope,
  db: Database,
  userId: string,
  now: Date,
  after: string | undefined,
): Promise<AssignmentRow[]> {
  const statement = sql`
    select given.order_id as "orderId", orders.tran_id as "tranId", orders.customer_name as customer,
      orders.total, given.assigned_at as "assignedAt",
      coalesce(assigners.full_name, assigners.email) as "assignedBy", given.note, given.expires_at as "endsAt"
    from order_assignments given
    join (select id, tran_id, customer_name, total from sales_orders where ${ordersWithin(scope) ?? sql`true`}) orders
      on orders.id = given.order_id
    left join users assigners on assigners.id = given.assigned_by
    where given.user_id = ${userId} and ${isUnexpired('given.expires_at', now.toISOString())}`;
  return runSql<AssignmentRow>(db, pageAfter(statement, sql`given.order_id`, after, sql`"assignedAt" desc, "orderId"`));
}
