import { syncCustomers } from '@portal/contract/customers';
import { getOrder, syncOrders } from '@portal/contract/orders';
import {
  checkNetsuite,
  getSyncOverview,
  listFailedRecords,
  listSyncRuns,
  retryFailedRecord,
  type SyncRun,
} from '@portal/contract/sync';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { hourMs, minuteMs } from '../../platform/clock.ts';
import { readMirror, readSource } from './testing/records.ts';
import { startSyncFixture } from './testing/sync-fixture.ts';

const data = { generate: { orders: 40, customers: 5, seed: 9 } };
const fixture = await startSyncFixture({ data });
const { app, control } = fixture;
const { db } = app.database;
afterAll(fixture.close);
beforeEach(() => control.reset());
const { token } = await app.signIn('member');
await app.call(syncCustomers, { token });
await app.call(syncOrders, { token });
const records = await control.listRecords('salesOrder');
const ids = records.map(({ id }) => String(id));
const overview = async () => (await app.call(getSyncOverview, { token })).body;
const failedRecords = async () => (await app.call(listFailedRecords, { token })).body;

/** Changes an order in NetSuite and makes it unreadable, so that the sync lists it as failed. */
async function failOrder(id: string, memo: string): Promise<void> {
  await control.patchRecord('salesOrder', id, { memo });
  await control.change({ unreadable: { salesOrder: [id] } });
  expect((await app.call(syncOrders, { token })).body).toMatchObject({ status: 'partial', failed: 1 });
}

describe('a failed record', () => {
  const [id = ''] = ids;

  test("is listed in NetSuite's words with its attempts, and a retry that fails again says why", async () => {
    await failOrder(id, 'Changed while unreadable');
    const listed = await failedRecords();
    expect(listed).toMatchObject({ total: 1, pages: 1, page: 1 });
    expect(listed.items).toEqual([
      {
        kind: 'orders',
        id,
        name: records[0]?.tranId,
        message: expect.stringContaining('unexpected error'),
        failedSince: expect.any(String),
        lastTriedAt: listed.items[0].failedSince,
        attempts: expect.any(Number),
      },
    ]);
    expect(new Date(listed.items[0].failedSince)).toEqual(app.clock.now());
    app.clock.advance(minuteMs);
    const again = await app.call(retryFailedRecord, { token, params: { kind: 'orders', id } });
    expect(again.body).toEqual({ outcome: 'failed', message: listed.items[0].message });
    const [after] = (await failedRecords()).items;
    expect(after).toMatchObject({
      failedSince: listed.items[0].failedSince,
      attempts: listed.items[0].attempts + 1,
    });
    expect(new Date(after.lastTriedAt)).toEqual(app.clock.now());
    expect((await overview()).mirrors).toMatchObject([
      { kind: 'orders', failedRecords: 1 },
      { kind: 'customers', failedRecords: 0 },
      { kind: 'fulfillments', failedRecords: 0 },
      { kind: 'invoices', failedRecords: 0 },
    ]);
  });

  test('is written and leaves the list when a retry reads it', async () => {
    await failOrder(id, 'Readable again');
    await control.change({ unreadable: { salesOrder: [] } });
    const retried = await app.call(retryFailedRecord, { token, params: { kind: 'orders', id } });
    expect(retried.body).toEqual({ outcome: 'read', message: null });
    expect(await failedRecords()).toMatchObject({ items: [], total: 0, pages: 0 });
    const order = await app.call(getOrder, { token: (await app.signIn('admin')).token, params: { id } });
    expect(order.body.rawData.memo).toBe('Readable again');
    const gone = await app.call(retryFailedRecord, { token, params: { kind: 'orders', id } });
    expect(gone.status).toBe(404);
  });

  test('is removed when NetSuite has deleted it', async () => {
    const [, deleted = ''] = ids;
    await failOrder(deleted, 'Soon deleted');
    await control.change({ unreadable: { salesOrder: [] } });
    await control.deleteRecord('salesOrder', deleted);
    const retried = await app.call(retryFailedRecord, { token, params: { kind: 'orders', id: deleted } });
    expect(retried.body).toEqual({ outcome: 'deleted', message: null });
    expect((await overview()).mirrors[0]).toMatchObject({ kind: 'orders', records: 39, failedRecords: 0 });
  });

  test('is read again when a sync found other columns while a retry waited for NetSuite', async () => {
    // The same account, which answers this portal slowly.
    const slow = await startSyncFixture({ data }, { database: fixture.database });
    onTestFinished(slow.close);
    const [, , , retried = ''] = ids;
    const now = new Date();
    await slow.control.setClock(now, { frozen: true });
    await slow.control.patchRecord('salesOrder', retried, { memo: 'Read by other columns' });
    await control.setClock(now, { frozen: true });
    app.clock.advance(2 * hourMs);
    await control.change({ hiddenTables: ['transactionshippingaddress'] });
    await failOrder(retried, 'Read by other columns');
    await slow.control.change({ latency: { query: { minimum: 600_000, maximum: 600_000 } } });
    const retry = slow.app.call(retryFailedRecord, { token, params: { kind: 'orders', id: retried } });
    await expect.poll(() => db.selectFrom('netsuite_places').select('slot').execute()).toHaveLength(1);
    await control.change({ hiddenTables: [], unreadable: { salesOrder: [] } });
    app.clock.advance(2 * hourMs);
    expect((await app.call(syncOrders, { token })).body).toMatchObject({ status: 'complete' });
    await slow.control.reset();
    expect((await retry).body).toEqual({ outcome: 'read', message: null });
    expect((await readMirror(db, 'orders')).get(retried)).toEqual((await readSource(control, 'orders')).get(retried));
  });

  test('leaves its order as fresh as it was before, and no other one', async () => {
    expect((await app.call(syncOrders, { token })).body).toMatchObject({ status: 'complete' });
    const before = app.clock.now();
    const { rows } = await sql<{ invoiceId: string; billedId: string }>`
      select invoices.id as "invoiceId", order_id as "billedId" from invoices
      join sales_orders on sales_orders.id = order_id where order_id <> ${id} order by invoices.id`.execute(db);
    const [{ invoiceId, billedId } = { invoiceId: '', billedId: '' }] = rows;
    app.clock.advance(minuteMs);
    await control.patchRecord('invoice', invoiceId, { memo: 'Changed while unreadable' });
    await control.change({ unreadable: { invoice: [invoiceId] } });
    await failOrder(id, 'Changed while unreadable');
    const freshAt = async (of: string) => {
      const { body } = await app.call(getOrder, { token, params: { id: of } });
      return Object.entries(body.freshAt ?? {}).map(([kind, at]) => [kind, new Date(String(at))]);
    };
    const now = app.clock.now();
    const fresh = { orders: now, fulfillments: now, invoices: now };
    expect(await freshAt(id)).toEqual(Object.entries({ ...fresh, orders: before }));
    expect(await freshAt(billedId)).toEqual(Object.entries({ ...fresh, invoices: before }));
    await control.change({ unreadable: { salesOrder: [], invoice: [] } });
    await app.call(syncOrders, { token });
    for (const each of [id, billedId]) expect(await freshAt(each)).toEqual(Object.entries(fresh));
  });

  test('stays listed when NetSuite does not answer', async () => {
    await failOrder(id, 'Unreachable');
    await control.change({ faults: { droppedConnection: 1 } });
    const { status, body } = await app.call(retryFailedRecord, { token, params: { kind: 'orders', id } });
    expect({ status, body }).toMatchObject({ status: 502, body: { message: expect.stringContaining('NetSuite') } });
    expect(await failedRecords()).toMatchObject({ total: 1 });
  });
});

test('a mirror is stale when its last run is older than the limit', async () => {
  await app.call(syncOrders, { token });
  const [orders] = (await overview()).mirrors;
  expect(orders).toMatchObject({ kind: 'orders', isStale: false });
  expect(new Date(orders.freshAt)).toEqual(app.clock.now());
  app.clock.advance(hourMs + 1);
  expect((await overview()).mirrors[0]).toMatchObject({ kind: 'orders', isStale: true });
});

test('metrics report the age of each mirror, failed records and runs by result', async () => {
  await app.call(syncOrders, { token });
  app.clock.advance(90_000);
  const lines = (await (await app.fetch('/metrics')).text()).split('\n');
  expect(lines).toContain('sync_mirror_age_seconds{kind="orders"} 90');
  expect(lines).toContain('sync_failed_records{kind="customers"} 0');
  expect(lines).toContainEqual(expect.stringMatching(/^sync_runs_last_day\{kind="orders",result="complete"\} [1-9]/));
});

test('a check is kept, and callers at the same time share it', async () => {
  // A time whose last digits are zeros has two forms.
  app.clock.advance(1000 - (app.clock.now().getTime() % 1000));
  const [first, second] = await Promise.all([app.call(checkNetsuite, { token }), app.call(checkNetsuite, { token })]);
  expect(first.status).toBe(200);
  expect(second.body).toEqual(first.body);
  expect((await overview()).check).toEqual(first.body);
  await control.change({ suiteqlAllowed: false });
  const failed = await app.call(checkNetsuite, { token });
  expect(failed.body.findings).toContainEqual({
    topic: 'permissions',
    result: 'failed',
    message: expect.stringContaining('SuiteAnalytics Workbook'),
  });
  expect((await overview()).check).toEqual(failed.body);
});

test('the history is paged by start, and can leave out scheduled runs that changed nothing', async () => {
  const insert = (minute: number, more: object) =>
    app.database.db
      .insertInto('sync_runs')
      .values({
        kind: 'customers',
        status: 'complete',
        phase: 'ended',
        mode: 'incremental',
        heartbeat_at: at(minute),
        started_at: at(minute),
        finished_at: at(minute),
        ...more,
      })
      .execute();
  const at = (minute: number) => new Date(Date.UTC(2020, 0, 1, 0, minute));
  const { id: requested_by } = await app.createUser({ role: 'member' });
  await insert(1, { requested_by });
  await insert(2, {});
  await insert(3, { updated: 4 });
  await insert(4, { status: 'partial' });
  await insert(5, { mode: 'nightly' });
  const before = at(6).toISOString();
  const minutes = async (query: object) => {
    const { body } = await app.call(listSyncRuns, { token, query: { kind: 'customers', before, ...query } });
    return body.data.map(({ startedAt }: SyncRun) => new Date(startedAt).getUTCMinutes());
  };
  expect(await minutes({})).toEqual([5, 4, 3, 2, 1]);
  expect(await minutes({ only: 'notable' })).toEqual([5, 4, 3, 1]);
  expect(await minutes({ limit: 2 })).toEqual([5, 4]);
  expect(await minutes({ limit: 2, before: at(4).toISOString() })).toEqual([3, 2]);
});

test("a customer's partial run has a plain sentence, and the staff's has NetSuite's", async () => {
  await control.change({ unreadable: { salesOrder: [ids[0] ?? ''] } });
  const { entity } = records[0] as unknown as { entity: { id: string } };
  const customerId = entity.id;
  await control.patchRecord('salesOrder', ids[0] ?? '', { memo: 'Partial' });
  const own = await app.signIn('customer_admin', { customerId });
  const plain = 'Some records could not be updated. They are tried again at the next sync.';
  const ofCustomer = await app.call(syncOrders, { token: own.token });
  expect(ofCustomer.body).toMatchObject({ status: 'partial', message: plain });
  const { body } = await app.call(listSyncRuns, { token: own.token, query: { kind: 'orders' } });
  expect(body.data[0]).toMatchObject({ status: 'partial', message: plain, customerId, isScheduled: false });
  expect((await app.call(syncOrders, { token })).body).toMatchObject({
    status: 'partial',
    message: 'One order could not be read from NetSuite and is tried again at the next sync.',
  });
});
