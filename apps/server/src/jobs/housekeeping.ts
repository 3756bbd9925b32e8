import type { Retention } from '../config-retention.ts';
import { findWrongOrderCounts, rebuildOrderCounts } from '../features/orders/order-counts.ts';
import { countWrongProgress, deleteOldRuns, rebuildProgress } from '../features/sync/service.ts';
import { type Clock, hourMs } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { Logger } from '../platform/log.ts';
import { runSql, sql } from '../platform/sql.ts';
import { type JobKind, type Worker, worker } from './queue.ts';

export const housekeepingJob: JobKind<object> = {
  name: 'housekeeping',
  options: { retryLimit: 3, retryDelay: 60, expireInSeconds: 600 },
};

type HousekeepingParts = {
  db: Database;
  clock: Clock;
  retention: Retention;
  deleteOrphanedFiles: () => Promise<void>;
};

/** Entries of the activity log that one statement deletes. */
const expiryBatch = 10_000;

/**
 * Deletes expired sessions, sign-ins, mailed links and rate limit counters, what is older than the retention allows, and
 * orphaned files.
 */
export function createHousekeepingWorker({ db, clock, retention, deleteOrphanedFiles }: HousekeepingParts): Worker {
  const ago = (days: number) => new Date(clock.now().getTime() - days * 24 * hourMs);
  const run = async () => {
    const now = clock.now().toISOString();
    const monthAgo = ago(30).toISOString();
    const dayAgo = ago(1).toISOString();
    await db.deleteFrom('sessions').where('expires_at', '<', now).execute();
    await db.deleteFrom('sign_in_attempts').where('expires_at', '<', dayAgo).execute();
    await db.deleteFrom('password_resets').where('expires_at', '<', now).execute();
    // Kept for a while, so that the holder of a used link is asked to sign in.
    await db.deleteFrom('invitation_links').where('expires_at', '<', monthAgo).execute();
    await db.deleteFrom('request_counts').where('counted_at', '<', dayAgo).execute();
    await db.deleteFrom('rate_limits').where('expires_at', '<', now).execute();
    await runSql(db, sql`delete from leases where expires_at < clock_timestamp()`);
    await db
      .deleteFrom('notifications')
      .where('created_at', '<', ago(retention.notificationDays).toISOString())
      .execute();
    // Kept as long only if no sync is complete; without scheduled ones, followers are not notified.
    await db.deleteFrom('changed_orders').where('learned_at', '<', monthAgo).execute();
    await db.deleteFrom('download_windows').where('opened_at', '<', dayAgo).execute();
    await db.deleteFrom('sync_requests').where('requested_at', '<', dayAgo).execute();
    await deleteOldRuns(db, ago(retention.syncRunDays));
    if (retention.activityDays > 0) await deleteExpiredActivity(db, ago(retention.activityDays));
    await deleteOrphanedFiles();
  };
  // Hourly, at a minute when few other jobs start.
  return worker(housekeepingJob, run, { cron: '17 * * * *' });
}

async function deleteExpiredActivity(db: Database, before: Date): Promise<void> {
  for (;;) {
    const [row] = await runSql<{ deleted: number }>(
      db,
      sql`select delete_expired_activity(${before.toISOString()}, ${expiryBatch}) as deleted`,
    );
    if ((row?.deleted ?? 0) < expiryBatch) return;
  }
}

export const checkCountsJob: JobKind<object> = {
  name: 'check-counts',
  options: { policy: 'exclusive', retryLimit: 3, retryDelay: 60, expireInSeconds: 1800 },
};

/** Compares counts, and what orders show of their fulfillments and invoices, with the mirrors. Logs a difference as an error and corrects it. */
export function createCheckCountsWorker({ db, log }: { db: Database; log: Logger }): Worker {
  const run = async () => {
    const wrong = await findWrongCounts(db);
    if (Object.keys(wrong).length === 0) return;
    log.error({ wrong }, 'order counts were wrong and are rebuilt');
    await rebuildCounts(db);
  };
  // Daily at 03:45 UTC.
  return worker(checkCountsJob, run, { cron: '45 3 * * *' });
}

/** Number of wrong values by table: counts of orders, and what orders show of their fulfillments and invoices. */
export async function findWrongCounts(db: Database): Promise<Readonly<Record<string, number>>> {
  const counts = await findWrongOrderCounts(db);
  const orders = await countWrongProgress(db);
  return orders === 0 ? counts : { ...counts, sales_orders: orders };
}

/** Computes all of them anew. */
export async function rebuildCounts(db: Database): Promise<void> {
  await rebuildProgress(db);
  await rebuildOrderCounts(db);
}
