import { holdDeletions } from './held-queries.ts';
import { countMirrored } from './mirror-queries.ts';
import { readById } from './read-by-id.ts';
import { daysOf, eachAtOnce, HIDDEN_RECORD, type RunContext, upsertBatch } from './run-context.ts';

/** Maximum number of records removed without a deletion record and without confirmation, unless they are … */
const MAX_UNCONFIRMED = 50;
/** … at most this share of the mirror. */
const MAX_UNCONFIRMED_PART = 0.02;

/**
 * Removes records that NetSuite no longer returns and for which it has no deletion record, after checking each by its
 * id. More than 50 that are also more than 2 % of the mirror are held until an administrator confirms: a restricted
 * role returns fewer rows without an error, which looks exactly like a mass deletion. Returns a description of held or
 * hidden records; null if there are none.
 */
export async function removeMissing(context: RunContext, candidates: readonly string[]): Promise<string | null> {
  const { source, db, scope, mirror, clock, signal, concurrency } = context;
  if (candidates.length === 0) return null;
  // An order missing from a date-limited run may have moved to another day.
  const found = new Set(await readById(context, candidates));
  const missing = candidates.filter((id) => !found.has(id));
  const mirrored = await countMirrored(scope, db, mirror, daysOf(context));
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
