import type { ChangeSummary } from '@portal/netsuite/source/record-source';
import { compareMirror } from './compare-mirror.ts';
import { holdDeletions } from './held-queries.ts';
import { countMirrored, findUnmirrored } from './mirror-queries.ts';
import { readById } from './read-by-id.ts';
import { eachAtOnce, HIDDEN_RECORD, type RunContext, selectionOf, step, upsertBatch } from './run-context.ts';
import { listFailures } from './run-queries.ts';

/** Maximum number of records removed without a deletion record and without confirmation, unless they are … */
const MAX_UNCONFIRMED = 50;
/** … at most this share of the mirror. */
const MAX_UNCONFIRMED_PART = 0.02;

export type CheckOptions = {
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
export async function checkMirror(context: RunContext, options: CheckOptions): Promise<string | null> {
  const { source, signal } = context;
  const { summary, deletedSince, thorough } = options;
  const selection = selectionOf(context);
  await step(context, { phase: 'deletions' });
  // Records read since then may be newer than the summary, so only a run without changes can rely on it.
  if (summary.changed === 0 && !thorough && (await compareCounts(context, summary.total)) === null) return null;
  if (deletedSince !== null) {
    const ids = (await source.deletedSince(deletedSince, { signal })) ?? [];
    const unmirrored = new Set(await findUnmirrored(context, ids));
    const mirrored = ids.filter((id) => !unmirrored.has(id));
    // No source settles which records a type of `deletedrecord` stands for: one that SuiteQL still returns is kept.
    const existing = new Set(await readById(context, mirrored));
    const deletedIds = ids.filter((id) => !existing.has(id));
    if (deletedIds.length > 0) await upsertBatch(context, { rows: [], deletedIds });
  }
  await step(context, { phase: 'checking' });
  const count = async () => compareCounts(context, (await source.summarizeChanges(selection, { signal })).total);
  if ((await count()) === null && !thorough) return null;
  const missing = await compareMirror(context, selection);
  return (await removeMissing(context, missing)) ?? (await count());
}

/** Describes how SuiteQL's number of records differs from the mirror's; null if they agree. */
async function compareCounts(context: RunContext, counted: number): Promise<string | null> {
  const { scope, db, mirror } = context;
  const mirrored = await countMirrored(context);
  // The customer of an unreadable record is unknown, so runs of one customer ignore failed records.
  const failures = scope.records.kind === 'all' ? await listFailures(db, mirror.kind) : [];
  const ids = failures.map(({ id }) => id);
  // Each failed record may or may not be in the mirror, and may or may not be counted by SuiteQL.
  const expected = mirrored + (ids.length === 0 ? 0 : (await findUnmirrored(context, ids)).length);
  const agrees = counted <= expected && counted >= expected - ids.length;
  return agrees ? null : `NetSuite counts ${counted} records, the portal holds ${mirrored}.`;
}

/**
 * Removes records that NetSuite no longer returns and for which it has no deletion record, after checking each by its
 * id. More than 50 that are also more than 2 % of the mirror are held until an administrator confirms: a restricted
 * role returns fewer rows without an error, which looks exactly like a mass deletion. Returns a description of held or
 * hidden records; null if there are none.
 */
async function removeMissing(context: RunContext, candidates: readonly string[]): Promise<string | null> {
  const { source, db, mirror, clock, signal, concurrency } = context;
  if (candidates.length === 0) return null;
  // An order missing from a date-limited run may have moved to another day.
  const found = new Set(await readById(context, candidates));
  const missing = candidates.filter((id) => !found.has(id));
  const mirrored = await countMirrored(context);
  if (missing.length > MAX_UNCONFIRMED && missing.length > mirrored * MAX_UNCONFIRMED_PART) {
    await holdDeletions(db, mirror.kind, missing, clock.now());
    return (
      `NetSuite no longer returns ${missing.length} of ${mirrored} ${mirror.kind}. They stay in the portal until an ` +
      'administrator confirms that they were deleted. A restricted NetSuite role looks the same.'
    );
  }
  const deletedIds: string[] = [];
  const hidden: string[] = [];
  await eachAtOnce(missing, concurrency, async (id) => {
    const isThere = await source.exists(id, { signal });
    (isThere ? hidden : deletedIds).push(id);
  });
  const failures = hidden.map((id) => ({ id, reason: HIDDEN_RECORD }));
  await upsertBatch(context, { rows: [], deletedIds, failures });
  return null;
}
