import { sql } from 'kysely';
import { type Clock, hourMs } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { Logger } from '../platform/log.ts';
import { findWrongCounts, rebuildCounts } from './mirror-counts.ts';
import { type JobKind, type Worker, worker } from './queue.ts';

export const housekeepingJob: JobKind<object> = {
  name: 'housekeeping',
  options: { retryLimit: 3, retryDelay: 60, expireInSeconds: 600 },
};

/** Hourly, at a minute when few other jobs start. */
export const housekeepingCron = '17 * * * *';

/** Deletes expired sessions, sign-ins, mailed links, rate limit counters and old notifications, and orphaned files. */
export function createHousekeepingWorker(db: Database, clock: Clock, deleteOrphanedFiles: () => Promise<void>): Worker {
  return worker(housekeepingJob, async () => {
    const now = clock.now().toISOString();
    const monthAgo = new Date(clock.now().getTime() - 30 * 24 * hourMs).toISOString();
    const quarterAgo = new Date(clock.now().getTime() - 90 * 24 * hourMs).toISOString();
    const dayAgo = new Date(clock.now().getTime() - 24 * hourMs).toISOString();
    await db.deleteFrom('sessions').where('expires_at', '<', now).execute();
    await db.deleteFrom('sign_in_attempts').where('expires_at', '<', dayAgo).execute();
    await db.deleteFrom('password_resets').where('expires_at', '<', now).execute();
    // Kept for a while, so that the holder of a used link is asked to sign in.
    await db.deleteFrom('invitation_links').where('expires_at', '<', monthAgo).execute();
    await db.deleteFrom('request_counts').where('counted_at', '<', dayAgo).execute();
    await db.deleteFrom('rate_limits').where('expires_at', '<', now).execute();
    await db.deleteFrom('leases').where('expires_at', '<', sql<string>`clock_timestamp()`).execute();
    await db.deleteFrom('notifications').where('created_at', '<', quarterAgo).execute();
    await db.deleteFrom('download_windows').where('opened_at', '<', dayAgo).execute();
    await db.deleteFrom('sync_requests').where('requested_at', '<', dayAgo).execute();
    await deleteOrphanedFiles();
  });
}

export const checkCountsJob: JobKind<object> = {
  name: 'check-counts',
  options: { policy: 'exclusive', retryLimit: 3, retryDelay: 60, expireInSeconds: 1800 },
};

/** Daily at 03:45 UTC. */
export const checkCountsCron = '45 3 * * *';

/** Compares counts, and what orders show of their fulfillments and invoices, with the mirrors. Logs a difference as an error and corrects it. */
export function createCheckCountsWorker({ db, log }: { db: Database; log: Logger }): Worker {
  return worker(checkCountsJob, async () => {
    const wrong = await findWrongCounts(db);
    if (Object.keys(wrong).length === 0) return;
    log.error({ wrong }, 'order counts were wrong and are rebuilt');
    await rebuildCounts(db);
  });
}
