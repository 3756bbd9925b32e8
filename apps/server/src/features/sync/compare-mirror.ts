import { MAX_ID, rangeOfBucket } from '@portal/netsuite/source/counts';
import { everything, type IdBucket, type IdRange, type Selection } from '@portal/netsuite/source/record-source';
import { systemSyncScope } from '../../access/scope.ts';
import type { Database } from '../../platform/database.ts';
import { rememberedColumns } from './account-columns.ts';
import { toWorkRange } from './id-ranges.ts';
import {
  bucketMirrored,
  countMirrored,
  listMirroredIds,
  type MirroredBucket,
  type MirrorPart,
} from './mirror-queries.ts';
import { findNextRanges } from './read-again.ts';
import { createRangeReader, type RangeReader } from './read-ranges.ts';
import { eachAtOnce, type RunContext, type SyncedKind, selectionOf, upsertBatch } from './run-context.ts';
import { listFailedIds } from './unresolved-queries.ts';

/** Maximum number of buckets, slightly below the 1000 rows that NetSuite returns at most. */
const MAX_BUCKETS = 900n;

/**
 * Compares NetSuite's records with the mirror by buckets of ids (count, sum of ids, latest change, customers, amounts), and
 * reads differing buckets in full, each night also the next ranges. Returns mirrored ids that NetSuite no longer returns.
 */
export async function compareMirror(context: RunContext): Promise<string[]> {
  const all = selectionOf(context);
  const read = createRangeReader(context, all, context.reader.pageSize);
  // The ids of an empty bucket between two differing ones are in the range of both and in its own.
  const missing = new Set<string>();
  const { differences } = await findDifferences(context, all);
  const again = context.run.mode === 'nightly' ? await findNextRanges(context) : undefined;
  const unseen = again?.ranges.map((range) => ({ range, isEmpty: false })) ?? [];
  await eachAtOnce([...differences, ...unseen], context.concurrency, async ({ range, isEmpty }) => {
    const seen = isEmpty ? new Set<string>() : await readRange(context, read, range);
    for (const id of await listMirroredIds(context, range)) if (!seen.has(id)) missing.add(id);
  });
  await again?.done();
  return [...missing];
}

/** Reads and upserts a range, except for records that this run could not read, and returns the ids that NetSuite has. */
async function readRange(context: RunContext, read: RangeReader, { after, upTo }: IdRange): Promise<Set<string>> {
  const seen = new Set(context.failedIds);
  const failed = [...seen].map(BigInt).filter((id) => id > BigInt(after) && id <= BigInt(upTo));
  let end = BigInt(upTo);
  for (const id of [...failed.sort((a, b) => (a < b ? 1 : -1)), BigInt(after)]) {
    const range = toWorkRange({ after: id.toString(), upTo: end.toString() });
    end = id - 1n;
    await read(range, async (page) => {
      range.reached = page.lastId;
      for (const row of [...page.rows, ...(page.failures ?? [])]) seen.add(row.id);
      await upsertBatch(context, page);
    });
  }
  return seen;
}

type Difference = { range: IdRange /** NetSuite has nothing in the range. */; isEmpty: boolean };

/** Number of records in NetSuite, and ranges of ids in which it and the mirror differ by buckets, or all of them. */
async function findDifferences(
  { source, reader, signal, ...part }: MirrorPart & Pick<RunContext, 'source' | 'reader' | 'signal'>,
  selection: Selection,
): Promise<{ total: number; differences: Difference[] }> {
  const { total, firstId, lastId } = await source.summarizeChanges(selection, { signal });
  const isNothing = firstId === null || lastId === null;
  const size = isNothing ? BigInt(MAX_ID) + 1n : (BigInt(lastId) - BigInt(firstId) + MAX_BUCKETS) / MAX_BUCKETS;
  const buckets = isNothing ? [] : await reader.buckets(selection, size, { signal });
  if (buckets === null) return { total, differences: [{ range: { after: '0', upTo: MAX_ID }, isEmpty: false }] };
  const left = new Map((await bucketMirrored(part, size)).map((each) => [each.bucket, each]));
  const differing: Difference[] = [];
  let previous: Difference | undefined;
  for (const bucket of buckets) {
    const mirrored = left.get(bucket.bucket);
    left.delete(bucket.bucket);
    if (isSame(bucket, mirrored)) previous = undefined;
    // Adjacent buckets that differ are read as one range, which takes fewer pages.
    else if (previous !== undefined) previous.range = { ...previous.range, upTo: bucket.range.upTo };
    else {
      previous = { range: bucket.range, isEmpty: false };
      differing.push(previous);
    }
  }
  for (const bucket of left.keys()) differing.push({ range: rangeOfBucket(bucket, size), isEmpty: true });
  return { total, differences: differing };
}

function isSame(bucket: IdBucket, mirrored: MirroredBucket | undefined): boolean {
  return (
    mirrored !== undefined &&
    mirrored.count === bucket.count &&
    mirrored.sum === bucket.sum &&
    mirrored.newest === bucket.newest &&
    bucket.sums.every((sum, index) => sum === null || mirrored.sums[index] === sum)
  );
}

/** How a mirror compares with NetSuite: number of records, and ranges of ids in which they differ. */
export type MirrorInspection = Awaited<ReturnType<typeof inspectMirror>>;

/** Compares a mirror with NetSuite by counts and buckets of ids, as the nightly sync does, and changes nothing. */
export async function inspectMirror(db: Database, { source, mirror }: SyncedKind) {
  const reader = source.open((await rememberedColumns({ db, mirror, source })) ?? new Set());
  const part = { scope: systemSyncScope(), db, mirror, days: { from: null, to: null } };
  const { signal } = new AbortController();
  const { total, differences } = await findDifferences({ ...part, source, reader, signal }, everything);
  return {
    kind: mirror.kind,
    netsuite: total,
    mirrored: await countMirrored(part),
    failed: (await listFailedIds(part.scope, db, mirror.kind)).length,
    differing: differences.map(({ range }) => range),
  };
}
