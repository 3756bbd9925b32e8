import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { syncCustomers } from '@portal/contract/customers';
import { getOrder, syncOrders } from '@portal/contract/orders';
import { cancelSyncRun } from '@portal/contract/sync';
import type { SyncKind } from '@portal/contract/values';
import { statusLetter } from '@portal/netsuite-sandbox/records';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { nightlySyncJob } from '../../jobs/sync-jobs.ts';
import { startTestApp } from '../../testing/app.ts';
import { runNight } from './testing/night.ts';
import { readMirror, readSource } from './testing/records.ts';
import { startSyncFixture } from './testing/sync-fixture.ts';

const { app, control, config, database, close } = await startSyncFixture({
  data: { generate: { orders: 150, customers: 30, seed: 71 } },
});
afterAll(close);
const { db, pool } = app.database;
const { token } = await app.signIn('admin');

const sync = async () => (await app.call(syncOrders, { token })).body;
const expectSame = async (kind: SyncKind = 'orders') =>
  expect(await readMirror(db, kind)).toEqual(await readSource(control, kind));
const night = () => runNight(app);
const nightlyMessages = async () => {
  const runs = db.selectFrom('sync_runs').select('message').where('kind', '=', 'orders').where('mode', '=', 'nightly');
  return (await runs.execute()).map(({ message }) => message);
};
/** Columns that the sandbox's account shows in another table alone. */
const usual = 'transaction.saleseffectivedate, transaction.location';
const hides = (columns: string) => `NetSuite does not show ${columns}, which are empty here or read from elsewhere.`;
const orderIds = async () => [...(await readSource(control, 'orders')).keys()];

/** Cancels the sync that reads all orders again for a new column. */
async function interruptReadOfNewColumn() {
  await control.reset();
  await control.change({ pageRows: 20, latency: { query: { minimum: 30, maximum: 30 } } });
  const [id = ''] = await orderIds();
  await control.patchRecord('salesOrder', id, { memo: 'a change that starts a read' });
  const ended = app.call(syncOrders, { token });
  const runs = db.selectFrom('sync_runs').select(['id', 'fetched']).where('status', '=', 'running');
  const run = () => runs.where('kind', '=', 'orders').executeTakeFirst();
  await expect.poll(async () => Number((await run())?.fetched), { interval: 20 }).toBeGreaterThan(100);
  await app.call(cancelSyncRun, { token, params: { id: (await run())?.id ?? '' } });
  await ended;
  await control.reset();
}

beforeEach(async () => {
  await control.reset();
  // In the order in which a sync locks them: shipments and invoices may still follow the orders of the test before.
  await pool.query(
    'truncate sync_runs, sales_orders, customers, sync_failures, sync_held_deletions, netsuite_names, netsuite_columns, order_lines',
  );
});

describe('an incremental sync', () => {
  test.each([60, 3 * 3600, 23 * 3600])('finds an order that became visible %i s after its own date', async (late) => {
    await sync();
    const [id = ''] = await orderIds();
    const { now } = await control.clock();
    await control.advanceClock(24 * 3600);
    await sync();
    // The transaction was saved before the last sync began, but commits only now.
    await control.setClock(new Date(Date.parse(now) + (24 * 3600 - late) * 1000));
    await control.patchRecord('salesOrder', id, { memo: `visible ${late} s late` });
    await control.setClock(new Date(Date.parse(now) + 24 * 3600 * 1000 + 60_000));
    expect(await sync()).toMatchObject({ status: 'complete', updated: 1 });
    await expectSame();
  });

  test('keeps an order that NetSuite returns although there is a deletion record of its id', async () => {
    // Long ago, so that the deletion record is none of the next tests'.
    await control.advanceClock(-30 * 24 * 3600);
    await sync();
    const [id = ''] = await orderIds();
    const { id: _, ...body } = await control.getRecord('salesOrder', id);
    await control.deleteRecord('salesOrder', id);
    await control.putRecord('salesOrder', id, body);
    expect(await sync()).toMatchObject({ status: 'complete', deleted: 0 });
    await expectSame();
  });

  test('cuts a long name of what orders refer to', async () => {
    await sync();
    const [{ termsId, termsName } = { termsId: null, termsName: null }] = [
      ...(await readSource(control, 'orders')).values(),
    ].filter(({ termsId: id }) => id !== null);
    await control.rename('term', termsId ?? '', 'Net 30 '.repeat(900));
    await night();
    const names = [...(await readMirror(db, 'orders')).values()].flatMap(({ termsName: name }) => name ?? []);
    expect(names).toContain('Net 30 '.repeat(900).slice(0, 600));
    await control.rename('term', termsId ?? '', termsName ?? '');
  });

  test('updates a renamed customer in all its orders', async () => {
    await app.call(syncCustomers, { token });
    await sync();
    const [{ customerId } = { customerId: null }] = (await readSource(control, 'orders')).values();
    await control.patchRecord('customer', customerId ?? '', { companyName: 'Renamed Ltd.' });
    await app.call(syncCustomers, { token });
    await expectSame('customers');
    await expectSame();
  });

  test('reads everything again when an account feature adds a column', async () => {
    await control.change({ hiddenTables: ['transactionshippingaddress'] });
    await sync();
    const shipAddresses = async () => [...(await readMirror(db, 'orders')).values()].map((order) => order.shipAddress);
    expect(new Set(await shipAddresses())).toEqual(new Set([null]));
    await control.reset();
    app.clock.advance(2 * 3600 * 1000);
    const [id = ''] = await orderIds();
    await control.patchRecord('salesOrder', id, { memo: 'a change that starts a read' });
    await sync();
    await expectSame();
  });

  test('says which columns NetSuite no longer shows, and each night that subtotals are missing', async () => {
    await sync();
    const [id = ''] = await orderIds();
    const syncLater = async () => {
      app.clock.advance(2 * 3600 * 1000);
      await control.patchRecord('salesOrder', id, { memo: `a change at ${app.clock.now().toISOString()}` });
      const { status, message } = await sync();
      return [status, message];
    };
    // suiteql-facts, section 3: some accounts refuse `itemtype`, without which shipping cannot be told from what was sold.
    await control.change({ columns: { 'transactionline.itemtype': 'unknown' }, hiddenTables: ['item'] });
    const types = 'NetSuite hides types of items: subtotals are missing, and other lines may be listed.';
    const lost = 'NetSuite no longer shows transactionline.itemtype, which the portal read before.';
    expect(await syncLater()).toEqual(['partial', `${types} ${lost}`]);
    expect(await syncLater()).toEqual(['complete', null]);
    await runNight(app, { partial: ['orders', 'fulfillments'] });
    expect(await nightlyMessages()).toEqual([`${types} ${hides(`${usual}, transactionline.itemtype`)}`]);
    await control.reset();
    expect(await syncLater()).toEqual(['complete', null]);
    await expectSame();
  });

  test('says each night which columns NetSuite never showed', async () => {
    await control.change({ columns: { 'transaction.memo': 'unknown' } });
    expect(await sync()).toMatchObject({ status: 'complete', message: null });
    await runNight(app);
    expect(await nightlyMessages()).toEqual([hides(`transaction.memo, ${usual}`)]);
  });

  // suiteql-facts, section 3 and 7.
  test.each(['iscogs', 'donotdisplayline', 'kitmemberof', 'transactiondiscount', 'isclosed', 'fulfillable'])(
    'says that orders may be wrong where NetSuite never showed %s',
    async (column) => {
      await control.change({ columns: { [`transactionline.${column}`]: 'unknown' } });
      const message = `NetSuite hides ${column} of lines, so records may be wrong.`;
      expect(await sync()).toMatchObject({ status: 'partial', message });
    },
  );

  test.each([
    ['from the beginning', true],
    ['for a while', false],
  ])(
    'shows the names of tables that the role could not see %s, and follows their renames',
    async (_, isFromBeginning) => {
      if (!isFromBeginning) await sync();
      await control.change({ hiddenTables: ['term', 'item'] });
      const orders = [...(await readSource(control, 'orders')).values()];
      const { id = '', termsId, termsName } = orders.find((order) => order.termsId !== null) ?? {};
      await control.patchRecord('salesOrder', id ?? '', { memo: 'read while names are hidden' });
      await sync();
      const itemsOf = async () =>
        (await app.call(getOrder, { token, params: { id: id ?? '' } })).body.rawData.item?.items;
      const [{ item } = {}] = (await itemsOf()) ?? [];
      const { item: known } = await control.getRecord('salesOrder', id ?? '');
      const shown = [termsName, known?.items?.[0]?.item?.refName];
      expect([(await readMirror(db, 'orders')).get(id ?? '')?.termsName, item?.refName]).toEqual(shown);
      await control.rename('term', termsId ?? '', 'A name of hidden terms');
      await control.rename('item', item?.id ?? '', 'A name of a hidden item');
      // Beyond the days that a nightly sync reads again by date.
      await control.advanceClock(4 * 24 * 3600);
      await sync();
      await night();
      await expectSame();
      const { item: lines } = await control.getRecord('salesOrder', id ?? '');
      expect((await itemsOf())?.[0]?.item?.refName).toBe(lines?.items?.[0]?.item?.refName);
    },
  );

  test('says which column NetSuite no longer shows even if a sync of some days found out first', async () => {
    await sync();
    await control.change({ columns: { 'transaction.memo': 'unknown' } });
    app.clock.advance(2 * 3600 * 1000);
    await app.call(syncOrders, { token, query: { startDate: '2020-01-01' } });
    const message = 'NetSuite no longer shows transaction.memo, which the portal read before.';
    expect(await sync()).toMatchObject({ status: 'partial', message });
    expect(await sync()).toMatchObject({ status: 'complete', message: null });
  });

  test('reads a new column for all orders even if a sync of one customer or of some days came first', async () => {
    await control.change({ hiddenTables: ['transactionshippingaddress'] });
    await sync();
    await control.reset();
    app.clock.advance(2 * 3600 * 1000);
    const orders = await readSource(control, 'orders');
    const [[id, { customerId = null, tranDate = null }] = ['', {}]] = orders;
    const customer = await app.signIn('customer_admin', { customerId });
    await control.patchRecord('salesOrder', id, { memo: 'a change that starts a read' });
    await app.call(syncOrders, { token: customer.token });
    await app.call(syncOrders, { token, query: { startDate: tranDate ?? '', endDate: tranDate ?? '' } });
    await sync();
    await expectSame();
  });

  test('reads again the orders that a sync of some days read while a column was missing', async () => {
    await sync();
    const orders = [...(await readSource(control, 'orders')).values()];
    // Not among the first ones, which other tests have changed.
    const { tranDate } = orders.findLast(({ shipAddress }) => shipAddress !== null) ?? {};
    await control.change({ hiddenTables: ['transactionshippingaddress'] });
    app.clock.advance(2 * 3600 * 1000);
    await app.call(syncOrders, { token, query: { startDate: tranDate ?? '', endDate: tranDate ?? '' } });
    await control.reset();
    await sync();
    await expectSame();
  });

  test('reads a new column for all orders even if a sync of some days came while the first one was interrupted', async () => {
    const query = { minimum: 30, maximum: 30 };
    await control.change({ hiddenTables: ['transactionshippingaddress'], pageRows: 20, latency: { query } });
    const first = app.call(syncOrders, { token });
    const run = () => db.selectFrom('sync_runs').select(['id', 'fetched']).executeTakeFirst();
    await expect.poll(async () => Number((await run())?.fetched), { interval: 20 }).toBeGreaterThan(100);
    await app.call(cancelSyncRun, { token, params: { id: (await run())?.id ?? '' } });
    await first;
    await control.reset();
    app.clock.advance(2 * 3600 * 1000);
    const { tranDate } = [...(await readSource(control, 'orders')).values()].at(-1) ?? {};
    await app.call(syncOrders, { token, query: { startDate: tranDate ?? '', endDate: tranDate ?? '' } });
    await sync();
    await expectSame();
  });

  test('resumes the interrupted read of a new column although a portal whose clock is ahead synced before', async () => {
    await control.change({ hiddenTables: ['transactionshippingaddress'] });
    await sync();
    app.clock.advance(4 * 3600 * 1000);
    await sync();
    app.clock.advance(-2 * 3600 * 1000);
    await interruptReadOfNewColumn();
    await sync();
    await expectSame();
  });

  test('reads the lines of orders that an earlier version mirrored without them', async () => {
    await sync();
    const migration = await readFile(new URL('../../../migrations/0024_order_lines_with_orders.sql', import.meta.url));
    // The columns that the migration drops are back for 1.0.0, with this trigger.
    await pool.query('drop trigger discard_order_lines_of_1_0_0 on order_lines');
    await pool.query(migration.toString());
    const [id = ''] = await orderIds();
    const lines = async () => (await app.call(getOrder, { token, params: { id } })).body.rawData.item;
    expect(await lines()).toBeUndefined();
    await sync();
    expect((await lines())?.items.length).toBeGreaterThan(0);
  });
});

test('changes are not lost when NetSuite’s clock is right again after it was days ahead', async () => {
  await sync();
  await control.advanceClock(10 * 24 * 3600);
  await sync();
  await control.advanceClock(-10 * 24 * 3600);
  const orders = await control.listRecords('salesOrder');
  const { id = '' } = orders.find(({ status }) => statusLetter('salesOrder', status) === 'B') ?? {};
  // Moves the date of the order's lines alone.
  await control.fulfill(id);
  await sync();
  await expectSame();
});

test('an order with a text too long for a list is mirrored with its start, and memos whole', async () => {
  await sync();
  const [first = '', second = ''] = await orderIds();
  const tranId = randomBytes(4000).toString('base64');
  await control.patchRecord('salesOrder', first, { tranId });
  await control.patchRecord('salesOrder', second, { memo: randomBytes(4000).toString('base64') });
  expect(await sync()).toMatchObject({ status: 'complete', failed: 0, updated: 2 });
  expect((await readMirror(db, 'orders')).get(first)).toMatchObject({ tranId: tranId.slice(0, 600) });
  expect(await sync()).toMatchObject({ status: 'complete', updated: 0 });
  await control.patchRecord('salesOrder', first, { tranId: 'short' });
  expect(await sync()).toMatchObject({ status: 'complete', failed: 0 });
  await expectSame();
});

test('refuses to start with a database that mirrors another account', async () => {
  const other = { ...config.netsuite, accountId: '7654321' };
  await expect(startTestApp({ database, config: { ...config, netsuite: other } })).rejects.toThrow(
    /this database mirrors account 1234567_SB1/,
  );
});

// Last, since the queue then retries the nightly sync.
test('an incremental sync resumes the interrupted read of a new column although a nightly sync failed before it read anything', async () => {
  await control.change({ hiddenTables: ['transactionshippingaddress'] });
  await sync();
  app.clock.advance(2 * 3600 * 1000);
  await interruptReadOfNewColumn();
  await control.change({ suiteqlAllowed: false });
  await app.portal.dependencies.queue.enqueue(db, nightlySyncJob, {});
  const nights = db.selectFrom('sync_runs').where('mode', '=', 'nightly').where('kind', '=', 'orders');
  await expect.poll(() => nights.select('status').execute()).toEqual([{ status: 'failed' }]);
  await control.reset();
  await sync();
  await expectSame();
});
