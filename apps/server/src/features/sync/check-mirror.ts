import type { ChangeSummary } from '@portal/netsuite/source/record-source';
import { compareMirror } from './compare-mirror.ts';
import { countMirrored, findMirrored } from './mirror-queries.ts';
import { readById, readMissingRecord } from './read-by-id.ts';
import { eachAtOnce, type ReadResult, type RunContext, selectionOf, step, upsertBatch } from './run-context.ts';
import { holdDeletions, listFailedIds } from './unresolved-queries.ts';

/** Maximum number of records removed without a deletion record and without confirmation, unless they are … */
const MAX_UNCONFIRMED = 50;
/** … at most this share of the mirror. */
const MAX_UNCONFIRMED_PART = 0.02;

/**
 * Finishes a run: applies deletions, then checks that NetSuite and the mirror have the same records. If the counts
 * differ, and each night, compares them bucket by bucket. Returns a description of the remaining differences; null if
 * there are none. `summary` is from the start of the run; `deletedSince` is null for a first run, which has nothing to
 * delete; `thorough` compares all buckets even if the counts match.
 */
export async function checkMirror(
  context: RunContext,
  summary: ChangeSummary,
  deletedSince: Date | null,
  thorough: boolean,
): Promise<string | null> {
  const { source, signal } = context;
  await step(context, { phase: 'deletions' });
  // Records read since then may be newer than the summary, so only a run without changes can rely on it.
  if (summary.changed === 0 && !thorough && (await compareCounts(context, summary.total, true)) === null) return null;
  if (deletedSince !== null) {
    const ids = (await source.deletedSince(deletedSince, { signal })) ?? [];
    // No source settles which records a type of `deletedrecord` stands for: one that SuiteQL still returns is kept.
    const existing = new Set(await readById(context, await findMirrored(context, ids)));
    const deletedIds = ids.filter((id) => !existing.has(id));
    if (deletedIds.length > 0) await upsertBatch(context, { rows: [], deletedIds });
  }
  await step(context, { phase: 'checking' });
  const count = async (exactly = false) =>
    compareCounts(context, (await source.summarizeChanges(selectionOf(context), { signal })).total, exactly);
  if (!thorough && (await count(true)) === null) return null;
  const missing = await compareMirror(context);
  const held = await removeMissing(context, missing);
  if (thorough) await forgetDeleted(context);
  return held ?? (await count());
}

/**
 * Describes how SuiteQL's number of records differs from the mirror's; null if they agree. Whether SuiteQL counts a failed
 * record is a guess: `exactly` those that it returned in this run, otherwise any of them.
 */
async function compareCounts(context: RunContext, counted: number, exactly = false): Promise<string | null> {
  const { scope, db, mirror, failedIds } = context;
  const mirrored = await countMirrored(context);
  const ids = (await listFailedIds(scope, db, mirror.kind)).filter((id) => !exactly || failedIds.has(id));
  const withoutFailed = mirrored - (await findMirrored(context, ids)).length;
  const least = exactly ? ids.length : 0;
  const agrees = counted >= withoutFailed + least && counted <= withoutFailed + ids.length;
  return agrees ? null : `NetSuite counts ${counted} records, the portal holds ${mirrored}.`;
}

/**
 * Removes records that NetSuite no longer returns and for which it has no deletion record, after checking each by its
 * id. More than 50 that are also more than 2 % of the mirror are held until an administrator confirms: a restricted
 * role returns fewer rows without an error, which looks exactly like a mass deletion. Returns a description of held or
 * hidden records; null if there are none.
 */
async function removeMissing(context: RunContext, candidates: readonly string[]): Promise<string | null> {
  const { db, mirror, clock } = context;
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
  await removeDeleted(context, missing);
  return null;
}

/** Removes records that failed in earlier runs and were never mirrored, in case they were deleted: no bucket has them. */
async function forgetDeleted(context: RunContext): Promise<void> {
  const { scope, db, mirror, failedIds } = context;
  // What this run could not read exists.
  const ids = (await listFailedIds(scope, db, mirror.kind)).filter((id) => !failedIds.has(id));
  const mirrored = new Set(await findMirrored(context, ids));
  await removeDeleted(
    context,
    ids.filter((id) => !mirrored.has(id)),
  );
}

/** Removes those records that the record service does not know, and records the others as failed. */
async function removeDeleted(context: RunContext, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { signal, concurrency } = context;
  const results: ReadResult[] = [];
  await eachAtOnce(ids, concurrency, async (id) => {
    results.push(await readMissingRecord(context, id, { signal }));
  });
  const deletedIds = results.flatMap((result) => result.deletedIds ?? []);
  await upsertBatch(context, { rows: [], deletedIds, failures: results.flatMap(({ failures = [] }) => failures) });
}
