import type { SyncService } from '../features/sync/service.ts';
import { PortalError } from '../platform/errors.ts';
import { type JobKind, type Worker, worker } from './queue.ts';

/** One of them at a time, waiting or running: a long sync makes the next ones needless. */
const oneAtATime = { policy: 'exclusive', retryLimit: 0, expireInSeconds: 12 * 60 * 60, heartbeatSeconds: 60 } as const;

/** Reads what changed, so that nobody has to ask. */
export const syncJob: JobKind<object> = { name: 'sync', options: oneAtATime };

/** Compares ids, for deletions and records that everything else missed, and reads customers' balances anew. */
export const nightlySyncJob: JobKind<object> = { name: 'sync-nightly', options: oneAtATime };

/** At a quarter past two in the night, UTC. */
export const nightlySyncCron = '15 2 * * *';

/** Every so many minutes, a divisor of 60: of others the last step of each hour would be a shorter one. */
export function syncCron(minutes: number): string {
  return minutes === 60 ? '0 * * * *' : `*/${minutes} * * * *`;
}

export function createSyncWorkers(sync: SyncService): Worker[] {
  return [
    worker(syncJob, () => quietly(() => sync.syncBySchedule('incremental'))),
    worker(nightlySyncJob, () => quietly(() => sync.syncBySchedule('nightly'))),
  ];
}

/** A run that failed tells of it itself; the portal's own restart is none of the job's business. */
async function quietly(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof PortalError && error.code === 'unavailable')) throw error;
  }
}
