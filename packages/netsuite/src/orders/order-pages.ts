import type { NetsuiteClient, SuiteqlRow } from '../client/netsuite-client.ts';
import { failedAs } from '../client/netsuite-error.ts';
import type { CallOptions } from '../client/transport.ts';
import { readByKeys } from '../source/each-page.ts';
import type { IdRange, Selection } from '../source/record-source.ts';
import { readText } from '../values/fields.ts';
import type { OrderColumns } from './order-columns.ts';
import { addressTexts, lineSums, needsLineSums, orderPage } from './order-sql.ts';
import type { Way, WayChoice } from './way-choice.ts';

/** Reads rows of orders with their addresses and line sums in them, joined or apart as `ways` decides. */
export async function readOrderRows(
  client: NetsuiteClient,
  columns: OrderColumns,
  ways: WayChoice,
  page: { selection: Selection; range: IdRange; limit: number },
  call?: CallOptions,
): Promise<readonly SuiteqlRow[]> {
  const way = ways.begin();
  const { metered, busy } = meter(client);
  try {
    const rows = await read(way, metered, columns, page, call);
    ways.worked(way, rows.length, busy());
    return rows;
  } catch (error) {
    ways.failed(way);
    if (way === 'apart' || !failedAs(error, 'refused')) throw error;
    ways.refused(way);
    return read('apart', client, columns, page, call);
  }
}

async function read(
  way: Way,
  client: NetsuiteClient,
  columns: OrderColumns,
  { selection, range, limit }: { selection: Selection; range: IdRange; limit: number },
  call: CallOptions | undefined,
): Promise<readonly SuiteqlRow[]> {
  const q = orderPage(columns, selection, range, way === 'joined');
  const { items } = await client.suiteql({ q, limit }, call);
  return way === 'joined' || items.length === 0 ? items : addDetails(client, columns, items, call);
}

/** Adds up how long the account is kept busy, waiting for a free place left out. */
function meter(client: NetsuiteClient): { metered: NetsuiteClient; busy: () => number } {
  let busy = 0;
  const metered: NetsuiteClient = {
    ...client,
    async suiteql(query, call) {
      const page = await client.suiteql(query, call);
      busy += page.elapsed;
      return page;
    },
  };
  return { metered, busy: () => busy };
}

async function addDetails(
  client: NetsuiteClient,
  columns: OrderColumns,
  rows: readonly SuiteqlRow[],
  call: CallOptions | undefined,
): Promise<SuiteqlRow[]> {
  const none = new Map<string, SuiteqlRow>();
  const addresses = (kind: 'billing' | 'shipping') => {
    const keys = rows.map((row) => readText(row, `${kind}address`)).filter((key) => key !== null);
    if (!columns.addresses || keys.length === 0) return none;
    return readByKeys(client, keys, (part) => addressTexts(kind, part), 'nkey', call);
  };
  const ids = rows.map((row) => readText(row, 'id') ?? '');
  const [billing, shipping, sums] = await Promise.all([
    addresses('billing'),
    addresses('shipping'),
    needsLineSums(columns) ? readByKeys(client, ids, (part) => lineSums(columns, part), 'id', call) : none,
  ]);
  return rows.map((row) => ({
    ...row,
    billaddress: textOf(billing, row, 'billingaddress', 'addrtext'),
    shipaddress: textOf(shipping, row, 'shippingaddress', 'addrtext'),
    linesum: textOf(sums, row, 'id', 'linesum'),
  }));
}

function textOf(found: Map<string, SuiteqlRow>, row: SuiteqlRow, keyColumn: string, column: string): string | null {
  const match = found.get(readText(row, keyColumn) ?? '');
  return match === undefined ? null : readText(match, column);
}
