import type { NetsuiteClient, SuiteqlRow } from '../client/netsuite-client.ts';
import type { CallOptions } from '../client/transport.ts';
import { type RecordBody, readText } from '../values/fields.ts';
import { inGroups } from './in-groups.ts';
import type { Fault, Page } from './record-source.ts';

const mostInOneQuery = 1000;

/** Asks for something by up to 1000 ids a query and gives the rows by their key. */
export async function readByKeys(
  client: NetsuiteClient,
  keys: readonly string[],
  query: (keys: readonly string[]) => string,
  keyColumn: string,
  call?: CallOptions,
): Promise<Map<string, SuiteqlRow>> {
  const parts = inGroups([...new Set(keys)], mostInOneQuery);
  const rows = await Promise.all(parts.map((part) => readPart(client, part, query, call)));
  return new Map(rows.flat().map((row) => [readText(row, keyColumn) ?? '', row]));
}

/** Where there are more rows than keys, so that they do not fit one answer, half of the keys is asked for at a time. */
async function readPart(
  client: NetsuiteClient,
  keys: readonly string[],
  query: (keys: readonly string[]) => string,
  call: CallOptions | undefined,
): Promise<readonly SuiteqlRow[]> {
  const { items, hasMore } = await client.suiteql({ q: query(keys) }, call);
  if (!hasMore || keys.length === 1) return items;
  const middle = Math.ceil(keys.length / 2);
  const halves = [keys.slice(0, middle), keys.slice(middle)];
  return (await Promise.all(halves.map((half) => readPart(client, half, query, call)))).flat();
}

/** Maps each row; one that cannot be kept becomes a fault of its own and spoils no other. */
export function mapPage<Row>(rows: readonly RecordBody[], map: (row: RecordBody) => Row, complete: boolean): Page<Row> {
  const last = rows.at(-1);
  const lastId = last === undefined ? null : readText(last, 'id');
  return { ...mapEach(rows, (row) => readText(row, 'id') ?? '', map), lastId, complete };
}

/** Maps what can be mapped; what throws a TypeError, since it holds a value that cannot be kept, is a fault. */
export function mapEach<Item, Row>(
  items: readonly Item[],
  idOf: (item: Item) => string,
  map: (item: Item) => Row,
): { rows: Row[]; faults: Fault[] } {
  const rows: Row[] = [];
  const faults: Fault[] = [];
  for (const item of items) {
    try {
      rows.push(map(item));
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      faults.push({ id: idOf(item), reason: error.message });
    }
  }
  return { rows, faults };
}
