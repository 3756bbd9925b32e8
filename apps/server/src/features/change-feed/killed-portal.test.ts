import { syncCustomers } from '@portal/contract/customers';
import { syncOrders } from '@portal/contract/orders';
import { PgBoss } from 'pg-boss';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { readChangesJob } from '../../jobs/sync-jobs.ts';
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

const { token } = await app.signIn('admin');
await app.call(syncOrders, { token });
await app.call(syncCustomers, { token });
const orderIds = [...(await readSource(control, 'orders')).keys()].slice(0, 5);
const [customer = ''] = (await readSource(control, 'customers')).keys();
// Only portals in their own processes perform jobs.
await app.portal.dependencies.queue.stop();

/** Number of announced records that no job has begun to read. */
const waiting = async () => (await pool.query('select from netsuite_changes')).rowCount;
const announce = async (url: string, ...changes: { type: string; id: string }[]) =>
  expect((await notify(url, changes, app.clock.now())).status).toBe(200);

/** A queue without jobs of its own, to supervise those of the portals at once; they do so once a minute. */
async function startSupervisor(): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: database.url,
    supervise: false,
    schedule: false,
    monitorIntervalSeconds: 1,
  });
  await boss.start();
  onTestFinished(() => boss.stop());
  return boss;
}

test('a job of a killed portal is taken up by another one when its heartbeat is missed', async () => {
  for (const id of orderIds) await control.patchRecord('salesOrder', id, { memo: `announced ${id}` });
  const killed = await forkPortal(config);
  onTestFinished(killed.kill);
  await control.change({ latency: { query: { minimum: 60_000, maximum: 60_000 } } });
  await announce(killed.url, { type: 'customer', id: customer }, ...orderIds.map((id) => ({ type: 'salesorder', id })));
  // The customer is being read; what is read at that moment is left to the next sync.
  await expect.poll(waiting).toBe(orderIds.length);
  await killed.kill();
  await control.reset();

  const other = await forkPortal(config);
  onTestFinished(other.kill);
  const heartbeats = await pool.query(
    `update pgboss.job set heartbeat_on = heartbeat_on - interval '61 seconds'
     where name = $1 and state = 'active'`,
    [readChangesJob.name],
  );
  expect(heartbeats.rowCount).toBe(1);
  // Fails jobs whose heartbeat was missed, as each portal does once a minute, and retries them without the usual delay.
  const boss = await startSupervisor();
  const superviseJobs = async () => {
    await boss.supervise(readChangesJob.name);
    await pool.query(`update pgboss.job set start_after = now() where name = $1 and state = 'retry'`, [
      readChangesJob.name,
    ]);
    return waiting();
  };
  await expect.poll(superviseJobs, { timeout: 30_000 }).toBe(0);
  const source = await readSource(control, 'orders');
  await expect.poll(() => readMirror(app.database.db, 'orders')).toEqual(source);
});

test('changes are read at once by a portal that has started while another one was reading some', async () => {
  const [first = '', second = ''] = orderIds;
  const reading = await forkPortal(config);
  onTestFinished(reading.kill);
  await control.change({ latency: { query: { minimum: 60_000, maximum: 60_000 } } });
  await announce(reading.url, { type: 'salesorder', id: first });
  await expect.poll(waiting).toBe(0);
  // Each portal knows, for a minute, which jobs were active when they were last counted.
  const boss = await startSupervisor();
  await expect
    .poll(async () => {
      await boss.supervise(readChangesJob.name);
      return (await boss.getQueue(readChangesJob.name))?.activeCount;
    })
    .toBe(1);
  const other = await forkPortal(config);
  onTestFinished(other.kill);
  await control.reset();
  const active = () => pool.query(`select from pgboss.job where name = $1 and state = 'active'`, [readChangesJob.name]);
  await expect.poll(async () => (await active()).rowCount).toBe(0);
  await reading.kill();

  await control.patchRecord('salesOrder', second, { memo: 'announced to the other' });
  await announce(other.url, { type: 'salesorder', id: second });
  await expect.poll(waiting, { timeout: 20_000 }).toBe(0);
});
