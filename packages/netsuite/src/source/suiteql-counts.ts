import type { NetsuiteClient } from '../client/netsuite-client.ts';
import { failedAs } from '../client/netsuite-error.ts';
import type { CallOptions } from '../client/transport.ts';
import { readField, readText } from '../values/fields.ts';
import type { IdGroup, IdRange, Survey } from './record-source.ts';
import { allOf, atOrAfter, inRange } from './suiteql-text.ts';

/** A table of records with the letter it goes by: `transaction t`. */
export interface CountedTable {
  readonly from: string;
  /** The id column with its letter: `t.id`. */
  readonly id: string;
}

/** Counts the records that meet `where`, and those among them that meet `changed` too. */
export async function readSurvey(
  client: NetsuiteClient,
  { from, id }: CountedTable,
  conditions: { where: string; changed: string | null },
  call?: CallOptions,
): Promise<Survey> {
  const counted = conditions.changed === null ? id : `CASE WHEN ${conditions.changed} THEN ${id} END`;
  const q =
    `SELECT COUNT(*) AS total, COUNT(${counted}) AS changed, MIN(${counted}) AS firstid, MAX(${counted}) AS lastid ` +
    `FROM ${from} WHERE ${conditions.where}`;
  const { items } = await client.suiteql({ q }, call);
  const row = items[0] ?? {};
  return {
    total: Number(readField(row, 'total') ?? 0),
    changed: Number(readField(row, 'changed') ?? 0),
    firstId: readText(row, 'firstid'),
    lastId: readText(row, 'lastid'),
  };
}

/** The lowest id of a range, found without reading the record. */
export async function readFirstId(
  client: NetsuiteClient,
  { from, id }: CountedTable,
  where: string,
  call?: CallOptions,
): Promise<string | null> {
  const { items } = await client.suiteql({ q: `SELECT MIN(${id}) AS firstid FROM ${from} WHERE ${where}` }, call);
  return readText(items[0] ?? {}, 'firstid');
}

/** Counts and sums of ids, `width` ids to a group. The caller chooses a width that makes fewer than 1000 groups. */
export async function readGroups(
  client: NetsuiteClient,
  { from, id }: CountedTable,
  where: string,
  width: bigint,
  call?: CallOptions,
): Promise<IdGroup[]> {
  const place = `FLOOR(${id} / ${width})`;
  const q =
    `SELECT ${place} AS place, COUNT(*) AS records, SUM(${id}) AS ids FROM ${from} WHERE ${where} ` +
    `GROUP BY ${place} ORDER BY ${place}`;
  const { items } = await client.suiteql({ q }, call);
  return items.map((row) => {
    const at = BigInt(readText(row, 'place') ?? '0');
    return {
      place: at,
      range: rangeOfPlace(at, width),
      count: Number(readField(row, 'records')),
      sum: BigInt(readText(row, 'ids') ?? '0'),
    };
  });
}

/** Ids from place × width up to below the next place's. */
export function rangeOfPlace(place: bigint, width: bigint): IdRange {
  const first = place * width;
  return { after: (first > 0n ? first - 1n : 0n).toString(), upTo: (first + width - 1n).toString() };
}

/** How a type has been seen to be named there. */
const spellings = {
  salesorder: `'salesorder', 'sales order', 'salesord'`,
  customer: `'customer', 'custjob'`,
};

/**
 * Ids of one type deleted at or after an instant; null where the role may not see deletions, so that only a comparison
 * of ids tells.
 */
export async function readDeleted(
  client: NetsuiteClient,
  type: 'salesorder' | 'customer',
  since: Date,
  call?: CallOptions,
): Promise<string[] | null> {
  const ids: string[] = [];
  let after = '0';
  for (;;) {
    const where = allOf(
      `LOWER(d.type) IN (${spellings[type]})`,
      atOrAfter('d.deleteddate', since),
      inRange('d.recordid', { after, upTo: '999999999999999999' }),
    );
    const q = `SELECT d.recordid AS recordid FROM deletedrecord d WHERE ${where} ORDER BY d.recordid`;
    let page: Awaited<ReturnType<NetsuiteClient['suiteql']>>;
    try {
      page = await client.suiteql({ q }, call);
    } catch (error) {
      if (failedAs(error, 'refused', 'permission')) return null;
      throw error;
    }
    ids.push(...page.items.map((row) => readText(row, 'recordid')).filter((id) => id !== null));
    const last = ids.at(-1);
    if (page.items.length < 1000 || last === undefined) return ids;
    after = last;
  }
}
