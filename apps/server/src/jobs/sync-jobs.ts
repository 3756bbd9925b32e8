import type { ChangeFeedService } from '../features/change-feed/service.ts';
import { type NotifyParts, notifyFollowers } from '../features/notifications/notify.ts';
import { type AlertParts, checkAlerts, type SyncService } from '../features/sync/service.ts';
import { PortalError } from '../platform/errors.ts';
import { type JobKind, type Worker, worker } from './queue.ts';

/** At most one scheduled sync is queued or running: a long one makes the next ones unnecessary. */
const oneAtATime = { policy: 'exclusive', retryLimit: 0, expireInSeconds: 12 * 60 * 60, heartbeatSeconds: 60 } as const;

/** Reads changed records periodically. */
export const syncJob: JobKind<object> = { name: 'sync', options: oneAtATime };

/**
 * Also compares all ids with NetSuite, to find what other syncs missed, and reads all customers for their balances.
 * Repeated for about an hour if NetSuite fails or the portal is restarted: both may happen at the same time each night.
 */
export const nightlySyncJob: JobKind<object> = {
  name: 'sync-nightly',
  options: { ...oneAtATime, retryLimit: 6, retryDelay: 60, retryBackoff: true },
};

/**
 * Reads the records that the change feed announced. One job waits for what arrives while others read. A queue that allows
 * one active job as well (`stately`, as `read-changes` was) waits for up to a minute once that job has ended, since pg-boss
 * goes by counts that it keeps for so long (its issue 610).
 */
export const readChangesJob: JobKind<object> = {
  name: 'read-announced',
  options: { policy: 'short', retryLimit: 3, retryDelay: 10, expireInSeconds: 60 * 60, heartbeatSeconds: 60 },
};

/** A run that fails is repeated a minute later. */
const minutely = { policy: 'exclusive', retryLimit: 0, expireInSeconds: 300 } as const;

/** Mails administrators when the sync needs attention, and when it no longer does. */
export const syncAlertJob: JobKind<object> = { name: 'sync-alerts', options: minutely };

/** Notifies those who follow orders of what happened to them, and queues their mails. */
export const notifyFollowersJob: JobKind<object> = { name: 'notify-followers', options: minutely };

/** Interval in minutes. Must be a divisor of 60: otherwise the last step of each hour would be shorter. */
export function syncCron(minutes: number): string {
  return minutes === 60 ? '0 * * * *' : `*/${minutes} * * * *`;
}

type SyncJobParts = { sync: SyncService; changeFeed: ChangeFeedService; alerts: AlertParts; notify: NotifyParts };

/** @param everyMinutes interval of the scheduled sync; 0 ends all schedules */
export function createSyncWorkers({ sync, changeFeed, alerts, notify }: SyncJobParts, everyMinutes: number): Worker[] {
  const by = (cron: string) => ({ cron: everyMinutes > 0 ? cron : null });
  return [
    worker(syncJob, () => quietly(() => sync.syncBySchedule('incremental')), by(syncCron(everyMinutes))),
    // Daily at 02:15 UTC.
    worker(nightlySyncJob, () => syncAtNight(sync), by('15 2 * * *')),
    worker(readChangesJob, changeFeed.readWaiting),
    worker(syncAlertJob, () => checkAlerts(alerts), by('* * * * *')),
    worker(notifyFollowersJob, () => notifyFollowers(notify), by('* * * * *')),
  ];
}

/** Throws if a run failed, so that the job is repeated. */
async function syncAtNight(sync: SyncService): Promise<void> {
  const runs = await sync.syncBySchedule('nightly');
  if (runs.some(({ status }) => status === 'failed')) throw new Error('A nightly sync has failed.');
}

/** A failed run reports itself, and a restart of the portal is not an error of the job. */
async function quietly(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof PortalError && error.code === 'unavailable')) throw error;
  }
}
