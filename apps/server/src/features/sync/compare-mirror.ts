import { rangeOfBucket } from '@portal/netsuite/source/counts';
import type { IdBucket, IdRange, Reader, Selection } from '@portal/netsuite/source/record-source';
import type { WorkRange } from './id-ranges.ts';
import { bucketMirrored, type Days, listMirroredIds, type MirroredBucket } from './mirror-queries.ts';
import type { Mirror, MirroredRow } from './mirrors.ts';
import { createRangeReader, type RangeReader } from './read-ranges.ts';
import { daysOf, eachAtOnce, type RunContext, upsertBatch } from './run-context.ts';

/** Maximum number of buckets, slightly below the 1000 rows that NetSuite returns at most. */
const MAX_BUCKETS = 900n;

/**
 * Compares NetSuite's records with the mirror by buckets of ids (count, sum of ids, latest change, amounts) and reads
 * differing buckets again, including unchanged records. Returns ids in the mirror that NetSuite no longer returns.
 */
export async function compareMirror(context: RunContext, selection: Selection): Promise<string[]> {
  const { source, reader, signal } = context;
  const all = { ...selection, since: null };
  const summary = await source.summarizeChanges(all, { signal });
  const read = createRangeReader(context, all, reader.pageSize);
  const missing: string[] = [];
  const { concurrency } = context;
  await eachAtOnce(
    await findDifferences({ ...context, days: daysOf(context) }, all, summary),
    concurrency,
    async ({ range, isEmpty }) => {
      const seen = isEmpty ? new Set<string>() : await readRange(context, read, range);
      const mirrored = await listMirroredIds(context.scope, context.db, context.mirror, daysOf(context), range);
      missing.push(...mirrored.filter((id) => !seen.has(id)));
    },
  );
  return missing;
}

/** Reads and upserts a range, and returns the ids that NetSuite has in it. */
async function readRange(context: RunContext, read: RangeReader, { after, upTo }: IdRange): Promise<Set<string>> {
  const seen = new Set<string>();
  const range: WorkRange = { after: BigInt(after), reached: BigInt(after), upTo: BigInt(upTo), density: 0 };
  await read(range, async (page) => {
    range.reached = page.lastId;
    for (const { id } of [...page.rows, ...(page.failures ?? [])]) seen.add(id);
    await upsertBatch(context, page);
  });
  return seen;
}

type Difference = { range: IdRange /** NetSuite has nothing in the range. */; isEmpty: boolean };

/** What finding differences needs. */
export type Comparison = Pick<RunContext, 'db' | 'scope' | 'signal'> & {
  reader: Pick<Reader<MirroredRow>, 'buckets'>;
  mirror: Mirror;
  days: Days;
};

/** Ranges of ids in which NetSuite and the mirror differ, by buckets. */
export async function findDifferences(
  { reader, db, scope, mirror, signal, days }: Comparison,
  selection: Selection,
  { firstId, lastId }: { firstId: string | null; lastId: string | null },
): Promise<Difference[]> {
  const span = firstId === null || lastId === null ? 1n : BigInt(lastId) - BigInt(firstId) + 1n;
  const bucketSize = (span + MAX_BUCKETS - 1n) / MAX_BUCKETS;
  const buckets = firstId === null ? [] : await reader.buckets(selection, bucketSize, { signal });
  const mirrored = await bucketMirrored(scope, db, mirror, days, firstId === null ? MAX_SPAN : bucketSize);
  const left = new Map(mirrored.map((each) => [each.bucket, each]));
  const differing: Difference[] = [];
  let isPreviousDifferent = false;
  for (const bucket of buckets) {
    const isDifferent = !isSame(bucket, left.get(bucket.bucket));
    const previous = differing.at(-1);
    // Adjacent buckets that differ are read as one range, which takes fewer pages.
    if (isDifferent && isPreviousDifferent && previous !== undefined) {
      differing[differing.length - 1] = { ...previous, range: { ...previous.range, upTo: bucket.range.upTo } };
    } else if (isDifferent) differing.push({ range: bucket.range, isEmpty: false });
    isPreviousDifferent = isDifferent;
    left.delete(bucket.bucket);
  }
  const size = firstId === null ? MAX_SPAN : bucketSize;
  for (const { bucket } of left.values()) differing.push({ range: rangeOfBucket(bucket, size), isEmpty: true });
  return differing;
}

/** A single bucket for all ids, if NetSuite has no records. */
const MAX_SPAN = 1_000_000_000_000_000_000n;

function isSame(bucket: IdBucket, mirrored: MirroredBucket | undefined): boolean {
  return (
    mirrored !== undefined &&
    mirrored.count === bucket.count &&
    mirrored.sum === bucket.sum &&
    mirrored.newest === bucket.newest &&
    (bucket.amount === null || mirrored.amount === bucket.amount)
  );
}
