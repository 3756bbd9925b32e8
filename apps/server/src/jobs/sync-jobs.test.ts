import { syncCustomers } from '@portal/contract/customers';
import { syncOrders } from '@portal/contract/orders';
import { type SyncKind, syncKinds } from '@portal/contract/values';
import { afterAll, describe, expect, test } from 'vitest';
import { readMirror, readSource } from '../features/sync/testing/records.ts';
import { startSyncFixture } from '../features/sync/testing/sync-fixture.ts';
import { runSql, sql } from '../platform/sql.ts';
import { startTestApp } from '../testing/app.ts';
import { createTestDatabase } from '../testing/database.ts';
import { nightlySyncJob, syncCron, syncJob } from './sync-jobs.ts';

const { app, control, config, database, close } = await startSyncFixture(
  { data: { generate: { orders: 60, customers: 20, seed: 51 } } },
  { retry: { firstDelay: 1, longestDelay: 10 } },
);
afterAll(close);
const { db, pool } = app.database;
const { queue } = app.portal.dependencies;

const endedRuns = async () => {
  const runs = await db
    .selectFrom('sync_runs')
    .select(['kind', 'mode', 'status'])
    .where('status', '<>', 'running')
    .orderBy('heartbeat_at')
    .execute();
  return runs.map(({ kind, mode, status }) => `${kind} ${mode} ${status}`);
};
const waitForRuns = (count: number) => expect.poll(async () => (await endedRuns()).length).toBe(count);
const expectSame = async (kind: SyncKind) =>
  expect(await readMirror(db, kind)).toEqual(await readSource(control, kind));

async function syncAtNight(): Promise<void> {
  await db.deleteFrom('sync_runs').where('mode', '=', 'nightly').execute();
  const nightly = async () => {
    const ended = (await endedRuns()).filter((run) => run.includes('nightly'));
    // A job that has just ended may still hold off the next one.
    if (ended.length === 0) await queue.enqueue(db, nightlySyncJob, {});
    return ended;
  };
  await expect.poll(nightly, { interval: 100, timeout: 240_000 }).toHaveLength(4);
}

describe('the scheduled sync', () => {
  test('runs at the configured interval in minutes', () => {
    expect(syncCron(5)).toBe('*/5 * * * *');
  });

  test('reads all kinds once across all servers, what belongs to orders after them', async () => {
    const other = await startTestApp({ database, config, clock: app.clock });
    for (let time = 0; time < 3; time += 1) await queue.enqueue(db, syncJob, {});
    await waitForRuns(4);
    await other.close();
    expect(await endedRuns()).toEqual(
      ['customers', 'orders', 'fulfillments', 'invoices'].map((kind) => `${kind} incremental complete`),
    );
    for (const kind of syncKinds) await expectSame(kind);
  });

  test('survives an unavailable NetSuite and reports it once for each kind', { timeout: 60_000 }, async () => {
    await control.change({ faults: { serverError: 1 } });
    const ask = async () => {
      // No further run starts while the previous one is running.
      await queue.enqueue(db, syncJob, {});
      return (await endedRuns()).length;
    };
    await expect.poll(ask, { interval: 500 }).toBeGreaterThanOrEqual(12);
    await control.reset();
    const lines = await db.selectFrom('activity_log').select('action').where('action', '=', 'sync-failed').execute();
    expect(lines).toHaveLength(4);
    // The circuit breaker has opened; once its pause is over, one request tries whether NetSuite answers again.
    await pool.query('update netsuite_limit set open_until = clock_timestamp()');
    const { token } = await app.signIn('admin');
    const statusOf = async () => (await app.call(syncOrders, { token })).status;
    await expect.poll(statusOf, { interval: 500, timeout: 30_000 }).toBe(200);
  });

  test('finds changed balances and renamed items every night, and ids that differ despite equal counts', async () => {
    const { token } = await app.signIn('admin');
    const [customer = ''] = (await readSource(control, 'customers')).keys();
    const [order = ''] = (await readSource(control, 'orders')).keys();
    await control.patchRecord('customer', customer, { balance: 1234.5, overdueBalance: 0.1 }, { touch: false });
    await control.rename('item', '301', 'Renamed article');
    await db.deleteFrom('sales_orders').where('id', '=', order).execute();
    await db.insertInto('sales_orders').values({ id: '1', tran_id: 'a phantom' }).execute();
    await app.call(syncCustomers, { token });
    await app.call(syncOrders, { token });
    expect((await readMirror(db, 'orders')).has('1')).toBe(true);

    await syncAtNight();
    for (const kind of syncKinds) await expectSame(kind);
    const stored = JSON.stringify(await db.selectFrom('order_lines').select('lines').execute());
    expect(stored).toContain('Renamed article');
    expect(stored).not.toContain('Hex Bolt M8');
  });

  test('asks three times about all kinds when nothing has changed, and reads further back for a kind that has to', async () => {
    const [invoice = ''] = (await readSource(control, 'invoices')).keys();
    const dayAgo = `${new Date(Date.now() - 86_400_000).toISOString().slice(0, 19)}Z`;
    const ended = (await endedRuns()).length;
    await control.resetRequests();
    await queue.enqueue(db, syncJob, {});
    await waitForRuns(ended + 4);
    expect((await control.requests()).total).toBe(3);
    // As if the syncs of invoices had failed for two days, while the others went on.
    await control.patchRecord('invoice', invoice, { lastModifiedDate: dayAgo, memo: 'Changed' }, { touch: false });
    await control.patchRecord('invoice', invoice, { dueDate: '2031-02-03' }, { touch: false });
    await runSql(db, sql`update sync_runs set server_time = server_time - interval '2 days' where kind = 'invoices'`);
    await queue.enqueue(db, syncJob, {});
    await waitForRuns(ended + 8);
    for (const kind of syncKinds) await expectSame(kind);
    expect((await readMirror(db, 'invoices')).get(invoice)?.dueDate).toBe('2031-02-03');
  });

  test('forgets every night which records NetSuite deleted before they could ever be read, although NetSuite fails for one', async () => {
    const { token } = await app.signIn('admin');
    const [body] = await control.listRecords('salesOrder');
    const seen = (await control.listRecords('salesOrder')).map(({ id }) => id);
    const [deleted, unreadable, hidden] = ['999001', '999002', '999003'];
    const failing = [deleted, unreadable, hidden];
    for (const id of failing) await control.putRecord('salesOrder', id, { ...body, tranId: `SO-${id}` });
    await control.change({ hiddenTables: ['deletedrecord'], unreadable: { salesOrder: failing } });
    expect((await app.call(syncOrders, { token })).body).toMatchObject({ status: 'partial', failed: 3 });
    const failures = () =>
      db.selectFrom('sync_failures').select(['record_id', 'reason']).orderBy('record_id').execute();
    const [, ...unread] = await failures();
    await control.deleteRecord('salesOrder', deleted);
    // Of the hidden one, only the record service can tell whether it was deleted, and it fails each time.
    await control.change({
      unreadable: { salesOrder: [unreadable, hidden] },
      restrictedTo: { salesOrder: [...seen, deleted, unreadable] },
    });
    await syncAtNight();
    expect(await endedRuns()).toContain('orders nightly partial');
    expect(await failures()).toEqual(unread);
    await control.reset();
    expect((await app.call(syncOrders, { token })).body).toMatchObject({ status: 'complete', created: 2 });
    await expectSame('orders');
  });

  test('ends although many records stay unreadable, each in a bucket of its own', { timeout: 600_000 }, async () => {
    const { token } = await app.signIn('admin');
    const ids = [...(await readSource(control, 'orders')).keys()];
    for (const id of ids) await control.patchRecord('salesOrder', id, { memo: 'changed' });
    const unreadable = ids.filter((_, index) => index % 2 === 1);
    await control.change({ unreadable: { salesOrder: unreadable } });
    expect((await app.call(syncOrders, { token })).body).toMatchObject({
      status: 'partial',
      failed: unreadable.length,
    });
    // Beyond the days that a nightly sync reads again by date.
    await control.advanceClock(4 * 24 * 3600);
    await syncAtNight();
    expect(await endedRuns()).toContain('orders nightly partial');
    await control.reset();
    await app.call(syncOrders, { token });
    await expectSame('orders');
  });
});

describe('the nightly sync is repeated', () => {
  const database = createTestDatabase();
  afterAll(async () => (await database).drop());

  test.each(['the portal is restarted', 'NetSuite fails'])('when %s in the middle of it', async (reason) => {
    const options = { database: await database, config: { netsuite: config.netsuite } };
    const { db, pool } = options.database.database;
    await db.deleteFrom('sync_runs').execute();
    const nights = db.selectFrom('sync_runs').where('mode', '=', 'nightly').select('kind');
    let app = await startTestApp(options);
    await control.change({ latency: { query: { minimum: 300, maximum: 300 } } });
    await app.portal.dependencies.queue.enqueue(db, nightlySyncJob, {});
    await expect.poll(() => nights.where('kind', '=', 'orders').execute()).toHaveLength(1);
    if (reason === 'NetSuite fails') {
      await control.change({ faults: { serverError: 1 } });
      await expect.poll(() => nights.where('status', '=', 'failed').execute()).toHaveLength(3);
    } else {
      await app.close();
      app = await startTestApp(options);
    }
    await control.reset();
    const complete = async () => {
      await pool.query('update pgboss.job set start_after = now() where name = $1', [nightlySyncJob.name]);
      await pool.query('update netsuite_limit set open_until = clock_timestamp() where open_until is not null');
      const runs = await nights.where('status', '=', 'complete').execute();
      return new Set(runs.map(({ kind }) => kind));
    };
    await expect.poll(complete).toEqual(new Set(syncKinds));
    await app.close();
  });
});
