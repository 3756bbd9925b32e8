import type { NetsuiteClient } from '../client/netsuite-client.ts';
import { failedAs } from '../client/netsuite-error.ts';
import type { CallOptions } from '../client/transport.ts';
import { readDecimal, readText } from '../values/fields.ts';
import type { ChangeSummary, IdBucket, IdRange } from './record-source.ts';
import { allOf, atOrAfter, inRange, utc } from './suiteql-text.ts';

/*
 * Queries over records of one kind: `table` is read under the alias `r`, and `where` selects the records of the kind.
 */

/** Counts the records that meet `where`, and those among them that meet `changed` too. */
export async function readChangeSummary(
  client: NetsuiteClient,
  table: string,
  { where, changed }: { where: string; changed: string | null },
  call?: CallOptions,
): Promise<ChangeSummary> {
  const counted = changed === null ? 'r.id' : `CASE WHEN ${changed} THEN r.id END`;
  // COUNT(*) on transaction is refused in some accounts (suiteql-facts, section 1); COUNT of the id is not.
  const q =
    `SELECT COUNT(r.id) AS total, COUNT(${counted}) AS changed, MIN(${counted}) AS firstid, MAX(${counted}) AS lastid ` +
    `FROM ${table} r WHERE ${where}`;
  const { items } = await client.suiteql({ q }, call);
  const row = items[0] ?? {};
  return {
    total: Number(row.total ?? 0),
    changed: Number(row.changed ?? 0),
    firstId: readText(row, 'firstid'),
    lastId: readText(row, 'lastid'),
  };
}

/** The lowest id of a range, found without reading the record. */
export async function readFirstId(
  client: NetsuiteClient,
  table: string,
  where: string,
  call?: CallOptions,
): Promise<string | null> {
  const { items } = await client.suiteql({ q: `SELECT MIN(r.id) AS firstid FROM ${table} r WHERE ${where}` }, call);
  return readText(items[0] ?? {}, 'firstid');
}

/**
 * Buckets of `bucketSize` ids, with the sum of the column `amount` if there is one. The caller chooses a size that makes
 * fewer than 1000 of them.
 */
export async function readBuckets(
  client: NetsuiteClient,
  table: string,
  where: string,
  bucketSize: bigint,
  amount: string | null,
  call?: CallOptions,
): Promise<IdBucket[]> {
  const bucket = `FLOOR(r.id / ${bucketSize})`;
  const q =
    `SELECT ${bucket} AS bucket, COUNT(r.id) AS records, SUM(r.id) AS ids, ${utc('MAX(r.lastmodifieddate)')} AS newest` +
    `${amount === null ? '' : `, SUM(r.${amount}) AS amount`} FROM ${table} r WHERE ${where} GROUP BY ${bucket} ORDER BY ${bucket}`;
  const { items } = await client.suiteql({ q }, call);
  return items.map((row) => {
    const at = BigInt(readText(row, 'bucket') ?? '0');
    return {
      bucket: at,
      range: rangeOfBucket(at, bucketSize),
      count: Number(row.records),
      sum: BigInt(readText(row, 'ids') ?? '0'),
      newest: readText(row, 'newest'),
      amount: readDecimal(row, 'amount'),
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

/** Ids of one type deleted at or after an instant, ascending; null where the role may not see deletions. */
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
  try {
    return await readIds(
      client,
      (after) => `SELECT d.recordid AS id FROM deletedrecord d WHERE ${where(after)} ORDER BY d.recordid`,
      call,
    );
  } catch (error) {
    if (failedAs(error, 'refused', 'permission')) return null;
    throw error;
  }
}

/** Larger than any id of NetSuite. */
export const MAX_ID = '999999999999999999';

/** All ids that a query finds, page by page; `query` gets the last id seen and sorts by id. */
export async function readIds(
  client: NetsuiteClient,
  query: (after: string) => string,
  call?: CallOptions,
): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const { items, hasMore } = await client.suiteql({ q: query(ids.at(-1) ?? '0') }, call);
    ids.push(...items.map((row) => readText(row, 'id')).filter((id) => id !== null));
    if (items.length === 0 || (!hasMore && items.length < 1000)) return ids;
  }
}
