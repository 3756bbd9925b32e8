import type { NetsuiteClient, SuiteqlRow } from '../client/netsuite-client.ts';
import type { CallOptions } from '../client/transport.ts';
import { readText } from '../values/fields.ts';
import type { RecordFailure } from './record-source.ts';
import { idLiteral } from './suiteql-text.ts';

/** What one query takes in IN, and what one page of an answer holds. */
export const MAX_IDS_PER_QUERY = 1000;

/**
 * Reads rows by up to 1000 ids a query; `query` gets the ids as the inside of IN (…). If there are more rows than one
 * response holds, it splits the ids in half.
 */
export async function readByIds(
  client: NetsuiteClient,
  ids: readonly string[],
  query: (idList: string) => string,
  call?: CallOptions,
): Promise<SuiteqlRow[]> {
  const parts = inGroups([...new Set(ids)], MAX_IDS_PER_QUERY);
  const rows = await Promise.all(parts.map((part) => readPart(client, part, query, call)));
  return rows.flat();
}

async function readPart(
  client: NetsuiteClient,
  ids: readonly string[],
  query: (idList: string) => string,
  call: CallOptions | undefined,
): Promise<readonly SuiteqlRow[]> {
  const { items, hasMore } = await client.suiteql({ q: query(ids.map(idLiteral).join(', ')) }, call);
  if (!hasMore) return items;
  if (ids.length > 1) {
    const halves = inGroups(ids, Math.ceil(ids.length / 2));
    return (await Promise.all(halves.map((half) => readPart(client, half, query, call)))).flat();
  }
  return readAll(client, query(ids.map(idLiteral).join(', ')), items, call);
}

/** A query that finds several rows for an id, sorted by the column `key` with the id. */
export interface SeveralById {
  readonly key: string;
  query(idList: string): string;
  /** Rows found per id so far, by which queries are sized; kept by the caller between calls. */
  rowsPerId: number;
}

/**
 * Reads several rows per id. Queries have as many ids as will probably fill a page; where there are more rows, the next
 * query starts with the first id whose rows are incomplete.
 */
export async function readSeveralByIds(
  client: NetsuiteClient,
  ids: readonly string[],
  several: SeveralById,
  call?: CallOptions,
): Promise<SuiteqlRow[]> {
  const sorted = [...new Set(ids)].sort((one, other) => Number(BigInt(one) - BigInt(other)));
  const size = Math.floor((MAX_IDS_PER_QUERY * 0.9) / Math.max(several.rowsPerId, 1));
  const parts = inGroups(sorted, Math.max(size, 1));
  const rows = (await Promise.all(parts.map((part) => readOn(client, part, several, call)))).flat();
  if (sorted.length > 0) several.rowsPerId = rows.length / sorted.length;
  return rows;
}

async function readOn(
  client: NetsuiteClient,
  ids: readonly string[],
  { key, query }: SeveralById,
  call: CallOptions | undefined,
): Promise<SuiteqlRow[]> {
  const rows: SuiteqlRow[] = [];
  for (let left = ids; left.length > 0; ) {
    const { items, hasMore } = await client.suiteql({ q: query(left.map(idLiteral).join(', ')) }, call);
    const last = items.at(-1);
    if (!hasMore || last === undefined) return [...rows, ...items];
    const lastId = readText(last, key) ?? '';
    const complete = left.indexOf(lastId);
    if (complete > 0) {
      rows.push(...items.filter((row) => readText(row, key) !== lastId));
      left = left.slice(complete);
    } else {
      // The first id alone has more rows than a page.
      const [first = '', ...others] = left;
      rows.push(...(await readAll(client, query(idLiteral(first)), [], call)));
      left = others;
    }
  }
  return rows;
}

/** The rest of one id's rows. `query` must order them, or pages would skip and repeat rows. */
async function readAll(
  client: NetsuiteClient,
  q: string,
  first: readonly SuiteqlRow[],
  call: CallOptions | undefined,
): Promise<SuiteqlRow[]> {
  const rows = [...first];
  for (let isMore = true; isMore; ) {
    const offset = rows.length;
    const { items, hasMore } = await client.suiteql({ q, limit: pageSizeFor(offset), offset }, call);
    rows.push(...items);
    isMore = hasMore && items.length > 0;
  }
  return rows;
}

/** NetSuite takes only offsets that the limit divides (suiteql-facts, section 1), and a page may be short. */
function pageSizeFor(offset: number): number {
  let size = MAX_IDS_PER_QUERY;
  while (offset % size !== 0) size -= 1;
  return size;
}

/** The items in their order, `size` to a group; the last group holds what is left. */
export function inGroups<Item>(items: readonly Item[], size: number): Item[][] {
  const groups: Item[][] = [];
  for (let start = 0; start < items.length; start += size) groups.push(items.slice(start, start + size));
  return groups;
}

/** Maps what can be mapped; an item with a value that cannot be kept (a TypeError) becomes a failed record. */
export function mapEach<Item, Row>(
  items: readonly Item[],
  idOf: (item: Item) => string,
  map: (item: Item) => Row,
): { rows: Row[]; failures: RecordFailure[] } {
  const rows: Row[] = [];
  const failures: RecordFailure[] = [];
  for (const item of items) {
    try {
      rows.push(map(item));
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      failures.push({ id: idOf(item), reason: error.message });
    }
  }
  return { rows, failures };
}
