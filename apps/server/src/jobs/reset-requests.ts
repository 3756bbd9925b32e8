import { seal, unseal } from '../platform/crypto.ts';
import type { Database } from '../platform/database.ts';
import { type JobKind, type JobQueue, type Worker, worker } from './queue.ts';

/** What lies in the job table: an e-mail address, sealed. */
type ResetRequestJob = { sealed: string };

/** Somebody forgot a password. Whether the address is anybody's is found out here, where nobody measures the time. */
export const resetRequestJob: JobKind<ResetRequestJob> = {
  name: 'password-reset-request',
  options: {
    retryLimit: 60,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 60,
    expireInSeconds: 60,
    // Whoever still waits after an hour has asked again.
    retentionSeconds: 60 * 60,
    deleteAfterSeconds: 60 * 60,
  },
};

/** Where requests for a reset link wait. */
export type ResetRequests = {
  /** Puts a request into the queue: the same work for every address. */
  post(db: Database, email: string): Promise<void>;
};

/** Addresses lie in the queue sealed with `key`. */
export function createResetRequests(queue: JobQueue, key: Buffer): ResetRequests {
  return { post: (db, email) => queue.enqueue(db, resetRequestJob, { sealed: seal(key, email) }) };
}

/** Opens them with the same key. */
export function createResetRequestWorker(key: Buffer, mailResetLink: (email: string) => Promise<void>): Worker {
  return worker(resetRequestJob, ({ sealed }) => mailResetLink(unseal(key, sealed)), 2);
}
