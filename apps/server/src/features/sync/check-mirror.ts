import type { ChangeSummary, Selection } from '@portal/netsuite/source/record-source';
import { compareMirror } from './compare-mirror.ts';
import { countMirrored, findUnmirrored } from './mirror-queries.ts';
import { removeMissing } from './remove-missing.ts';
import { daysOf, type RunContext, step, upsertBatch } from './run-context.ts';
import { listFailures } from './run-queries.ts';

type Counts = {
  /** Number of records according to SuiteQL. */
  counted: number;
  /** Number of mirrored records, without those whose deletion is held. */
  mirrored: number;
  /** Records that could not be read: all of them, and those that are not in the mirror. */
  failures: { all: number; unmirrored: number };
};

export type CheckOptions = {
  selection: Selection;
  /** The change summary from the start of the run. */
  summary: ChangeSummary;
  /** Deletions at or after this time are read; null for a first run, which has nothing to delete. */
  deletedSince: Date | null;
  /** Compares all buckets even if the counts match. */
  thorough: boolean;
};

/**
 * Finishes a run: applies deletions, then checks that NetSuite and the mirror have the same records. If the counts
 * differ, and each night, compares them bucket by bucket. Returns a description of the remaining differences; null if
 * there are none.
 */
export async function checkMirror(
  context: RunContext,
  { selection, summary, deletedSince, thorough }: CheckOptions,
): Promise<string | null> {
  const { source, signal } = context;
  const isUnchanged = summary.changed === 0 && !thorough;
  await step(context, { phase: 'deletions' });
  // Records read since then may be newer than the summary, so only a run without changes can rely on it.
  if (isUnchanged && agree(await count(context, summary.total))) return null;
  if (deletedSince !== null) {
    const ids = await source.deletedSince(deletedSince, { signal });
    if (ids !== null && ids.length > 0) await upsertBatch(context, { rows: [], deletedIds: ids });
  }
  await step(context, { phase: 'checking' });
  const total = async () => (await source.summarizeChanges({ ...selection, since: null }, { signal })).total;
  if (agree(await count(context, await total())) && !thorough) return null;
  const missing = await compareMirror(context, selection);
  const message = await removeMissing(context, missing);
  if (message !== null) return message;
  const after = await count(context, await total());
  return agree(after) ? null : `NetSuite counts ${after.counted} records, the portal holds ${after.mirrored}.`;
}

async function count(context: RunContext, counted: number): Promise<Counts> {
  const { scope, db, mirror } = context;
  const mirrored = await countMirrored(scope, db, mirror, daysOf(context));
  // The customer of an unreadable record is unknown, so runs of one customer ignore failed records.
  const failures = scope.records.kind === 'all' ? await listFailures(db, mirror.kind) : [];
  const ids = failures.map(({ id }) => id);
  const unmirrored = ids.length === 0 ? 0 : (await findUnmirrored(scope, db, mirror, ids)).length;
  return { counted, mirrored, failures: { all: ids.length, unmirrored } };
}

/**
 * Whether the counts match: each failed record may or may not be in the mirror, and may or may not be counted by
 * SuiteQL.
 */
function agree({ counted, mirrored, failures }: Counts): boolean {
  const expected = mirrored + failures.unmirrored;
  return counted <= expected && counted >= expected - failures.all;
}
