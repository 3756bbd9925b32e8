import { syncOrders } from '@portal/contract/orders';
import { PgBoss } from 'pg-boss';
import { afterAll, expect, test } from 'vitest';
import { forkPortal } from '../../testing/fork-portal.ts';
import { readMirror, readSource } from '../sync/testing/records.ts';
import { startSyncFixture } from '../sync/testing/sync-fixture.ts';
import { feedSecret, notify } from './testing/notify.ts';

const { app, control, config, database, close } = await startSyncFixture(
  { data: { generate: { orders: 300, customers: 10, seed: 9 } } },
  { config: { changeFeedSecret: feedSecret } },
);
afterAll(close);
const { pool } = app.database;

/** Fails jobs whose heartbeat was missed, as each portal does once a minute. */
async function failJobsWithoutHeartbeat(): Promise<void> {
  const boss = new PgBoss({
    connectionString: database.url,
    supervise: false,
    schedule: false,
    monitorIntervalSeconds: 1,
  });
  await boss.start();
  await boss.supervise('read-changes');
  await boss.stop();
}

test('a job of a killed portal is taken up by another one when its heartbeat is missed', async () => {
  await app.call(syncOrders, { token: (await app.signIn('admin')).token });
  const ids = [...(await readSource(control, 'orders')).keys()];
  for (const id of ids.slice(-5)) await control.patchRecord('salesOrder', id, { memo: `announced ${id}` });
  const killed = await forkPortal(config);
  // Only portals in their own processes perform jobs.
  await app.portal.dependencies.queue.stop();
  // More records than one query reads: those of the first query are left to the next sync.
  await control.change({ latency: { query: { minimum: 60_000, maximum: 60_000 } } });
  const changes = ids.map((id) => ({ type: 'salesorder', id }));
  for (const part of [changes.slice(0, 200), changes.slice(200)]) {
    expect((await notify(killed.url, part, app.clock.now())).status).toBe(200);
  }
  const waiting = async () => (await pool.query('select from netsuite_changes')).rowCount;
  await expect.poll(waiting, { timeout: 20_000 }).toBe(100);
  await killed.kill();
  await control.reset();

  const other = await forkPortal(config);
  try {
    const heartbeats = await pool.query(
      `update pgboss.job set heartbeat_on = heartbeat_on - interval '61 seconds'
       where name = 'read-changes' and state = 'active'`,
    );
    expect(heartbeats.rowCount).toBe(1);
    await failJobsWithoutHeartbeat();
    await pool.query("update pgboss.job set start_after = now() where name = 'read-changes' and state = 'retry'");
    await expect.poll(waiting, { timeout: 20_000 }).toBe(0);
    const source = await readSource(control, 'orders');
    await expect.poll(() => readMirror(app.database.db, 'orders'), { timeout: 20_000 }).toEqual(source);
  } finally {
    await other.kill();
  }
});
