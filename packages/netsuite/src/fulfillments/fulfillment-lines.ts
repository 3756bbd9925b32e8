import { is, isItem, lineDetail as orderLineDetail, readLines, requireLines } from '../orders/order-lines.ts';
import type { Detail, ReadContext } from '../source/details.ts';
import { textsOf } from '../source/record-kind.ts';
import { type RecordBody, readDecimal, readText } from '../values/fields.ts';

/** Lines of fulfillments. */
export const lineDetail: Detail = {
  ...orderLineDetail,
  optional: 'item itemtype quantity createdfrom iscogs donotdisplayline kitmemberof'.split(' '),
};

/** Links of lines to the lines of the order: one row per pair of lines (suiteql-facts, section 4). */
export const linkDetail: Detail = {
  table: 'previoustransactionlinelink',
  key: 'nextdoc',
  required: ['previousdoc', 'previousline', 'nextdoc', 'nextline'],
  order: ['previousdoc', 'nextline', 'previousline'],
  distinct: true,
  rowsPerId: 3,
};

/** Reads the lines of up to 1000 fulfillments, each with its order and, by the links, the order's lines. */
export async function readFulfillmentLines(
  context: ReadContext,
  ids: readonly (string | null)[],
  linksOf: (id: string) => readonly RecordBody[],
) {
  const rowsOf = await readLines(context, lineDetail, ids);
  return (id: string) => {
    const rows = requireLines(context, rowsOf(id));
    const orderId =
      [...textsOf(rows, 'createdfrom'), ...textsOf(linksOf(id), 'previousdoc')].find((order) => order !== null) ?? null;
    const links = linksOf(id).filter((link) => readText(link, 'previousdoc') === orderId);
    const lines = rows.filter((row) => !is(row, 'mainline') && isItem(row)).map((row) => toLine(row, links, context));
    return {
      /** The order; of a fulfillment of another transaction, such as a transfer, that one. */
      orderId,
      /** By their own line. */
      lines: lines.filter((line) => line !== undefined),
    };
  };
}

/**
 * A line of a fulfillment; `line` is the order's line, absent where NetSuite does not link them. The sign of a quantity that leaves the stock differs
 * between sources (suiteql-facts, section 3).
 */
function toLine(row: RecordBody, links: readonly RecordBody[], { names }: ReadContext) {
  const quantity = readDecimal(row, 'quantity')?.replace(/^-/, '');
  const itemId = readText(row, 'item');
  if (quantity === undefined || quantity === '0') return undefined;
  const isOwn = (link: RecordBody) => readText(link, 'nextline') === readText(row, 'id');
  const orderLine = links
    .filter(isOwn)
    .map((link) => readText(link, 'previousline'))
    .find((line) => line !== null);
  return {
    ...(orderLine === undefined ? {} : { line: Number(orderLine) }),
    ...(itemId === null ? {} : { item: { id: itemId, refName: names.of('item', itemId) ?? itemId } }),
    quantity: Number(quantity),
  };
}
