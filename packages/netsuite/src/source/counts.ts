import type { NetsuiteClient, SuiteqlRow } from '../client/netsuite-client.ts';
import type { CallOptions } from '../client/transport.ts';
import { readDecimal, readText } from '../values/fields.ts';
import { unlessRefused } from './probe-columns.ts';
import type { IdBucket, IdRange } from './record-source.ts';
import { allOf, atOrAfter, inRange, utc } from './suiteql-text.ts';

/*
 * Queries over records of one kind: `table` is read under the alias `r`, and `where` selects the records of the kind.
 */

/**
 * Buckets of `bucketSize` ids, with the sum of each of the columns `sums` times the square of the id. The caller chooses a size that
 * makes fewer than 1000 of them.
 */
export async function readBuckets(
  client: NetsuiteClient,
  table: string,
  where: string,
  bucketSize: bigint,
  sums: readonly string[],
  call?: CallOptions,
): Promise<IdBucket[]> {
  const bucket = `FLOOR(r.id / ${bucketSize})`;
  const query = (after: string) =>
    `SELECT ${bucket} AS bucket, MAX(r.id) AS lastid, COUNT(r.id) AS records, SUM(r.id) AS ids, ${utc('MAX(r.lastmodifieddate)')} AS newest` +
    `${sums.map((column) => `, SUM(r.${column} * r.id * r.id) AS ${column}`).join('')} FROM ${table} r` +
    ` WHERE ${allOf(where, inRange('r.id', { after, upTo: MAX_ID }))} GROUP BY ${bucket} ORDER BY ${bucket}`;
  return (await readAllById(client, query, call, 'lastid')).map((row) => {
    const at = BigInt(readText(row, 'bucket') ?? '0');
    return {
      bucket: at,
      range: rangeOfBucket(at, bucketSize),
      count: Number(row.records),
      sum: BigInt(readText(row, 'ids') ?? '0'),
      newest: readText(row, 'newest'),
      sums: sums.map((column) => (/e/i.test(readText(row, column) ?? '') ? null : readDecimal(row, column))),
    };
  });
}

/** Ids from bucket × size up to below the next bucket's. */
export function rangeOfBucket(bucket: bigint, bucketSize: bigint): IdRange {
  const first = bucket * bucketSize;
  return { after: (first > 0n ? first - 1n : 0n).toString(), upTo: (first + bucketSize - 1n).toString() };
}

/** Spellings of `deletedrecord.type` by record type; no source settles which one an account uses. */
const deletedTypes = {
  salesOrder: `'salesorder', 'sales order', 'salesord'`,
  customer: `'customer', 'custjob'`,
  itemFulfillment: `'itemfulfillment', 'item fulfillment', 'itemship'`,
  invoice: `'invoice', 'custinvc'`,
};

/** Ids of one type deleted at or after an instant, ascending; null where the role may not see deletions, or they cannot be read. */
export async function readDeleted(
  client: NetsuiteClient,
  type: keyof typeof deletedTypes,
  since: Date,
  call?: CallOptions,
): Promise<string[] | null> {
  const where = (after: string) =>
    allOf(
      `LOWER(d.type) IN (${deletedTypes[type]})`,
      atOrAfter('d.deleteddate', since),
      inRange('d.recordid', { after, upTo: MAX_ID }),
    );
  const query = (after: string) =>
    `SELECT d.recordid AS id FROM deletedrecord d WHERE ${where(after)} ORDER BY d.recordid`;
  const rows = await unlessRefused(client, readAllById(client, query, call), null, call);
  return rows?.flatMap((row) => readText(row, 'id') ?? []) ?? null;
}

/** Larger than any id of NetSuite. */
export const MAX_ID = '999999999999999999';

/** All rows that a query finds, page by page; `query` gets the last id seen in the column `key` and sorts by it. */
export async function readAllById(
  client: NetsuiteClient,
  query: (after: string) => string,
  call?: CallOptions,
  key = 'id',
): Promise<SuiteqlRow[]> {
  const rows: SuiteqlRow[] = [];
  for (;;) {
    const { items, hasMore } = await client.suiteql({ q: query(readText(rows.at(-1) ?? {}, key) ?? '0') }, call);
    rows.push(...items);
    if (items.length === 0 || (!hasMore && items.length < 1000)) return rows;
  }
}
