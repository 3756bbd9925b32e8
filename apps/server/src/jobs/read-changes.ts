import type { ChangeFeedService } from '../features/change-feed/service.ts';
import { type JobKind, type Worker, worker } from './queue.ts';

/** Reads the records that the change feed announced. One job reads, one more waits for what arrives meanwhile. */
export const readChangesJob: JobKind<object> = {
  name: 'read-changes',
  options: { policy: 'stately', retryLimit: 3, retryDelay: 10, expireInSeconds: 60 * 60, heartbeatSeconds: 60 },
};

export function createReadChangesWorker(feed: ChangeFeedService): Worker {
  return worker(readChangesJob, feed.readWaiting);
}
