import { syncCustomers } from '@portal/contract/customers';
import { syncOrders } from '@portal/contract/orders';
import { PgBoss } from 'pg-boss';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { forkPortal } from '../../testing/fork-portal.ts';
import { readMirror, readSource } from '../sync/testing/records.ts';
import { startSyncFixture } from '../sync/testing/sync-fixture.ts';
import { feedSecret, notify } from './testing/notify.ts';

const { app, control, config, database, close } = await startSyncFixture(
  { data: { generate: { orders: 60, customers: 10, seed: 9 } } },
  { config: { changeFeedSecret: feedSecret } },
);
afterAll(close);
const { pool } = app.database;

test('a job of a killed portal is taken up by another one when its heartbeat is missed', async () => {
  const { token } = await app.signIn('admin');
  await app.call(syncOrders, { token });
  await app.call(syncCustomers, { token });
  const orderIds = [...(await readSource(control, 'orders')).keys()].slice(0, 5);
  const [customer = ''] = (await readSource(control, 'customers')).keys();
  for (const id of orderIds) await control.patchRecord('salesOrder', id, { memo: `announced ${id}` });
  const killed = await forkPortal(config);
  onTestFinished(killed.kill);
  // Only portals in their own processes perform jobs.
  await app.portal.dependencies.queue.stop();
  await control.change({ latency: { query: { minimum: 60_000, maximum: 60_000 } } });
  const changes = [{ type: 'customer', id: customer }, ...orderIds.map((id) => ({ type: 'salesorder', id }))];
  expect((await notify(killed.url, changes, app.clock.now())).status).toBe(200);
  // The customer is being read; what is read at that moment is left to the next sync.
  const waiting = async () => (await pool.query('select from netsuite_changes')).rowCount;
  await expect.poll(waiting).toBe(orderIds.length);
  await killed.kill();
  await control.reset();

  const other = await forkPortal(config);
  onTestFinished(other.kill);
  const heartbeats = await pool.query(
    `update pgboss.job set heartbeat_on = heartbeat_on - interval '61 seconds'
     where name = 'read-changes' and state = 'active'`,
  );
  expect(heartbeats.rowCount).toBe(1);
  // Fails jobs whose heartbeat was missed, as each portal does once a minute, and retries them without the usual delay.
  const boss = new PgBoss({
    connectionString: database.url,
    supervise: false,
    schedule: false,
    monitorIntervalSeconds: 1,
  });
  await boss.start();
  onTestFinished(() => boss.stop());
  const superviseJobs = async () => {
    await boss.supervise('read-changes');
    await pool.query("update pgboss.job set start_after = now() where name = 'read-changes' and state = 'retry'");
    return waiting();
  };
  await expect.poll(superviseJobs, { timeout: 30_000 }).toBe(0);
  const source = await readSource(control, 'orders');
  await expect.poll(() => readMirror(app.database.db, 'orders')).toEqual(source);
});
