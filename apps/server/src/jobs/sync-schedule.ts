import type { SyncService } from '../features/sync/service.ts';
import { PortalError } from '../platform/errors.ts';
import { type JobKind, type Worker, worker } from './queue.ts';

/** At most one scheduled sync is queued or running: a long one makes the next ones unnecessary. */
const oneAtATime = { policy: 'exclusive', retryLimit: 0, expireInSeconds: 12 * 60 * 60, heartbeatSeconds: 60 } as const;

/** Reads changed records periodically. */
export const syncJob: JobKind<object> = { name: 'sync', options: oneAtATime };

/** Also compares all ids with NetSuite, to find what other syncs missed, and reads all customers for their balances. */
export const nightlySyncJob: JobKind<object> = { name: 'sync-nightly', options: oneAtATime };

/** Daily at 02:15 UTC. */
export const nightlySyncCron = '15 2 * * *';

/** Interval in minutes. Must be a divisor of 60: otherwise the last step of each hour would be shorter. */
export function syncCron(minutes: number): string {
  return minutes === 60 ? '0 * * * *' : `*/${minutes} * * * *`;
}

export function createSyncWorkers(sync: SyncService): Worker[] {
  return [
    worker(syncJob, () => quietly(() => sync.syncBySchedule('incremental'))),
    worker(nightlySyncJob, () => quietly(() => sync.syncBySchedule('nightly'))),
  ];
}

/** A failed run reports itself, and a restart of the portal is not an error of the job. */
async function quietly(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof PortalError && error.code === 'unavailable')) throw error;
  }
}
