import { syncOrders } from '@portal/contract/orders';
import { afterAll, afterEach, expect, test } from 'vitest';
import { type ForkedPortal, forkPortal } from '../../testing/fork-portal.ts';
import { readSource } from './testing/records.ts';
import { startSyncFixture } from './testing/sync-fixture.ts';

const orders = 3000;
const { app, control, config, close } = await startSyncFixture(
  { data: { generate: { orders, customers: 50, seed: 5 } } },
  { concurrency: 2 },
);
afterAll(close);
const { db, pool } = app.database;
const { token } = await app.signIn('admin');
await control.change({ latency: { query: { minimum: 100, maximum: 200 } } });

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
  victim = await forkPortal(config);
  const answer = fetch(`${victim.url}/api/netsuite-sales-orders/sync?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  answer.catch(() => undefined);
  await expect.poll(fetched, { interval: 20 }).toBeGreaterThanOrEqual(rows);
  await victim.kill();
}

async function sync(query: { startDate?: string } = {}) {
  expect((await app.call(syncOrders, { token, query })).body).toMatchObject({ status: 'complete' });
}

test('the first load records no events, also when it is killed and resumed', async () => {
  await killAfter(1000);
  await sync();
  const runs = await db.selectFrom('sync_runs').select('status').where('kind', '=', 'orders').execute();
  expect(runs).toEqual([{ status: 'complete' }]);
  expect(await readEvents()).toEqual([]);
});

test('every changed and every new order is recorded exactly once, however often the sync is killed', async () => {
  // As if all orders had changed, and one of three were new.
  await pool.query(
    `update sales_orders set status_name = 'Unknown', last_modified_date = last_modified_date - interval '1 day'`,
  );
  const { rows: removed } = await pool.query<{ id: string }>('delete from sales_orders where id % 3 = 0 returning id');
  const isNew = new Set(removed.map(({ id }) => id));
  for (const rows of [1, 1000, 1500]) await killAfter(rows, everything);
  await sync(everything);

  const source = await readSource(control, 'orders');
  const wanted = [...source.values()].map(({ id, statusName }) => {
    if (isNew.has(id ?? '')) return `${id} created null`;
    return `${id} ${statusName === 'Cancelled' ? 'cancelled' : 'status'} ${statusName}`;
  });
  const recorded = async () => (await readEvents()).map(({ order_id, kind, state }) => `${order_id} ${kind} ${state}`);
  expect((await recorded()).toSorted()).toEqual(wanted.toSorted());
  await sync(everything);
  expect(await recorded()).toHaveLength(wanted.length);
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
