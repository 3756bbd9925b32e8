import type { OrderLine, OwnAssignment } from '@portal/contract/orders';
import type { PaperKind } from '@portal/contract/values';
import type pg from 'pg';
import type { OrderScope } from '../../access/scope.ts';
import { ordersWithin } from '../../access/scope-sql.ts';
import type { StoredFields } from '../../listing/custom-fields.ts';
import type { ListRequest } from '../../listing/definition.ts';
import type { Export, WantedExport } from '../../listing/export/exporter.ts';
import type { Row, RunList } from '../../listing/run-list.ts';
import { toShipTo } from '../../listing/ship-to.ts';
import { columnsOf } from '../../listing/statements.ts';
import { all, raw, runPrepared, type Sql, sql } from '../../platform/sql.ts';
import { withoutNulls } from '../../platform/without-nulls.ts';
import { carriers } from './assignment-columns.ts';
import { orderDefinition, orderSource } from './orders-list.ts';

/** A page of the orders in scope. */
export function findOrders<Item>(
  scope: OrderScope,
  runList: RunList,
  request: ListRequest,
  toItem: (row: Row) => Item,
  ordersVersion?: string,
) {
  return runList({ ...orderSource(scope), currentVersion: ordersVersion }, request, toItem);
}

/** Exports all orders in scope that match a request; errors as for `Export`. */
export function exportOrders(scope: OrderScope, exportList: Export, wanted: Omit<WantedExport, 'subject' | 'source'>) {
  return exportList({ subject: 'orders', source: orderSource(scope), ...wanted });
}

/** A mirrored order with its stored lines. */
export type StoredOrder<Related> = {
  row: Row;
  customFields: StoredFields;
  /** Undefined for an order of an earlier version of the portal, until the next sync reads its lines. */
  lines: OrderLine[] | undefined;
  /** Newest first. */
  fulfillments: StoredFulfillment[];
  invoices: StoredInvoice[];
  related: Related;
};

/** Days are `YYYY-MM-DD`. */
export type StoredFulfillment = {
  packages: { trackingNumber?: string; weight?: number; description?: string }[];
  lines: { item?: { id: string; refName: string }; quantity: number }[];
} & Record<'tran_id' | 'status_id' | 'ship_date' | 'method_name' | 'carrier', string | null>;

/** Amounts are decimal text, which JSON would round as numbers. */
export type StoredInvoice = Record<
  'tran_id' | 'status_id' | 'tran_date' | 'due_date' | 'currency_id' | 'currency_name' | 'total' | 'open_amount',
  string | null
>;

const fulfillments = sql`(select coalesce(json_agg(json_build_object('tran_id', tran_id, 'status_id', status_id,
    'ship_date', ship_date, 'method_name', method_name, 'carrier', carrier, 'packages', packages, 'lines', lines)
    order by ship_date desc nulls first, f.id desc), '[]') from fulfillments f where order_id = sales_orders.id)`;

const invoices = sql`(select coalesce(json_agg(json_build_object('tran_id', tran_id, 'status_id', status_id,
    'tran_date', tran_date, 'due_date', i.due_date, 'currency_id', currency_id, 'currency_name', currency_name,
    'total', total::text, 'open_amount', i.open_amount::text)
    order by tran_date desc nulls first, i.id desc), '[]') from invoices i where order_id = sales_orders.id)`;

type Stored<Related> = {
  custom_fields: StoredFields;
  kept_lines: OrderLine[] | null;
  kept_fulfillments: StoredFulfillment[];
  kept_invoices: StoredInvoice[];
  related: Related;
};

/**
 * One order in scope, with its stored lines if any, its fulfillments and invoices. `related` is an expression for what
 * other features have of it, so that one statement reads everything.
 */
export async function findOrder<Related>(
  scope: OrderScope,
  pool: pg.Pool,
  id: string,
  related: Sql,
): Promise<StoredOrder<Related> | undefined> {
  const definition = orderDefinition(scope);
  const statement = sql`select ${columnsOf(definition)}, custom_fields,
  (select lines from order_lines where order_id = id) as kept_lines,
  ${fulfillments} as kept_fulfillments, ${invoices} as kept_invoices, ${related} as related
from ${raw(definition.table)}
where ${all([sql`id = ${id}`, ordersWithin(scope) ?? sql`true`])}`;
  const [row] = await runPrepared<Row & Stored<Related>>(pool, statement);
  if (row === undefined) return undefined;
  const { custom_fields: customFields, kept_lines: lines, kept_fulfillments, kept_invoices } = row;
  return {
    row,
    customFields,
    lines: lines ?? undefined,
    fulfillments: kept_fulfillments,
    invoices: kept_invoices,
    related: row.related,
  };
}

/** The caller's current assignments of these orders, by order id. Empty for users who are not guests. */
export async function findOwnAssignments(
  { orders }: OrderScope,
  pool: pg.Pool,
  ids: readonly string[],
): Promise<Map<string, OwnAssignment>> {
  if (orders.kind !== 'assigned' || ids.length === 0) return new Map();
  const statement = sql`
    select given.order_id as id, given.note, given.expires_at as until, sales_orders.ship_address,
      ${carriers} as carrier, (
      select array_agg(kind order by id) from paper_requests
      where order_id = given.order_id and user_id = given.user_id and completed_at is null) as wanted
    from order_assignments given join sales_orders on sales_orders.id = given.order_id
    where given.user_id = ${orders.userId} and given.order_id = any(${ids}::bigint[])
      and (given.expires_at is null or given.expires_at > ${orders.at})`;
  type Found = {
    id: string;
    note: string | null;
    until: string | null;
    ship_address: string | null;
    carrier: string | null;
    wanted: PaperKind[] | null;
  };
  const rows = await runPrepared<Found>(pool, statement);
  return new Map(
    rows.map(({ id, until, ship_address, ...shown }) => {
      const shipTo = toShipTo(ship_address ?? '');
      return [id, { until, ...withoutNulls({ shipTo, ...shown }) }];
    }),
  );
}
