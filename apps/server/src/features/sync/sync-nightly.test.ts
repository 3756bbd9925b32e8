import { syncCustomers } from '@portal/contract/customers';
import { syncOrders } from '@portal/contract/orders';
import { cancelSyncRun } from '@portal/contract/sync';
import { type SyncKind, syncKinds } from '@portal/contract/values';
import { orderFromRecord } from '@portal/netsuite/testing/order-from-record';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { nightlySyncJob } from '../../jobs/sync-jobs.ts';
import { toOrderLine } from './order-line-queries.ts';
import { countWrongProgress } from './order-progress-queries.ts';
import { runNight } from './testing/night.ts';
import { readMirror, readSource } from './testing/records.ts';
import { startSyncFixture } from './testing/sync-fixture.ts';

const { app, control, close } = await startSyncFixture({
  data: { generate: { orders: 150, customers: 30, seed: 71 } },
});
afterAll(close);
const { db, pool } = app.database;
const { token } = await app.signIn('admin');

const sync = async () => (await app.call(syncOrders, { token })).body;
const expectSame = async (kind: SyncKind = 'orders') =>
  expect(await readMirror(db, kind)).toEqual(await readSource(control, kind));
const night = () => runNight(app);
const orderIds = async () => [...(await readSource(control, 'orders')).keys()];

beforeEach(async () => {
  await control.reset();
  // In the order in which a sync locks them: shipments and invoices may still follow the orders of the test before.
  await pool.query(
    'truncate sync_runs, sales_orders, customers, sync_failures, sync_held_deletions, netsuite_names, netsuite_columns, order_lines',
  );
});

test('what changed without any date is found by the nightly sync, in records, lines, packages and links', async () => {
  await app.call(syncCustomers, { token });
  await sync();
  const silently = { touch: false } as const;
  // Beyond the days that a nightly sync reads again by date.
  await control.advanceClock(-30 * 24 * 3600);
  const orders = await control.listRecords('salesOrder');
  const [{ id: order, item }, { id: other, entity }] = [orders[50], orders[100]] as [
    (typeof orders)[0],
    (typeof orders)[0],
  ];
  const items = item?.items?.map((line, index) => (index === 0 ? { ...line, quantityBackOrdered: 7 } : line));
  await control.patchRecord('salesOrder', order, { item: { ...item, items }, memo: 'An undated memo' }, silently);
  const [customer] = await control.listRecords('customer');
  await control.patchRecord('customer', customer?.id ?? '', { phone: '555-0100', balance: 12.5 }, silently);
  const boxes = { items: [{ packageTrackingNumber: 'UNDATED-1' }] };
  const fulfillments = await control.listRecords('itemFulfillment');
  const [packed, moved] = fulfillments.map(({ id }) => id);
  await control.patchRecord(
    'itemFulfillment',
    packed ?? '',
    { packageUps: null, packageFedex: null, package: boxes },
    silently,
  );
  const createdFrom = { id: other, refName: 'Sales Order' };
  await control.patchRecord('itemFulfillment', moved ?? '', { createdFrom, entity }, silently);
  const [invoice] = await control.listRecords('invoice');
  await control.patchRecord('invoice', invoice?.id ?? '', { dueDate: '2031-02-03' }, silently);
  await control.advanceClock(60 * 24 * 3600);
  await sync();
  expect((await readMirror(db, 'orders')).get(order)?.memo).not.toBe('An undated memo');
  await night();
  for (const kind of syncKinds) await expectSame(kind);
  const stored = await db.selectFrom('order_lines').select('lines').where('order_id', '=', order).execute();
  const { lines } = orderFromRecord(await control.getRecord('salesOrder', order));
  expect(stored).toEqual([{ lines: lines.map(toOrderLine) }]);
  expect(JSON.stringify(stored)).toContain('"quantityBackordered":7');
  expect(await countWrongProgress(db)).toBe(0);
});

test('a nightly sync finds orders that a role sees instead of others, although counts, sums and dates are the same', async () => {
  const [first = ''] = await orderIds();
  const body = await control.getRecord('salesOrder', first);
  // Some near ids among distant ones make one bucket; the sums of both threes and of their squares are the same.
  const base = 700_000_000;
  const [seen, unseen] = [
    [0, 4, 5],
    [1, 2, 6],
  ].map((of) => of.map((each) => String(base + each))) as [string[], string[]];
  for (const id of [...seen, ...unseen, '900000000'])
    await control.putRecord(
      'salesOrder',
      id,
      { ...body, tranId: `SO-${id}`, lastModifiedDate: '2024-01-02T03:04:05Z' },
      { touch: false },
    );
  const all = await orderIds();
  const restrictTo = (hidden: string[]) =>
    control.change({ restrictedTo: { salesOrder: all.filter((id) => !hidden.includes(id)) } });
  await restrictTo(unseen);
  await sync();
  await restrictTo(seen);
  await sync();
  await runNight(app, { partial: ['orders'] });
  const mirrored = await readMirror(db, 'orders');
  expect(unseen.filter((id) => !mirrored.has(id))).toEqual([]);
  // The record service still knows the others.
  const failures = await db.selectFrom('sync_failures').select('record_id').orderBy('record_id').execute();
  expect(failures.map(({ record_id }) => record_id)).toEqual(seen);
  await control.reset();
  for (const id of [...seen, ...unseen, '900000000']) await control.deleteRecord('salesOrder', id);
});

test('a nightly sync writes no record anew because the role can no longer see the names in it', async () => {
  await app.call(syncCustomers, { token });
  await sync();
  await control.change({ hiddenTables: ['term', 'item', 'location', 'employee', 'shipitem'] });
  await night();
  const runs = db.selectFrom('sync_runs').where('mode', '=', 'nightly').select('updated');
  expect(await runs.execute()).toEqual(syncKinds.map(() => ({ updated: '0' })));
  await control.reset();
  for (const kind of syncKinds) await expectSame(kind);
});

test('a nightly sync reads all else beside a customer that cannot be read', async () => {
  await app.call(syncCustomers, { token });
  await sync();
  const [order = ''] = await orderIds();
  const { customerId } = (await readMirror(db, 'orders')).get(order) ?? {};
  await control.change({ unreadable: { customer: [customerId ?? ''] } });
  await control.patchRecord('salesOrder', order, { memo: 'An undated memo' }, { touch: false });
  // Beyond the days that a nightly sync reads again by date.
  await control.advanceClock(4 * 24 * 3600);
  await runNight(app, { partial: ['customers'] });
  await control.reset();
  for (const kind of syncKinds) await expectSame(kind);
});

test.each([
  ['the last nightly sync', true],
  ['the first sync', false],
])(
  'an order that becomes visible 60 hours late, soon after %s, is found by the next nightly sync',
  async (after, isAfterNight) => {
    const hour = 3600;
    const [first = '', second = '', third = ''] = await orderIds();
    const body = await control.getRecord('salesOrder', first);
    // A distant id puts all other orders into one bucket.
    await control.putRecord('salesOrder', '900000000', body);
    await control.advanceClock(10 * 24 * hour);
    await sync();
    if (isAfterNight) await night();
    await control.advanceClock(-60 * hour);
    await control.patchRecord('salesOrder', second, { memo: `saved before ${after}, visible after it` });
    await control.advanceClock((60 + 23) * hour);
    await control.patchRecord('salesOrder', third, { memo: 'the newest of its bucket' });
    await sync();
    await night();
    await expectSame();
  },
);

test('transactions that a merge moved to another customer without their dates are found by the nightly sync', async () => {
  await sync();
  // Beyond the days that a nightly sync reads again by date.
  await control.advanceClock(4 * 24 * 3600);
  await sync();
  const [{ customerId: left }] = [...(await readSource(control, 'orders')).values()] as [{ customerId: string }];
  const other = (await control.listRecords('customer')).find(({ id }) => id !== left);
  const entity = { id: other?.id ?? '', refName: other?.companyName ?? '' };
  for (const type of ['salesOrder', 'itemFulfillment', 'invoice'] as const) {
    const moved = (await control.listRecords(type)).find((record) => record.entity?.id === left);
    await control.patchRecord(type, moved?.id ?? '', { entity }, { touch: false });
  }
  await night();
  for (const kind of ['orders', 'fulfillments', 'invoices'] as const) await expectSame(kind);
});

test.each(['orders', 'customers'] as const)(
  'a nightly sync of %s that is canceled midway leaves nothing behind',
  async (kind) => {
    await control.change({ hiddenTables: ['transactionshippingaddress'] });
    await app.call(syncCustomers, { token });
    await sync();
    await control.reset();
    await control.change({ pageRows: 7, latency: { query: { minimum: 200, maximum: 200 } } });
    await app.portal.dependencies.queue.enqueue(db, nightlySyncJob, {});
    const nights = db.selectFrom('sync_runs').where('mode', '=', 'nightly');
    const begun = nights.where('kind', '=', kind).where('fetched', '>', '0').select('id');
    await expect.poll(() => begun.execute()).toHaveLength(1);
    const [{ id = '' } = {}] = await begun.execute();
    await app.call(cancelSyncRun, { token, params: { id } });
    await control.reset();
    const ended = nights.where('status', '<>', 'running').select('id');
    await expect.poll(() => ended.execute()).toHaveLength(4);
    if (kind === 'customers') {
      const [first = ''] = (await readMirror(db, kind)).keys();
      await control.patchRecord('customer', first, { balance: 12.34 }, { touch: false });
      await app.portal.dependencies.queue.enqueue(db, nightlySyncJob, {});
      await expect.poll(() => ended.execute()).toHaveLength(8);
    } else expect(await sync()).toMatchObject({ status: 'complete' });
    await expectSame(kind);
  },
);
