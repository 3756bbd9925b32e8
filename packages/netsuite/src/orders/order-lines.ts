import { type Detail, type ReadContext, readDetails } from '../source/details.ts';
import type { Names } from '../source/names.ts';
import { readReadable } from '../source/read-by-ids.ts';
import { negate, sumDecimals } from '../values/decimal.ts';
import { type RecordBody, readDecimal, readText } from '../values/fields.ts';

/** One item line of an order. Quantities and amounts are decimal text with the sign that people expect of a sale. */
export type OrderLine = Readonly<ReturnType<typeof toLine>>;

/** Lines of orders; any other column may be missing. */
export const lineDetail: Detail = {
  table: 'transactionline',
  key: 'transaction',
  // Without them, sums would take in what are no items (suiteql-facts, section 3).
  always: ['mainline', 'taxline'],
  required: ['id'],
  optional: [
    ...['item', 'itemtype', 'memo', 'quantity', 'quantityshiprecv', 'quantitybilled'],
    ...['quantitybackordered', 'fulfillable', 'isclosed', 'rate', 'foreignamount', 'location', 'transactiondiscount'],
    ...['iscogs', 'donotdisplayline', 'kitmemberof', 'linesequencenumber'],
  ],
  // As NetSuite shows them: an inserted line has a higher id than the lines below it.
  order: ['linesequencenumber', 'id'],
  names: { item: 'item', location: 'location' },
};

/** Reads the lines of up to 1000 orders. */
export async function readOrderLines(context: ReadContext, orderIds: readonly (string | null)[]) {
  const rowsOf = await readLines(context, lineDetail, orderIds);
  return {
    /** Throws a TypeError for an order whose lines were not returned. */
    linesOf: (orderId: string | null) => toOrderLines(requireLines(context, rowsOf(orderId)), context),
    /** Location of the main line. */
    locationOf: (orderId: string | null) =>
      readText(rowsOf(orderId).find((row) => is(row, 'mainline')) ?? {}, 'location'),
  };
}

/** Reads the lines of up to 1000 transactions, and the names of their items. */
export async function readLines(context: ReadContext, detail: Detail, ids: readonly (string | null)[]) {
  const { client, columns, names, call } = context;
  const rowsOf = await readDetails(context, detail, ids);
  const items = ids.flatMap(rowsOf).flatMap((row) => readText(row, 'item') ?? []);
  await names.load({ item: items }, call);
  if (columns.has('transactionline.itemtype')) return rowsOf;
  // Some accounts show the types of lines in `item` alone (suiteql-facts, section 3).
  const query = (idList: string) => `SELECT i.id, i.itemtype FROM item i WHERE i.id IN (${idList}) ORDER BY i.id`;
  const found = await readReadable(client, ['item', 'itemtype'], items, query, call);
  const types = new Map(found.map((row) => [readText(row, 'id'), row.itemtype]));
  return (id: string | null) => rowsOf(id).map((row) => ({ ...row, itemtype: types.get(readText(row, 'item')) }));
}

/**
 * Every transaction has a main line (suiteql-facts, section 3). One without any line was hidden from the role after it had
 * been read itself, which gives fewer rows without an error (section 7): it must not be mirrored without its lines.
 */
export function requireLines({ columns }: ReadContext, rows: readonly RecordBody[], column = 'id') {
  if (rows.length > 0 || !columns.has(`transactionline.${column}`)) return rows;
  throw new TypeError('SuiteQL returned no lines of this transaction.');
}

/** What the lines of one order say: its item lines, and what the header may lack. */
function toOrderLines(rows: readonly RecordBody[], { names, notes }: ReadContext) {
  const items = rows.filter((row) => !is(row, 'mainline') && isItem(row));
  const sum = sumKnown(items.map((row) => readDecimal(row, 'foreignamount')));
  const isTyped = items.every((row) => readText(row, 'itemtype') !== null);
  if (!isTyped) notes.add('NetSuite hides types of items: subtotals are missing, and other lines may be listed.');
  return {
    lines: items.map((row) => toLine(row, names)),
    quantities: sumQuantities(items.filter(isFulfillable).map((row) => toLine(row, names))),
    /** Sum of the item lines; null where amounts or types are hidden. */
    subtotal: sum === null || !isTyped ? null : negate(sum),
  };
}

/** No tax, shipping, discount on the order, cost of goods sold, technical line, member of a kit, repeated sum, or nothing known. */
export function isItem(row: RecordBody): boolean {
  const type = readText(row, 'itemtype');
  const isOther = ['ShipItem', 'Subtotal', 'EndGroup', 'TaxGroup'].includes(
    type ?? readText(row, 'item') ?? 'ShipItem',
  );
  return (
    !isOther &&
    !['taxline', 'transactiondiscount', 'iscogs', 'donotdisplayline'].some((flag) => is(row, flag)) &&
    readText(row, 'kitmemberof') === null
  );
}

/** NetSuite keeps sales as credits: quantities and amounts of their lines are negative (suiteql-facts, section 3). */
function toLine(row: RecordBody, names: Names) {
  const itemId = readText(row, 'item');
  const sold = (column: string) => {
    const value = readDecimal(row, column);
    return value === null ? null : negate(value);
  };
  const moved = (column: string) => readDecimal(row, column)?.replace(/^-/, '') ?? null;
  return {
    /** `transactionline.id`: unique within the order, and `line` of the record service. */
    line: Number(readText(row, 'id')),
    itemId,
    itemName: names.of('item', itemId),
    description: readText(row, 'memo'),
    quantity: sold('quantity'),
    quantityShipped: moved('quantityshiprecv'),
    quantityBilled: moved('quantitybilled'),
    quantityBackordered: moved('quantitybackordered'),
    isClosed: is(row, 'isclosed'),
    rate: readDecimal(row, 'rate'),
    amount: sold('foreignamount'),
  };
}

export const is = (row: RecordBody, flag: string): boolean => readText(row, flag) === 'T';

/** Types of lines that are never shipped, for accounts without `fulfillable`. */
const notShipped = new Set(['Group', 'Discount', 'Description', 'Markup', 'Payment', 'Service', 'OthCharge']);

/** Whether the line is shipped, as `transactionline.fulfillable` says (suiteql-facts, section 3). */
function isFulfillable(row: RecordBody): boolean {
  const flag = readText(row, 'fulfillable');
  return flag === null ? !notShipped.has(readText(row, 'itemtype') ?? '') : flag === 'T';
}

/**
 * Units of all lines of an order, as exact decimal text; null where NetSuite gives none. What was shipped of a line beyond its
 * quantity does not count, or it would hide another line; nor does a negative quantity, which nobody ships.
 */
export function sumQuantities(all: readonly OrderLine[]) {
  const lines = all.filter(({ quantity }) => !quantity?.startsWith('-'));
  const open = lines.filter(({ isClosed }) => !isClosed);
  return {
    /** Of closed lines only what was shipped. */
    ordered: sumKnown(lines.map((line) => (line.isClosed ? shippedOf(line) : line.quantity))),
    shipped: sumKnown(lines.map(shippedOf)),
    backordered: sumKnown(open.map(({ quantityBackordered }) => quantityBackordered)),
  };
}

function shippedOf({ quantity, quantityShipped }: OrderLine): string | null {
  if (quantity === null || quantityShipped === null) return quantityShipped;
  const isBeyond = sumDecimals([quantity, negate(quantityShipped)]).startsWith('-');
  return isBeyond ? quantity : quantityShipped;
}

function sumKnown(values: readonly (string | null)[]): string | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : sumDecimals(known);
}
