import type { OrderProgress } from '@portal/contract/orders';
import { billingStates, shippingStates } from '@portal/contract/values';
import type { OrderScope } from '../../access/scope.ts';
import { isBetween } from '../../listing/conditions.ts';
import type { Column, Disjuncts } from '../../listing/definition.ts';
import { toMoneyText } from '../../listing/raw-data.ts';
import type { Row } from '../../listing/run-list.ts';
import { raw, sql } from '../../platform/sql.ts';
import { findInJoinedNumbers } from './orders-search.ts';

type ProgressColumn = Column & {
  readonly id: keyof OrderProgress;
  /** What the caller must see to have the column. */
  readonly needs?: 'seesInvoices' | 'seesOpenAmounts';
};

const notSortable = { sortExpression: null } as const;
/** 'partly-shipped' is 'Partly shipped' in files. */
const asWords = (source: string) => raw(`upper(left(${source}, 1)) || replace(substr(${source}, 2), '-', ' ')`);

const billing: ProgressColumn = { ...choice('billing', billingStates), needs: 'seesInvoices' };
const ifBilled = "nullif(billing, 'not-billed')";
const billedOnly: Column = { ...billing, selectExpression: ifBilled, exportExpression: asWords(ifBilled) };

const allColumns: readonly ProgressColumn[] = [
  choice('shipping', shippingStates),
  { id: 'ordered', kind: 'quantity', source: 'ordered', ...notSortable },
  { id: 'shipped', kind: 'quantity', source: 'shipped', ...notSortable },
  { id: 'backordered', kind: 'quantity', source: 'backordered', ...notSortable },
  { id: 'expected', kind: 'day', source: 'expected_date' },
  { id: 'lastShipped', kind: 'day', source: 'last_shipped', findInRange: findShippedIn },
  { id: 'tracking', kind: 'text', source: 'tracking', find: findInJoinedNumbers('tracking'), ...notSortable },
  billing,
  { id: 'dueDate', kind: 'day', source: 'due_date', needs: 'seesInvoices' },
  { id: 'openAmount', kind: 'number', source: 'open_amount', needs: 'seesOpenAmounts' },
];

/**
 * Orders with a shipment on one of these days. If neither the last shipment nor the first is on one of them, and they lie in
 * between, the shipments themselves are read (indexes: migration 0053).
 */
function findShippedIn(from: string | null, to: string | null): Disjuncts {
  const last = isBetween('last_shipped', from, to);
  if (to === null) return [last];
  const isLater = sql`first_shipped < last_shipped and last_shipped > ${to}`;
  const first = sql`${isBetween('first_shipped', from, to)} and ${isLater}`;
  if (from === null) return [last, first];
  const span = raw("daterange(first_shipped, last_shipped, '[]')");
  const others = sql`${span} @> ${from}::date and ${span} @> ${to}::date and first_shipped < ${from} and ${isLater}
    and exists (select from fulfillments where order_id = sales_orders.id and status_id = 'C'
      and ${isBetween('ship_date', from, to)})`;
  return [last, first, others];
}

function choice(id: keyof OrderProgress, choices: readonly string[]): ProgressColumn {
  return { id, kind: 'choice', source: id, choices, exportExpression: asWords(id), ...notSortable };
}

/** List columns with the progress of an order, as far as the caller may see it. */
export function progressColumns(
  scope: Pick<OrderScope, 'seesInvoices' | 'seesOpenAmounts' | 'hidesUnbilled'>,
): readonly Column[] {
  const visible = allColumns.filter(({ needs }) => needs === undefined || scope[needs]);
  return scope.hidesUnbilled ? visible.map((column) => (column === billing ? billedOnly : column)) : visible;
}

/** Progress of an order from the visible columns of its row; empty values are absent. */
export function toProgress(scope: OrderScope, row: Row): OrderProgress {
  const progress: Record<string, string | number | string[]> = {};
  for (const column of allColumns) {
    const value = row[column.source] ?? null;
    if (value === null || (column.needs !== undefined && !scope[column.needs])) continue;
    progress[column.id] = toValue(column, String(value));
  }
  return progress as OrderProgress;
}

function toValue({ id, kind }: Column, value: string): string | number | string[] {
  if (kind === 'quantity') return Number(value);
  if (kind === 'number') return toMoneyText(value);
  return id === 'tracking' ? value.split(', ') : value;
}
