import { findWrongOrderCounts, rebuildOrderCounts } from '../features/orders/service.ts';
import type { Database } from '../platform/database.ts';
import type { Logger } from '../platform/log.ts';
import { type JobKind, type Worker, worker } from './queue.ts';

export const checkCountsJob: JobKind<object> = {
  name: 'check-counts',
  options: { policy: 'exclusive', retryLimit: 3, retryDelay: 60, expireInSeconds: 1800 },
};

/** Each night at 03:45 UTC. */
export const checkCountsCron = '45 3 * * *';

/** Compares the counts that triggers keep with the orders. A difference is logged as an error and corrected. */
export function createCheckCountsWorker({ db, log }: { db: Database; log: Logger }): Worker {
  return worker(checkCountsJob, async () => {
    const wrong = await findWrongOrderCounts(db);
    if (Object.keys(wrong).length === 0) return;
    log.error({ wrong }, 'order counts were wrong and are rebuilt');
    await rebuildOrderCounts(db);
  });
}
