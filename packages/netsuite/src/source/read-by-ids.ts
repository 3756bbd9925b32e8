import type { NetsuiteClient, SuiteqlRow } from '../client/netsuite-client.ts';
import type { CallOptions } from '../client/transport.ts';
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
