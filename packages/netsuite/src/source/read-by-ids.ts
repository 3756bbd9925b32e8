import type { NetsuiteClient, SuiteqlRow } from '../client/netsuite-client.ts';
import { isServerError } from '../client/netsuite-error.ts';
import type { CallOptions } from '../client/transport.ts';
import { readText } from '../values/fields.ts';
import { unlessRefused } from './probe-columns.ts';
import { idLiteral } from './suiteql-text.ts';

/** What one query takes in IN, and what one page of an answer holds. */
const MAX_ROWS = 1000;

/** A query that finds rows by ids, of which it gets the inside of IN (…); sorted by the column with the id. */
type QueryByIds = (idList: string) => string;

/**
 * Reads rows by ids, which are in the column `key`. A query has as many ids as will probably fill a page, by the rows
 * expected per id; where there are more rows, the next query starts with the first id whose rows are incomplete.
 */
export async function readByIds(
  client: NetsuiteClient,
  ids: readonly string[],
  query: QueryByIds,
  call?: CallOptions,
  key = 'id',
  rowsPerId = 1,
): Promise<SuiteqlRow[]> {
  const sorted = [...new Set(ids)].sort((one, other) => Number(BigInt(one) - BigInt(other)));
  const size = rowsPerId <= 1 ? MAX_ROWS : Math.max(Math.floor((MAX_ROWS * 0.9) / rowsPerId), 1);
  const parts = Array.from({ length: Math.ceil(sorted.length / size) }, (_, index) =>
    sorted.slice(index * size, (index + 1) * size),
  );
  return (await Promise.all(parts.map((part) => readPart(client, part, query, call, key)))).flat();
}

/**
 * The same of columns of a table that the role may not see, where none are found, and of records that cannot be read, beside
 * which the others are.
 */
export async function readReadable(
  client: NetsuiteClient,
  columns: readonly [table: string, ...columns: string[]],
  ids: readonly string[],
  query: QueryByIds,
  call?: CallOptions,
): Promise<SuiteqlRow[]> {
  // A single record is asked for often, since few attempts fail by chance.
  const read = readByIds(client, ids, query, ids.length === 1 ? { ...call, attempts: undefined } : call);
  const rows = unlessRefused(client, read, [], call, columns);
  return rows.catch(async (error: unknown) => {
    if (!isServerError(error)) throw error;
    if (ids.length === 1) return [];
    const middle = Math.ceil(ids.length / 2);
    const readHalf = (half: readonly string[]) => readReadable(client, columns, half, query, { ...call, attempts: 2 });
    return (await Promise.all([ids.slice(0, middle), ids.slice(middle)].map(readHalf))).flat();
  });
}

async function readPart(
  client: NetsuiteClient,
  ids: readonly string[],
  query: QueryByIds,
  call: CallOptions | undefined,
  key: string,
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
      rows.push(...(await readAll(client, query(idLiteral(first)), call)));
      left = others;
    }
  }
  return rows;
}

/** All rows by offset, where no column is a key of theirs. `q` must order them, or pages would skip and repeat rows. */
export async function readAll(client: NetsuiteClient, q: string, call?: CallOptions): Promise<SuiteqlRow[]> {
  const rows: SuiteqlRow[] = [];
  for (;;) {
    const offset = rows.length;
    const { items, hasMore } = await client.suiteql({ q, limit: pageSizeFor(offset), offset }, call);
    rows.push(...items);
    if (!hasMore || items.length === 0) return rows;
  }
}

/** NetSuite takes only offsets that the limit divides (suiteql-facts, section 1), and a page may be short. */
function pageSizeFor(offset: number): number {
  let size = MAX_ROWS;
  while (offset % size !== 0) size -= 1;
  return size;
}
