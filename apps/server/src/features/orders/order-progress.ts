import type { OrderProgress } from '@portal/contract/orders';
import { billingStates, shippingStates } from '@portal/contract/values';
import type { OrderScope } from '../../access/scope.ts';
import type { Column } from '../../listing/definition.ts';
import { toMoneyText } from '../../listing/raw-data.ts';
import type { Row } from '../../listing/run-list.ts';
import { raw } from '../../platform/sql.ts';
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
  { id: 'lastShipped', kind: 'day', source: 'last_shipped' },
  { id: 'tracking', kind: 'text', source: 'tracking', find: findInJoinedNumbers('tracking'), ...notSortable },
  billing,
  { id: 'dueDate', kind: 'day', source: 'due_date', needs: 'seesInvoices' },
  { id: 'openAmount', kind: 'number', source: 'open_amount', needs: 'seesOpenAmounts' },
];

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
