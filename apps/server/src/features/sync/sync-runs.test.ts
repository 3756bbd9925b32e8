import { syncCustomers } from '@portal/contract/customers';
import { syncOrders } from '@portal/contract/orders';
import { cancelSyncRun, getSyncRun, listSyncRuns, syncFreshness } from '@portal/contract/sync';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { systemSyncScope } from '../../access/scope.ts';
import { readEntries } from '../../testing/activity.ts';
import { findFreshness } from './freshness.ts';
import { readMirror, readSource } from './testing/records.ts';
import { startSyncFixture } from './testing/sync-fixture.ts';

/** Pages are short, so that few orders take several. */
const pageRows = 200;
const orders = 600;
const { app, control, close } = await startSyncFixture(
  { data: { generate: { orders, customers: 20, seed: 31 } } },
  { concurrency: 1 }, // page after page, so that a run can be met half-way
);
afterAll(close);
const { db, pool } = app.database;

const source = await readSource(control, 'orders');
const customerIds = [...(await readSource(control, 'customers')).keys()];
const ordersOf = (customerId: string) => [...source.values()].filter((order) => order.customerId === customerId);
const [own = '', other = ''] = customerIds.filter((id) => ordersOf(id).length > 0);

const admin = await app.signIn('admin');
const member = await app.signIn('member');
const customerAdmin = await app.signIn('customer_admin', { customerId: own });
const customerMember = await app.signIn('customer_member', { customerId: own });
const stranger = await app.signIn('customer_admin', { customerId: other });
const unlinked = await app.signIn('customer_member', { customerId: null });
const guest = await app.signIn('customer_guest', { customerId: own });

const latency = (minimum: number, maximum = minimum) => control.change({ latency: { query: { minimum, maximum } } });
const slow = () => latency(100, 120);
/** Ends what was slow, in time enough for a request that was sent before. */
const hurry = () => latency(5);
const startedRun = async () => {
  const find = () => db.selectFrom('sync_runs').selectAll().where('status', '=', 'running').executeTakeFirst();
  await expect.poll(find, { interval: 20 }).toMatchObject({ phase: 'reading' });
  return (await find())?.id ?? '';
};

beforeEach(async () => {
  await control.reset();
  await control.change({ pageRows });
  await pool.query('truncate sales_orders, customers, sync_runs, sync_failures, order_lines');
});

describe('requesting a sync', () => {
  test('is denied without a session', async () => {
    expect((await app.call(syncOrders, {})).status).toBe(401);
    expect((await app.call(syncCustomers, {})).status).toBe(401);
  });

  test('is denied to guests and to users without a customer', async () => {
    for (const endpoint of [syncOrders, syncCustomers]) {
      expect((await app.call(endpoint, { token: guest.token })).status).toBe(403);
      const { status, body } = await app.call(endpoint, { token: unlinked.token });
      expect(status).toBe(403);
      expect(body.message).toBe('Your account is not linked to a customer, so there is nothing to sync.');
    }
    expect(await db.selectFrom('sync_runs').selectAll().execute()).toEqual([]);
  });

  test.each([
    [{ startDate: '2024-02-01', endDate: '2024-01-31' }, 'startDate'],
    [{ startDate: '2024-02-30' }, 'startDate'],
    [{ endDate: 'yesterday' }, 'endDate'],
  ])('rejects the dates %j and names %s', async (query, name) => {
    const { status, body } = await app.call(syncOrders, { token: admin.token, query });
    expect(status).toBe(400);
    expect(body.message).toContain(name);
    expect(body.details).toMatchObject([{ path: name }]);
  });

  test('joins a running sync: both callers get the same answer, and NetSuite is read once', async () => {
    await slow();
    const first = app.call(syncOrders, { token: admin.token });
    const runId = await startedRun();
    const second = app.call(syncOrders, { token: member.token });
    await hurry();
    expect((await second).body).toMatchObject({ runId, status: 'complete', created: orders });
    expect((await first).body).toEqual((await second).body);
  });

  test('completes the run even if the first caller has disconnected', async () => {
    await slow();
    const leaving = new AbortController();
    const headers = { authorization: `Bearer ${admin.token}` };
    const call = app.fetch('/api/netsuite-sales-orders/sync', { headers, signal: leaving.signal });
    call.catch(() => undefined);
    const runId = await startedRun();
    leaving.abort();
    const answer = app.call(syncOrders, { token: member.token });
    await hurry();
    expect((await answer).body).toMatchObject({ runId, status: 'complete', created: orders });
  });

  test('logs the run in the activity log', async () => {
    const earlier = (await db.selectFrom('activity_log').select('id').execute()).map(({ id }) => id);
    await app.call(syncCustomers, { token: admin.token });
    await app.call(syncCustomers, { token: admin.token });
    await control.change({ unreadable: { customer: [own] } });
    await control.patchRecord('customer', own, { phone: '555' });
    await app.call(syncCustomers, { token: customerAdmin.token });
    const lines = await readEntries(db);
    const logged = lines
      .filter(({ id }) => !earlier.includes(id))
      .map(({ action, content, actor_customer_id: customer }) => [action, content, customer]);
    expect(logged).toHaveLength(3);
    expect(logged).toEqual(
      expect.arrayContaining([
        ['sync-finished', 'Sync finished: 20 customers created', null],
        ['sync-finished', 'Sync finished: no customers changed', null],
        [
          'sync-partial',
          'Sync partly finished: no customers changed. One customer could not be read from NetSuite and is tried again at the next sync.',
          own,
        ],
      ]),
    );
  });
});

describe('for customer-side users', () => {
  test('a sync changes only orders of that customer', async () => {
    const { body } = await app.call(syncOrders, { token: customerAdmin.token });
    expect(body).toMatchObject({ status: 'complete', created: ordersOf(own).length });
    expect([...(await readMirror(db, 'orders')).values()]).toEqual(ordersOf(own));
    const again = await app.call(syncOrders, { token: customerMember.token });
    expect(again.body).toMatchObject({ fetched: 0 });
  });

  test('a sync of customers changes only that customer', async () => {
    const { body } = await app.call(syncCustomers, { token: customerMember.token });
    expect(body).toMatchObject({ status: 'complete', created: 1 });
    expect([...(await readMirror(db, 'customers')).keys()]).toEqual([own]);
  });

  test('waits for a full sync and then answers with its own', async () => {
    await slow();
    const all = app.call(syncOrders, { token: admin.token });
    const runId = await startedRun();
    const answer = app.call(syncOrders, { token: customerAdmin.token });
    await hurry();
    const { body } = await answer;
    expect(body.runId).not.toBe(runId);
    expect(body).toMatchObject({ status: 'complete', created: 0 });
    expect((await all).body).toMatchObject({ runId, created: orders });
  });

  test("only runs of the user's own customer are visible", async () => {
    const all = (await app.call(syncOrders, { token: admin.token })).body.runId;
    const mine = (await app.call(syncOrders, { token: customerAdmin.token })).body.runId;
    const seenBy = async ({ token }: { token: string }) => {
      const { body } = await app.call(listSyncRuns, { token, query: { kind: 'orders' } });
      return body.data.map((run: { runId: string }) => run.runId);
    };
    expect(await seenBy(admin)).toEqual(expect.arrayContaining([all, mine]));
    expect(await seenBy(customerMember)).toEqual([mine]);
    expect(await seenBy(stranger)).toEqual([]);
    const statusOf = async (token: string, id: string) =>
      (await app.call(getSyncRun, { token, params: { id } })).status;
    expect(await statusOf(customerAdmin.token, mine)).toBe(200);
    expect(await statusOf(customerAdmin.token, all)).toBe(404);
    expect(await statusOf(stranger.token, mine)).toBe(404);
  });
});

describe('a run', () => {
  test('reports its progress', async () => {
    await slow();
    const answer = app.call(syncOrders, { token: admin.token });
    const id = await startedRun();
    const { body } = await app.call(getSyncRun, { token: admin.token, params: { id } });
    expect(body).toMatchObject({
      kind: 'orders',
      status: 'running',
      phase: 'reading',
      expected: orders,
      finishedAt: null,
    });
    await hurry();
    await answer;
    const ended = await app.call(getSyncRun, { token: admin.token, params: { id } });
    expect(ended.body).toMatchObject({ status: 'complete', phase: 'ended', fetched: orders, message: null });
  });

  test('stops when canceled, keeps what was written, and the next run resumes from there', async () => {
    await slow();
    const answer = app.call(syncOrders, { token: admin.token });
    const id = await startedRun();
    const upserted = async () => (await readMirror(db, 'orders')).size;
    const fetched = () => db.selectFrom('sync_runs').select('fetched').where('id', '=', id).executeTakeFirst();
    await expect.poll(fetched, { interval: 20 }).not.toEqual({ fetched: '0' });
    const asked = await app.call(cancelSyncRun, { token: member.token, params: { id } });
    expect(asked.status).toBe(200);
    await hurry();
    const stopped = (await answer).body;
    expect(stopped).toMatchObject({ runId: id, status: 'cancelled' });
    expect(await upserted()).toBe(stopped.fetched);
    expect(stopped.fetched).toBeLessThan(orders);
    const next = (await app.call(syncOrders, { token: admin.token })).body;
    expect(next).toMatchObject({ status: 'complete', fetched: orders - stopped.fetched });
    expect(await readMirror(db, 'orders')).toEqual(await readSource(control, 'orders'));
  });

  test('cannot be canceled if it has ended, is out of scope, or does not exist', async () => {
    const { runId: id } = (await app.call(syncCustomers, { token: admin.token })).body;
    const cancel = async (token: string, runId: string) =>
      (await app.call(cancelSyncRun, { token, params: { id: runId } })).status;
    expect(await cancel(admin.token, id)).toBe(409);
    expect(await cancel(customerAdmin.token, id)).toBe(404);
    expect(await cancel(guest.token, id)).toBe(403);
    expect(await cancel(admin.token, '00000000-0000-4000-8000-000000000000')).toBe(404);
    expect(await cancel(admin.token, 'nonsense')).toBe(400);
    expect((await app.call(cancelSyncRun, { params: { id } })).status).toBe(401);
  });

  test('is listed newest first, by kind, up to a limit', async () => {
    for (const endpoint of [syncCustomers, syncOrders, syncCustomers]) {
      await app.call(endpoint, { token: admin.token });
      app.clock.advance(1000);
    }
    const kinds = async (query: { kind?: 'orders'; limit?: number } = {}) => {
      const { body } = await app.call(listSyncRuns, { token: admin.token, query });
      return body.data.map((run: { kind: string }) => run.kind);
    };
    // Fulfillments and invoices follow the orders within the same moment of the test's clock.
    const all = await kinds();
    expect([all.at(0), all.at(-1)]).toEqual(['customers', 'customers']);
    expect(all.slice(1, -1).sort()).toEqual(['fulfillments', 'invoices', 'orders']);
    expect(await kinds({ kind: 'orders' })).toEqual(['orders']);
    expect(await kinds({ limit: 1 })).toEqual(['customers']);
    expect((await app.call(listSyncRuns, { token: admin.token, query: { limit: 0 } })).status).toBe(400);
    expect((await app.call(listSyncRuns, { token: guest.token })).status).toBe(403);
    expect((await app.call(listSyncRuns, {})).status).toBe(401);
    expect((await app.call(getSyncRun, { token: guest.token, params: { id: admin.id } })).status).toBe(403);
    expect((await app.call(getSyncRun, { token: admin.token, params: { id: 'x' } })).status).toBe(400);
    expect((await app.call(getSyncRun, { params: { id: admin.id } })).status).toBe(401);
  });
});

describe('freshness', () => {
  test('reports to everyone when each mirror was last complete', async () => {
    const read = async (token: string) => (await app.call(syncFreshness, { token })).body;
    expect(await read(guest.token)).toEqual({ orders: null, customers: null, fulfillments: null, invoices: null });
    await app.call(syncOrders, { token: admin.token });
    const now = app.clock.now().toISOString();
    const { customers, ...times } = await read(guest.token);
    expect(Object.keys(times)).toEqual(['orders', 'fulfillments', 'invoices']);
    for (const at of Object.values<string>(times)) expect(new Date(at).toISOString()).toBe(now);
    expect(customers).toBeNull();
    await app.call(syncCustomers, { token: customerAdmin.token });
    expect((await read(customerMember.token)).customers).not.toBeNull();
    expect((await read(stranger.token)).customers).toBeNull();
    expect((await app.call(syncFreshness, {})).status).toBe(401);
  });

  test('is read from few rows of thousands', async () => {
    const transaction = await db.startTransaction().execute();
    await sql`insert into sync_runs (kind, status, phase, mode, heartbeat_at, started_at, finished_at)
      select 'orders', 'complete', 'ended', 'incremental', at, at, at
      from generate_series(1, 5000) n, lateral (select now() - n * interval '15 minutes' as at) times`.execute(
      transaction,
    );
    await sql`analyze sync_runs`.execute(transaction);
    await findFreshness(systemSyncScope(), transaction);
    const { rows } = await sql<{ read: string }>`select pg_stat_get_xact_tuples_returned('sync_runs'::regclass)
      + pg_stat_get_xact_tuples_fetched('sync_runs'::regclass) as read`.execute(transaction);
    await transaction.rollback().execute();
    expect(Number(rows[0]?.read)).toBeLessThan(100);
  });
});

// Last, since it deletes orders that other tests need.
describe('for customer-side users, after other changes', () => {
  test('a sync leaves edited and deleted orders of others unchanged, and moves no watermark', async () => {
    await app.call(syncOrders, { token: admin.token });
    const [mine, theirs] = [ordersOf(own), ordersOf(other)].map((list) => list.map(({ id }) => id ?? ''));
    const before = await readMirror(db, 'orders');
    await control.patchRecord('salesOrder', mine?.[0] ?? '', { memo: 'mine' });
    await control.patchRecord('salesOrder', theirs?.[0] ?? '', { memo: 'theirs' });
    await control.deleteRecord('salesOrder', mine?.[1] ?? '');
    await control.deleteRecord('salesOrder', theirs?.[1] ?? '');
    const { body } = await app.call(syncOrders, { token: customerAdmin.token });
    expect(body).toMatchObject({ status: 'complete', updated: 1, deleted: 1 });
    const after = await readMirror(db, 'orders');
    expect(after.get(mine?.[0] ?? '')?.memo).toBe('mine');
    expect(after.has(mine?.[1] ?? '')).toBe(false);
    for (const id of theirs ?? []) expect(after.get(id)).toEqual(before.get(id));

    await control.advanceClock(3600);
    expect((await app.call(syncOrders, { token: customerAdmin.token })).body).toMatchObject({ status: 'complete' });
    expect((await app.call(syncOrders, { token: admin.token })).body).toMatchObject({ updated: 1, deleted: 1 });
  });
});
