import { type AlertParts, checkAlerts } from '../features/sync/service.ts';
import { type JobKind, type Worker, worker } from './queue.ts';

export const syncAlertJob: JobKind<object> = {
  name: 'sync-alerts',
  options: { policy: 'exclusive', retryLimit: 0, expireInSeconds: 300 },
};

/** Every minute. */
export const syncAlertCron = '* * * * *';

/** Mails administrators when the sync needs attention, and when it no longer does. */
export function createSyncAlertWorker(parts: AlertParts): Worker {
  return worker(syncAlertJob, () => checkAlerts(parts));
}
