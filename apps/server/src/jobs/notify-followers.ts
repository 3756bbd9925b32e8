import { type NotifyParts, notifyFollowers } from '../features/notifications/notify.ts';
import { type JobKind, type Worker, worker } from './queue.ts';

/** A run that fails is repeated a minute later. */
export const notifyFollowersJob: JobKind<object> = {
  name: 'notify-followers',
  options: { policy: 'exclusive', retryLimit: 0, expireInSeconds: 300 },
};

/** Every minute. */
export const notifyFollowersCron = '* * * * *';

/** Notifies those who follow orders of what happened to them, and queues their mails. */
export function createNotifyWorker(parts: NotifyParts): Worker {
  return worker(notifyFollowersJob, () => notifyFollowers(parts));
}
