import type { OrderLine } from '@portal/contract/orders';
import type pg from 'pg';
import type { OrderScope } from '../../access/scope.ts';
import { ordersWithin } from '../../access/scope-sql.ts';
import type { StoredFields } from '../../listing/custom-fields.ts';
import type { ListRequest } from '../../listing/definition.ts';
import type { Export, WantedExport } from '../../listing/export/exporter.ts';
import type { Row, RunList } from '../../listing/run-list.ts';
import { columnsOf } from '../../listing/statements.ts';
import { all, compile, raw, sql } from '../../platform/sql.ts';
import { orderDefinition, orderSource } from './orders-list.ts';

/** A page of the orders in scope. */
export function findOrders<Item>(
  scope: OrderScope,
  runList: RunList,
  request: ListRequest,
  toItem: (row: Row) => Item,
  versionRead?: string,
) {
  return runList({ ...orderSource(scope), versionRead }, request, toItem);
}

/** Exports all orders in scope that match a request; errors as for `Export`. */
export function exportOrders(scope: OrderScope, exportList: Export, wanted: Omit<WantedExport, 'subject' | 'source'>) {
  return exportList({ subject: 'orders', source: orderSource(scope), ...wanted });
}

/** A mirrored order with its stored lines. */
export type StoredOrder = {
  row: Row;
  /** Version of the mirrored order; stored lines are valid for one version. */
  lastModifiedDate: string | null;
  customFields: StoredFields;
  /** Undefined: not read yet for this version of the order. */
  lines: OrderLine[] | undefined;
};

/** One order in scope, with its stored lines if any. */
export async function findOrder(scope: OrderScope, pool: pg.Pool, id: string): Promise<StoredOrder | undefined> {
  const definition = orderDefinition(scope);
  const statement = sql`select ${columnsOf(definition)}, last_modified_date, custom_fields,
  (select lines from order_lines
   where order_id = id and order_last_modified_date is not distinct from last_modified_date) as kept_lines
from ${raw(definition.table)}
where ${all([sql`id = ${id}`, ordersWithin(scope) ?? sql`true`])}`;
  const { rows } = await pool.query<
    Row & { last_modified_date: string | null; custom_fields: StoredFields; kept_lines: OrderLine[] | null }
  >({
    name: `find-order-${definition.columns.length}-${scope.orders.kind}`,
    ...compile(statement),
  });
  const [row] = rows;
  if (row === undefined) return undefined;
  const { last_modified_date: lastModifiedDate, custom_fields: customFields, kept_lines: lines } = row;
  return { row, lastModifiedDate, customFields, lines: lines ?? undefined };
}

/** Stores the lines of an order; does nothing if the order was deleted or changed meanwhile. */
export async function keepLines(pool: pg.Pool, order: StoredOrder, lines: OrderLine[], readAt: Date): Promise<void> {
  await pool.query(
    `insert into order_lines (order_id, order_last_modified_date, lines, read_at)
     select id, last_modified_date, $3, $4 from sales_orders
     where id = $1 and last_modified_date is not distinct from $2
     for key share
     on conflict (order_id) do update
     set order_last_modified_date = excluded.order_last_modified_date, lines = excluded.lines, read_at = excluded.read_at`,
    [order.row.id, order.lastModifiedDate, JSON.stringify(lines), readAt],
  );
}
