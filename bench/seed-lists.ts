import { syncKinds } from '@portal/contract/values';
import { seedOrders } from '@portal/server/features/orders/testing/seed-orders';
import { openDatabase } from '@portal/server/platform/database';
import { migrate } from '@portal/server/platform/migrate';
import { runAsMaintenance } from '@portal/server/platform/workload';
import { createTestUser } from '@portal/server/testing/users';
import { startShipments } from './seed-shipments.ts';

const users = 200;
const logLines = 20_000;
/** Every 15 minutes for 90 days: as often as by default, and as long as runs are kept. */
const syncRuns = 90 * 24 * 4;

/**
 * Fills an empty database as the targets require: orders of 5,000 customers with lines, shipments and invoices, users, an
 * activity log, and sync runs.
 */
export function seedLists(url: string, orders: number): Promise<void> {
  return runAsMaintenance(() => fill(url, orders));
}

async function fill(url: string, orders: number): Promise<void> {
  const database = openDatabase({ url });
  await migrate(database.db);
  const shipments = await startShipments(database, orders);
  await seedOrders(database.pool, orders, 5000, shipments.complete);
  await shipments.end();
  for (let number = 0; number < users; number += 1) {
    const role = (['member', 'customer_member', 'customer_guest', 'customer_admin'] as const)[number % 4];
    await createTestUser(database.db, {
      role: role ?? 'member',
      customerId: number % 4 === 0 ? null : String(1 + number),
    });
  }
  await database.pool.query(
    `insert into activity_log (created_date, action, content) select now() - n * interval '1 minute', 'sync-finished',
     'Sync finished: ' || n || ' orders updated' from generate_series(1, $1::int) n`,
    [logLines],
  );
  await database.pool.query(
    `insert into sync_runs (kind, status, phase, mode, heartbeat_at, started_at, finished_at)
     select kind, 'complete', 'ended', 'incremental', at, at, at
     from unnest($1::text[]) kind, generate_series(1, $2::int) n, lateral (select now() - n * interval '15 minutes' as at) times`,
    [syncKinds, syncRuns],
  );
  await database.pool.query('vacuum analyze');
  await database.close();
}
