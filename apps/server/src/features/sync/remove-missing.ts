import { holdDeletions } from './held-queries.ts';
import { countMirrored } from './mirror-queries.ts';
import { readById } from './read-by-id.ts';
import { daysOf, eachAtOnce, type RunContext, upsertBatch } from './run-context.ts';

/** So many records may be removed without a deletion record before an administrator is asked, if they are also … */
const MAX_UNCONFIRMED = 50;
/** … no more than this part of the mirror. */
const MAX_UNCONFIRMED_PART = 0.02;

/**
 * Removes records that NetSuite no longer returns and for which it recorded no deletion, after asking for each by its id.
 * More than 50 that are also more than 2 % of the mirror are held instead, for an administrator to confirm: a role that was
 * restricted returns fewer rows without an error, which looks exactly like a mass deletion. Returns in words what is held
 * or hidden; null when nothing is.
 */
export async function removeMissing<Row extends { readonly id: string }>(
  context: RunContext<Row>,
  candidates: readonly string[],
): Promise<string | null> {
  const { source, db, scope, mirror, clock, signal, concurrency } = context;
  if (candidates.length === 0) return null;
  // An order that a run with dates misses may have moved to another day.
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
  const failures = hidden.map((id) => ({ id, reason: 'SuiteQL does not return this record, although it exists.' }));
  await upsertBatch(context, { rows: [], deletedIds, failures });
  return null;
}
