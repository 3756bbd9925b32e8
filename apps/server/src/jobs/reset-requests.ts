import { type Key, seal, unseal } from '../platform/crypto.ts';
import type { Database } from '../platform/database.ts';
import { type JobKind, type JobQueue, type Worker, worker } from './queue.ts';

/** Data in the job table: an encrypted email address. */
type ResetRequestJob = { sealed: string };

/**
 * A request for a password reset. The account is looked up here, in the background, where its duration cannot be
 * measured.
 */
export const resetRequestJob: JobKind<ResetRequestJob> = {
  name: 'password-reset-request',
  options: {
    retryLimit: 60,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 60,
    expireInSeconds: 60,
    // Requests older than an hour are dropped: their users have asked again.
    retentionSeconds: 60 * 60,
    deleteAfterSeconds: 60 * 60,
  },
};

/** Queue of requests for a reset link. */
export type ResetRequests = {
  /** Queues a request, with the same work for every address. */
  post(db: Database, email: string): Promise<void>;
};

/** Encrypts the queued addresses with `key`. */
export function createResetRequests(queue: JobQueue, key: Key): ResetRequests {
  return { post: (db, email) => queue.enqueue(db, resetRequestJob, { sealed: seal(key, email) }) };
}

/** Decrypts them with the same key. */
export function createResetRequestWorker(key: Key, mailResetLink: (email: string) => Promise<void>): Worker {
  return worker(resetRequestJob, ({ sealed }) => mailResetLink(unseal(key, sealed)), { concurrency: 2 });
}
