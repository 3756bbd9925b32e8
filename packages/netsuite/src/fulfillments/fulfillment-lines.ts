import type { CallOptions } from '../client/transport.ts';
import { is, isItem } from '../orders/order-lines.ts';
import { readOrderIds } from '../source/order-ids.ts';
import type { AccountColumns } from '../source/probe-columns.ts';
import { readSeveralByIds, type SeveralById } from '../source/read-by-ids.ts';
import type { ReaderContext } from '../source/transaction-source.ts';
import { type RecordBody, readDecimal, readText } from '../values/fields.ts';
import type { FulfillmentLine, FulfillmentRecord } from './fulfillment-record.ts';

const selected = [
  ...['mainline', 'taxline', 'item', 'itemtype', 'quantity', 'createdfrom'],
  ...['iscogs', 'donotdisplayline', 'kitmemberof'],
] as const;

/** Columns of `transactionline` beside `transaction`; any may be missing. */
export const fulfillmentLineCandidates = ['id', ...selected, 'linelastmodifieddate'] as const;

/** Columns that link a line to the line of the order (suiteql-facts, section 4). */
export const linkColumns = ['previousdoc', 'previousline', 'nextdoc', 'nextline'] as const;

type Lines = Pick<FulfillmentRecord, 'orderId' | 'lines'>;

/** The queries for lines and for links, one of each for each reader; null where the account or the role has none. */
export interface FulfillmentLineQueries {
  readonly lines: SeveralById | null;
  readonly links: SeveralById | null;
}

export function fulfillmentLineQueries(columns: AccountColumns): FulfillmentLineQueries {
  const known = selected.filter((column) => columns.has(`transactionline.${column}`));
  const list = ['transaction', 'id', ...known].map((column) => `l.${column} AS ${column}`).join(', ');
  const isLinked = linkColumns.every((column) => columns.has(`previoustransactionlinelink.${column}`));
  const linksOf = (idList: string) =>
    'SELECT DISTINCT k.nextdoc AS transaction, k.nextline AS nextline, k.previousdoc AS createdfrom, ' +
    `k.previousline AS previousline FROM previoustransactionlinelink k WHERE k.nextdoc IN (${idList}) ` +
    'ORDER BY k.nextdoc, k.nextline, k.previousline';
  return {
    lines: columns.has('transactionline.id')
      ? {
          key: 'transaction',
          query: (idList) =>
            `SELECT ${list} FROM transactionline l WHERE l.transaction IN (${idList}) ORDER BY l.transaction, l.id`,
          rowsPerId: 4,
        }
      : null,
    links: isLinked ? { key: 'transaction', query: linksOf, rowsPerId: 3 } : null,
  };
}

/** Reads the lines of up to 1000 fulfillments, each with its order and the order's lines. */
export async function readFulfillmentLines(
  { client, names }: ReaderContext,
  queries: FulfillmentLineQueries,
  ids: readonly string[],
  call: CallOptions | undefined,
): Promise<(id: string) => Lines> {
  const read = async (query: SeveralById | null) =>
    query === null || ids.length === 0 ? [] : readSeveralByIds(client, ids, query, call);
  const [rows, links] = await Promise.all([read(queries.lines), read(queries.links)]);
  const orderLineOf = toOrderLines(links);
  await names.load({ item: rows.map((row) => readText(row, 'item')) }, call);
  const byId = Map.groupBy(rows, (row) => readText(row, 'transaction') ?? '');
  const orderOf = readOrderIds([...rows, ...links]);
  return (id) => {
    const items = (byId.get(id) ?? []).filter((row) => !is(row, 'mainline') && isItem(row));
    const lines = items.map((row) => toLine(row, orderLineOf(id, readText(row, 'id')), names.of));
    return { orderId: orderOf(id), lines: lines.filter((line) => line !== undefined) };
  };
}

/** The sign of a quantity that leaves the stock differs between sources (suiteql-facts, section 3). */
function toLine(
  row: RecordBody,
  line: number | undefined,
  nameOf: ReaderContext['names']['of'],
): FulfillmentLine | undefined {
  const quantity = readDecimal(row, 'quantity')?.replace(/^-/, '');
  const id = readText(row, 'item');
  if (quantity === undefined || quantity === '0') return undefined;
  return {
    ...(line === undefined ? {} : { line }),
    ...(id === null ? {} : { item: { id, refName: nameOf('item', id) ?? id } }),
    quantity: Number(quantity),
  };
}

/** The order's line of a fulfillment's line. One row per pair of lines: the first one of a line counts. */
function toOrderLines(links: readonly RecordBody[]) {
  const lines = new Map<string, number>();
  for (const row of links) {
    const key = `${readText(row, 'transaction')} ${readText(row, 'nextline')}`;
    const line = readText(row, 'previousline');
    if (line !== null && !lines.has(key)) lines.set(key, Number(line));
  }
  return (id: string, line: string | null) => lines.get(`${id} ${line}`);
}
