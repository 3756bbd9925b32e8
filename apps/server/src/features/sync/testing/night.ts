import { type SyncKind, syncKinds } from '@portal/contract/values';
import { expect } from 'vitest';
import { nightlySyncJob } from '../../../jobs/sync-jobs.ts';
import type { TestApp } from '../../../testing/app.ts';

type Night = {
  /** May cancel runs; all others are complete. */
  meanwhile?: () => Promise<void>;
  /** Kinds whose runs are partial. */
  partial?: readonly SyncKind[];
};

/** Runs the nightly sync of all kinds to its end: the rest of the job would disturb the next test. */
export async function runNight(
  { database: { db }, portal }: TestApp,
  { meanwhile, partial = [] }: Night = {},
): Promise<void> {
  const nights = db.selectFrom('sync_runs').where('mode', '=', 'nightly').select(['id', 'status']);
  const before = (await nights.execute()).map(({ id }) => id);
  const runs = async () => {
    const begun = (await nights.execute()).filter(({ id }) => !before.includes(id));
    // A job that has just ended may still hold off the next one.
    if (begun.length === 0) await portal.dependencies.queue.enqueue(db, nightlySyncJob, {});
    await meanwhile?.();
    const ends = begun.map(({ status }) => (meanwhile !== undefined && status === 'cancelled' ? 'complete' : status));
    return ends.toSorted();
  };
  const expected = syncKinds.map((kind) => (partial.includes(kind) ? 'partial' : 'complete'));
  await expect.poll(runs, { timeout: 300_000 }).toEqual(expected.toSorted());
}
