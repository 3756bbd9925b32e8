import type { MirrorOrder } from './order-arbitrary.ts';

/** A straightforward order list over an array, as a reference for the real one. */

type Key = keyof MirrorOrder;
type Kind = 'text' | 'number' | 'time';

/** By column id; the sources are repeated here so that mistakes in the list's definition show. */
export const modelColumns: Readonly<Record<string, { source: Key; kind: Kind; sortable: boolean }>> = {
  tranId: { source: 'tran_id', kind: 'text', sortable: true },
  memo: { source: 'memo', kind: 'text', sortable: true },
  otherRefNum: { source: 'other_ref_num', kind: 'text', sortable: true },
  tranDate: { source: 'tran_date', kind: 'time', sortable: true },
  createdDate: { source: 'created_date', kind: 'time', sortable: true },
  lastModifiedDate: { source: 'last_modified_date', kind: 'time', sortable: true },
  salesEffectiveDate: { source: 'sales_effective_date', kind: 'time', sortable: true },
  entity: { source: 'customer_name', kind: 'text', sortable: true },
  email: { source: 'email', kind: 'text', sortable: true },
  status: { source: 'status_name', kind: 'text', sortable: true },
  terms: { source: 'terms_name', kind: 'text', sortable: true },
  location: { source: 'location_name', kind: 'text', sortable: true },
  currency: { source: 'currency_name', kind: 'text', sortable: true },
  custbody_ns_project: { source: 'project_name', kind: 'text', sortable: true },
  billAddress: { source: 'bill_address', kind: 'text', sortable: false },
  shipAddress: { source: 'ship_address', kind: 'text', sortable: false },
  subtotal: { source: 'subtotal', kind: 'number', sortable: true },
  total: { source: 'total', kind: 'number', sortable: true },
  custbody_stc_tax_after_discount: { source: 'tax', kind: 'number', sortable: true },
};
/** Columns that guests do not have. */
export const numberColumnIds = ['tranId', 'memo', 'otherRefNum'];

const collator = new Intl.Collator('en', { numeric: true });

function compare(kind: Kind, one: string | number | null, other: string | number | null): number {
  if (one === null || other === null) return Number(one !== null) - Number(other !== null);
  if (kind === 'number') return Number(one) - Number(other);
  if (kind === 'time') return one < other ? -1 : Number(one > other);
  return (
    collator.compare(String(one), String(other)) || Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)))
  );
}

/** Compares by a column: missing values sort first, ties are broken by id in the same direction. */
export function sortOrders(orders: readonly MirrorOrder[], columnId: string, order: 'ASC' | 'DESC'): MirrorOrder[] {
  const column = modelColumns[columnId];
  if (column === undefined) throw new Error(columnId);
  const sign = order === 'ASC' ? 1 : -1;
  const { kind, source } = column;
  return orders.toSorted((one, other) => sign * (compare(kind, one[source], other[source]) || one.id - other.id));
}

/** A search for blanks is no search. */
const contains = (value: string | number | null, text: string) =>
  text.trim() === '' || (value !== null && fold(String(value)).includes(fold(text.trim())));

/** The Greek sigma has a different lowercase form at the end of a word. */
const fold = (text: string) => text.toLowerCase().replaceAll('ς', 'σ');

/** Whether any searched column contains the text; numbers are excluded for guests. */
export function matchesSearch(order: MirrorOrder, search: string, withNumbers: boolean): boolean {
  const numbers = withNumbers ? [order.tran_id, order.memo, order.other_ref_num] : [];
  return [...numbers, order.customer_name, order.email].some((value) => contains(value, search));
}

/** Semantics of filters: text to contain, statuses to match, ends of a range. */
export type ModelFilter =
  | { column: string; text: string }
  | { column: string; among: readonly string[] }
  | { column: string; from: string | null; to: string | null };

/** Whether an order passes a filter. */
export function passes(order: MirrorOrder, filter: ModelFilter): boolean {
  const column = modelColumns[filter.column];
  if (column === undefined) throw new Error(filter.column);
  const value = order[column.source];
  if ('text' in filter) return contains(value, filter.text);
  if (value === null) return false;
  if ('among' in filter) return filter.among.includes(String(value));
  const { from, to } = filter;
  if (column.kind === 'number') {
    return (from === null || Number(value) >= Number(from)) && (to === null || Number(value) <= Number(to));
  }
  // A day as the end of a range of timestamps means its last moment.
  const text = String(value);
  const isWithin = to === null || text <= to || (to.length === 10 && text.startsWith(to));
  return (from === null || text >= from) && isWithin;
}
