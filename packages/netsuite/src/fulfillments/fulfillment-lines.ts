import { is, isItem, lineDetail as orderLineDetail, readLines, requireLines } from '../orders/order-lines.ts';
import type { Detail, ReadContext } from '../source/details.ts';
import { textsOf } from '../source/record-kind.ts';
import { type RecordBody, readDecimal, readText } from '../values/fields.ts';

/** Lines of fulfillments. */
export const lineDetail: Detail = {
  ...orderLineDetail,
  optional: 'item itemtype quantity createdfrom iscogs donotdisplayline kitmemberof'.split(' '),
};

/** Links to what a transaction follows: one row per pair of lines (suiteql-facts, section 4). */
export const linkDetail: Detail = {
  table: 'previoustransactionlinelink',
  key: 'nextdoc',
  required: ['nextdoc', 'previousdoc'],
  order: ['previousdoc'],
  distinct: true,
};

/** Reads the lines of up to 1000 fulfillments, each with its order. */
export async function readFulfillmentLines(
  context: ReadContext,
  ids: readonly (string | null)[],
  linksOf: (id: string) => readonly RecordBody[],
) {
  const rowsOf = await readLines(context, lineDetail, ids);
  return (id: string) => {
    const rows = requireLines(context, rowsOf(id));
    const orders = [...textsOf(rows, 'createdfrom'), ...textsOf(linksOf(id), 'previousdoc')];
    // Some fulfillments have their one item in the main line (rest-facts, section 4).
    const ofItems = rows.filter((row) => isItem(row) && (!is(row, 'mainline') || readText(row, 'item') !== null));
    const lines = ofItems.map((row) => toLine(row, context));
    return {
      /** The order; of a fulfillment of another transaction, such as a transfer, that one. */
      orderId: orders.find((order) => order !== null) ?? null,
      /**
       * By their own line. Which line of the order each belongs to is not read: sources disagree on what links name (suiteql-facts,
       * section 4).
       */
      lines: lines.filter((line) => line !== undefined),
    };
  };
}

/** The sign of a quantity that leaves the stock differs between sources (suiteql-facts, section 3). */
function toLine(row: RecordBody, { names }: ReadContext) {
  const quantity = readDecimal(row, 'quantity')?.replace(/^-/, '');
  const itemId = readText(row, 'item');
  if (quantity === undefined || quantity === '0') return undefined;
  return {
    ...(itemId === null ? {} : { item: { id: itemId, refName: names.of('item', itemId) ?? itemId } }),
    quantity: Number(quantity),
  };
}
