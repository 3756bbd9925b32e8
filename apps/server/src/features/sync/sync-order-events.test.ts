import { setTimeout as delay } from 'node:timers/promises';
import { followPreset, saveNotificationSettings } from '@portal/contract/notifications';
import { syncOrders } from '@portal/contract/orders';
import { openStates } from '@portal/contract/values';
import fc from 'fast-check';
import { afterAll, afterEach, expect, onTestFailed, test } from 'vitest';
import { notifyFollowersJob } from '../../jobs/sync-jobs.ts';
import { type ForkedPortal, forkPortal } from '../../testing/fork-portal.ts';
import { runNotifyJob } from '../notifications/testing/notify-job.ts';
import * as observe from './testing/histories/observe.ts';
import { readMirror, readSource } from './testing/records.ts';
import { startSyncFixture } from './testing/sync-fixture.ts';

/** Pages are short, so that few orders take several. */
const pageRows = 300;
const orders = 1500;
const { app, control, config, close } = await startSyncFixture(
  { data: { generate: { orders, customers: 50, seed: 5 } } },
  { concurrency: 2 },
);
afterAll(close);
const { db, pool } = app.database;
const { token } = await app.signIn('admin');
await control.change({ pageRows });
/** Makes syncs last long enough to be killed, or no longer. */
const slowDown = (isSlow: boolean) =>
  control.change({ latency: { query: isSlow ? { minimum: 100, maximum: 200 } : { minimum: 0, maximum: 0 } } });

let victim: ForkedPortal | undefined;
afterEach(() => victim?.kill());

const everything = { startDate: '1990-01-01' };
const readEvents = async () => db.selectFrom('order_events').select(['order_id', 'kind', 'state']).execute();
const fetched = async () => {
  const run = await db.selectFrom('sync_runs').select('fetched').where('status', '=', 'running').executeTakeFirst();
  return Number(run?.fetched ?? 0);
};

/** Starts a sync in another process and kills it when it has written at least this many records. */
async function killAfter(rows: number, query: { startDate?: string } = {}): Promise<void> {
  await slowDown(true);
  victim = await forkPortal(config);
  const answer = fetch(`${victim.url}/api/netsuite-sales-orders/sync?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  answer.catch(() => undefined);
  await expect.poll(fetched, { interval: 20 }).toBeGreaterThanOrEqual(rows);
  await victim.kill();
  await slowDown(false);
}

async function sync(query: { startDate?: string } = {}) {
  expect((await app.call(syncOrders, { token, query })).body).toMatchObject({ status: 'complete' });
}

test('the first load records no events, also when it is killed and resumed, nor does what it could not read', async () => {
  const idOf = async (type: 'salesOrder' | 'itemFulfillment' | 'invoice') => [
    (await control.listRecords(type))[0]?.id ?? '',
  ];
  const unreadable = {
    salesOrder: await idOf('salesOrder'),
    itemFulfillment: await idOf('itemFulfillment'),
    invoice: await idOf('invoice'),
  };
  await control.change({ unreadable });
  await killAfter(500);
  expect((await app.call(syncOrders, { token })).body).toMatchObject({ status: 'partial', failed: 1 });
  const runs = await db.selectFrom('sync_runs').select(['status', 'failed']).orderBy('kind').execute();
  expect(runs).toEqual(Array.from({ length: 3 }, () => ({ status: 'partial', failed: '1' })));
  await control.change({ unreadable: { salesOrder: [], itemFulfillment: [], invoice: [] } });
  await sync();
  expect(await readEvents()).toEqual([]);
});

test('a new order that could not be read at first is recorded once it is read', async () => {
  const [{ id: known = '' } = {}] = await control.listRecords('salesOrder');
  const { id: _, ...body } = await control.getRecord('salesOrder', known);
  const id = '900000000';
  await control.putRecord('salesOrder', id, body);
  await control.change({ unreadable: { salesOrder: [id] } });
  expect((await app.call(syncOrders, { token })).body).toMatchObject({ status: 'partial', failed: 1 });
  await control.change({ unreadable: { salesOrder: [] } });
  await sync();
  expect(await readEvents()).toEqual([{ order_id: id, kind: 'created', state: null }]);
  await control.deleteRecord('salesOrder', id);
  await sync();
});

test('every changed and every new order is recorded exactly once, however often the sync is killed', {
  timeout: 300_000,
}, async () => {
  // As if all orders had changed, and one of three were new.
  await pool.query(
    `update sales_orders set status_name = 'Unknown', last_modified_date = last_modified_date - interval '1 day'`,
  );
  const { rows: removed } = await pool.query<{ id: string }>('delete from sales_orders where id % 3 = 0 returning id');
  const isNew = new Set(removed.map(({ id }) => id));
  for (const rows of [1, 500, 750]) await killAfter(rows, everything);
  await sync(everything);

  const source = await readSource(control, 'orders');
  const before = ['900000000 created null'];
  const wanted = [...source.values()].map(({ id, statusName }) => {
    if (isNew.has(id ?? '')) return `${id} created null`;
    return `${id} ${statusName === 'Cancelled' ? 'cancelled' : 'status'} ${statusName}`;
  });
  const recorded = async () => (await readEvents()).map(({ order_id, kind, state }) => `${order_id} ${kind} ${state}`);
  expect((await recorded()).toSorted()).toEqual([...before, ...wanted].toSorted());
  await sync(everything);
  expect(await recorded()).toHaveLength(before.length + wanted.length);
});

test('a status that returns is recorded again, and one read again is not', async () => {
  const [id = ''] = (await readSource(control, 'orders')).keys();
  const before = (await readEvents()).length;
  for (const status of ['A', 'H', 'A']) {
    await control.advanceClock(60);
    await control.patchRecord('salesOrder', id, { status: { id: status } });
    await sync();
    await sync({ startDate: '1990-01-01' });
  }
  const events = await db
    .selectFrom('order_events')
    .select('state')
    .where('order_id', '=', id)
    .orderBy('id', 'desc')
    .limit(3)
    .execute();
  expect(events.map(({ state }) => state)).toEqual(['Pending Approval', 'Closed', 'Pending Approval']);
  expect(await readEvents()).toHaveLength(before + 3);
});

test('shipments, invoices and payments are recorded and notified once each, at whatever moments portals are killed', {
  timeout: 300_000,
}, async () => {
  const seed = Number(process.env.KILL_SEED ?? Math.floor(Math.random() * 2 ** 31));
  const moments = fc.sample(fc.noBias(fc.integer({ min: 0, max: 2000 })), { seed, numRuns: 3 });
  onTestFailed(() => console.error(`KILL_SEED=${seed}: killed after ${moments.join(', ')} ms`));
  await sync();
  const follower = await app.signIn('admin');
  await app.call(saveNotificationSettings, { token: follower.token, body: { mails: 'none' } });
  await runNotifyJob(app);
  await app.call(followPreset, { token: follower.token, params: { id: 'all' }, body: { name: 'All' } });
  const ofOpen = await app.signIn('admin');
  const body = { name: 'Open', filter: JSON.stringify({ shipping: openStates }) };
  await app.call(followPreset, { token: ofOpen.token, params: { id: 'open' }, body });
  const [before, known] = [await observe.readMirrors(db), await observe.readEvents(db)];
  const open = [...before.orders.values()].filter(({ statusId }) => statusId === 'B').map(({ id }) => id ?? '');
  const unpaid: string[] = [];
  await slowDown(true);
  for (const moment of moments) {
    for (const id of unpaid.splice(0, 3)) await control.pay(id);
    for (const id of open.splice(0, 4)) {
      await control.fulfill(id);
      unpaid.push((await control.bill(id)).id);
    }
    await control.pay(unpaid.pop() ?? '');
    victim = await forkPortal(config);
    const headers = { authorization: `Bearer ${token}` };
    const answer = fetch(`${victim.url}/api/netsuite-sales-orders/sync`, { headers }).catch(() => undefined);
    await app.portal.dependencies.queue.enqueue(db, notifyFollowersJob, {});
    await delay(moment);
    await victim.kill();
    await answer;
  }
  await slowDown(false);
  await sync();
  for (const kind of ['orders', 'fulfillments', 'invoices'] as const)
    expect(await readMirror(db, kind)).toEqual(await readSource(control, kind));
  const recorded = await observe.readEvents(db);
  observe.expectEvents(before, await observe.readMirrors(db), known, recorded);
  const news = recorded.slice(known.length);
  const count = (kind: string) => news.filter((event) => event.kind === kind).length;
  expect([count('shipment'), count('invoice'), count('paid')]).toEqual([12, 12, 9]);
  await runNotifyJob(app);
  const notified = async ({ id }: { id: string }) => {
    const written = await db.selectFrom('notifications').select('event_id').where('user_id', '=', id).execute();
    return written.map(({ event_id }) => event_id).toSorted();
  };
  expect(await notified(follower)).toEqual(news.map(({ id }) => id).toSorted());
  const shipments = news.filter(({ kind }) => kind === 'shipment').map(({ id }) => id);
  expect(await notified(ofOpen)).toEqual(expect.arrayContaining(shipments));
});
