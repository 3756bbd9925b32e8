import type { Role } from '@portal/contract/permissions';
import type { MirrorOrder } from './order-arbitrary.ts';

/** A straightforward order list over an array, as a reference for the real one. */

type Value = string | number | null;
type Source = keyof MirrorOrder | ((order: MirrorOrder) => string);
type Kind = 'text' | 'number' | 'time';

/** By column id; the sources are repeated here so that mistakes in the list's definition show. */
export const modelColumns: Readonly<Record<string, { source: Source; kind: Kind; sortable: boolean }>> = {
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
  shipping: { source: shippingOf, kind: 'text', sortable: false },
  ordered: { source: 'ordered', kind: 'number', sortable: false },
  shipped: { source: 'shipped', kind: 'number', sortable: false },
  backordered: { source: 'backordered', kind: 'number', sortable: false },
  expected: { source: 'expected_date', kind: 'time', sortable: true },
  lastShipped: { source: 'last_shipped', kind: 'time', sortable: true },
  tracking: { source: 'tracking', kind: 'text', sortable: false },
  billing: { source: billingOf, kind: 'text', sortable: false },
  dueDate: { source: 'due_date', kind: 'time', sortable: true },
  openAmount: { source: 'open_amount', kind: 'number', sortable: true },
};
/** Columns with order numbers, which guests do not have. */
export const numberColumnIds = ['tranId', 'memo', 'otherRefNum'];

/** Columns with the progress of an order. */
export const progressColumnIds = Object.keys(modelColumns).slice(Object.keys(modelColumns).indexOf('shipping'));

/** Progress of an order as the API returns it, with these columns. */
export function progressOf(order: MirrorOrder | undefined, columnIds: readonly string[]): Record<string, unknown> {
  if (order === undefined) throw new Error('There is no such order.');
  const values = columnIds.map((id) => [id, valueIn(order, id)] as const);
  const present = values.filter(([, value]) => value !== null);
  return Object.fromEntries(present.map(([id, value]) => [id, id === 'tracking' ? String(value).split(', ') : value]));
}

/** Columns that a role does not have. */
export function hiddenColumnIds(role: Role | null): readonly string[] {
  if (role === 'customer_guest' || role === null) return [...numberColumnIds, 'billing', 'dueDate', 'openAmount'];
  return role === 'customer_member' ? ['openAmount'] : [];
}

function shippingOf({ status_name: status, ordered, shipped }: MirrorOrder): string {
  if (status === 'Cancelled' || status === 'Closed') return status.toLowerCase();
  if (status === 'Pending Approval') return 'awaiting-approval';
  const some = shipped ?? 0;
  if (status === 'Billed' || (some > 0 && ordered !== null && some >= ordered)) return 'shipped';
  return some > 0 ? 'partly-shipped' : 'not-shipped';
}

function billingOf({ status_name: status, invoices, open_amount: open }: MirrorOrder): string {
  if (status !== 'Billed' && invoices === 0) return 'not-billed';
  if (status !== 'Billed' && status !== 'Closed') return 'partly-billed';
  return invoices > 0 && open !== null && Number(open) === 0 ? 'paid' : 'billed';
}

/** Value of an order in a column. */
function valueIn(order: MirrorOrder, columnId: string): Value {
  const source = modelColumns[columnId]?.source;
  if (source === undefined) throw new Error(columnId);
  return typeof source === 'function' ? source(order) : order[source];
}

const collator = new Intl.Collator('en', { numeric: true });

function compare(kind: Kind, one: Value, other: Value): number {
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
  const values = new Map(orders.map((order) => [order, valueIn(order, columnId)]));
  const value = (order: MirrorOrder) => values.get(order) ?? null;
  return orders.toSorted((one, other) => sign * (compare(column.kind, value(one), value(other)) || one.id - other.id));
}

/** A search for blanks is no search. */
const contains = (value: Value, text: string) =>
  text.trim() === '' || (value !== null && fold(String(value)).includes(fold(text.trim())));

/** The Greek sigma has a different lowercase form at the end of a word. */
const fold = (text: string) => text.toLowerCase().replaceAll('ς', 'σ');

/** Only what the search compares of a number. */
const compact = (text: string) => text.replaceAll(/[\s!-/:-@[-`{-~]/g, '');
const listOf = (joined: string | null) => joined?.split(', ') ?? [];

/**
 * Whether an order matches: a specified column contains the text, a number contains its letters and digits, or it is
 * the total or, where visible, the open amount. For guests names, email, shipping addresses, tracking numbers and totals
 * are searched.
 */
export function matchesSearch(order: MirrorOrder, search: string, role: Role | null): boolean {
  const hidden = hiddenColumnIds(role);
  const withNumbers = !hidden.includes('tranId');
  const specified = withNumbers ? [order.tran_id, order.memo, order.other_ref_num] : [];
  const place = withNumbers ? null : order.ship_address;
  if ([...specified, place, order.customer_name, order.email].some((value) => contains(value, search))) return true;
  const numbers = [...specified, ...listOf(order.tracking), ...(withNumbers ? listOf(order.invoice_numbers) : [])];
  const compacted = compact(search);
  if (compacted !== '' && numbers.some((value) => value !== null && contains(compact(value), compacted))) return true;
  const amount = search.trim().replaceAll(',', '');
  return (
    /^-?(\$?\d{3,}|\$?\d+\.\d+|\$\d+)$/.test(amount) &&
    [order.total, hidden.includes('openAmount') || Number(order.open_amount) === 0 ? null : order.open_amount].some(
      (value) => value !== null && Number(value) === Number(amount.replace('$', '')),
    )
  );
}

/** Semantics of filters: text to contain, statuses to match, ends of a range. */
export type ModelFilter =
  | { column: string; text: string }
  | { column: string; among: readonly string[] }
  | { column: string; from: string | null; to: string | null };

/** The days of an order's shipments, of which some have one in the middle between the first and the last. */
export function shipmentDays({ id, first_shipped: first, last_shipped: last }: MirrorOrder): string[] {
  if (first === null || last === null) return [];
  const middle = new Date((Date.parse(first) + Date.parse(last)) / 2).toISOString().slice(0, 10);
  return id % 2 === 0 ? [first, middle, last] : [first, last];
}

/** Whether an order passes a filter, by any of its shipments if it is about these. */
export function passes(order: MirrorOrder, filter: ModelFilter): boolean {
  if (filter.column === 'lastShipped') return shipmentDays(order).some((day) => passesWith(day, filter));
  return passesWith(valueIn(order, filter.column), filter);
}

function passesWith(value: Value, filter: ModelFilter): boolean {
  const column = modelColumns[filter.column];
  if (column === undefined) throw new Error(filter.column);
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
