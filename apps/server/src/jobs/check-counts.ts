import { findWrongOrderCounts, rebuildOrderCounts } from '../features/orders/service.ts';
import type { Database } from '../platform/database.ts';
import type { Logger } from '../platform/log.ts';
import { type JobKind, type Worker, worker } from './queue.ts';

export const checkCountsJob: JobKind<object> = {
  name: 'check-counts',
  options: { policy: 'exclusive', retryLimit: 3, retryDelay: 60, expireInSeconds: 1800 },
};

/** Daily at 03:45 UTC. */
export const checkCountsCron = '45 3 * * *';

/** Compares the trigger-maintained counts with the orders. Logs a difference as an error and corrects it. */
export function createCheckCountsWorker({ db, log }: { db: Database; log: Logger }): Worker {
  return worker(checkCountsJob, async () => {
    const wrong = await findWrongOrderCounts(db);
    if (Object.keys(wrong).length === 0) return;
    log.error({ wrong }, 'order counts were wrong and are rebuilt');
    await rebuildOrderCounts(db);
  });
}
