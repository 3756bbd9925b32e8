import { listActivity } from '@portal/contract/activity';
import { syncCustomers } from '@portal/contract/customers';
import { syncOrders } from '@portal/contract/orders';
import { getSyncRun, listSyncRuns } from '@portal/contract/sync';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { SignedIn } from '../../testing/app.ts';
import { readEvents } from './testing/event-reader.ts';
import { readMirror, readSource } from './testing/records.ts';
import { startSyncFixture } from './testing/sync-fixture.ts';

/** Pages are short, so that few orders take several. */
const pageRows = 200;
const orders = 600;
const { app, control, close } = await startSyncFixture({
  data: { generate: { orders, customers: 80, seed: 21 } },
});
afterAll(close);

const { db, pool } = app.database;
const { token } = await app.signIn('admin');
const ids = [...(await readSource(control, 'orders')).keys()];
const some = (...places: number[]) => places.map((place) => ids[place] ?? '');

const sync = async () => (await app.call(syncOrders, { token })).body;
const expectSame = async () => expect(await readMirror(db, 'orders')).toEqual(await readSource(control, 'orders'));
const reasons = async () => {
  const failures = await db.selectFrom('sync_failures').select(['record_id', 'reason']).orderBy('record_id').execute();
  return failures.map(({ record_id: id, reason }) => [id, reason]);
};

beforeEach(async () => {
  // Entries of the activity log of one moment have no order among themselves.
  app.clock.advance(60_000);
  await control.reset();
  await control.change({ pageRows });
  await pool.query('truncate sales_orders, customers, sync_runs, sync_failures, sync_held_deletions, order_lines');
});

describe('a first sync', () => {
  test('succeeds with 10 % each of 429, 500, truncated bodies and dropped connections', async () => {
    const share = 0.1;
    await control.change({
      faults: { tooManyRequests: share, serverError: share, truncatedBody: share, droppedConnection: share },
    });
    // Two fifths of all requests fail, so that occasionally even the eighth attempt fails, and the run with it.
    for (const endpoint of [syncOrders, syncCustomers]) {
      const isComplete = async () => (await app.call(endpoint, { token })).body.status === 'complete';
      for (let run = 1; !(await isComplete()); run += 1) expect(run).toBeLessThan(6);
    }
    const { byStatus } = await control.requests();
    expect(byStatus).toMatchObject({ 0: expect.any(Number), 429: expect.any(Number), 500: expect.any(Number) });
    await control.reset();
    await expectSame();
    expect(await readMirror(db, 'customers')).toEqual(await readSource(control, 'customers'));
  });

  test('respects the concurrency limit of a smaller account', async () => {
    await control.change({ concurrency: 2, latency: { query: { minimum: 5, maximum: 20 } } });
    expect(await sync()).toMatchObject({ status: 'complete', created: orders });
    await control.reset();
    await expectSame();
  });

  test('records unreadable records, mirrors everything else, and reads the rest when it can', async () => {
    const unreadable = some(150, 599);
    await control.change({ unreadable: { salesOrder: unreadable } });
    const body = await sync();
    expect(body).toMatchObject({ status: 'partial', created: orders - 2, failed: 2 });
    expect((await reasons()).map(([id]) => id)).toEqual(unreadable);
    const { body: runs } = await app.call(listSyncRuns, { token, query: { kind: 'orders' } });
    expect(runs.data[0].message).toBe('2 orders could not be read from NetSuite and are tried again at the next sync.');

    await control.change({ unreadable: { salesOrder: unreadable.slice(0, 1) } });
    expect(await sync()).toMatchObject({ status: 'partial', created: 1, failed: 1 });
    await control.reset();
    expect(await sync()).toMatchObject({ status: 'complete', created: 1, failed: 0 });
    await expectSame();
    expect(await reasons()).toEqual([]);
  });

  test('mirrors records that are locked by a workflow', async () => {
    await control.change({ locked: { salesOrder: some(3, 300) } });
    expect(await sync()).toMatchObject({ status: 'complete', created: orders, failed: 0 });
    await expectSame();
  });

  test('names the missing permission if the role may not use SuiteQL', async () => {
    await control.change({ suiteqlAllowed: false });
    const { status, body } = await app.call(syncOrders, { token });
    expect(status).toBe(502);
    expect(body.message).toContain('add the permission Reports > SuiteAnalytics Workbook');
  });
});

describe('a later sync', () => {
  test('mirrors a record that was edited and is locked', async () => {
    await sync();
    const [locked = ''] = some(42);
    await control.patchRecord('salesOrder', locked, { memo: 'edited, then locked' });
    await control.change({ locked: { salesOrder: [locked] } });
    expect(await sync()).toMatchObject({ status: 'complete', updated: 1, failed: 0 });
    await expectSame();
  });

  test('clears a failed record that is deleted later', async () => {
    const [deletedId = ''] = some(77);
    await sync();
    await control.patchRecord('salesOrder', deletedId, { memo: 'edited' });
    await control.change({ unreadable: { salesOrder: [deletedId] } });
    expect(await sync()).toMatchObject({ status: 'partial', failed: 1 });
    await control.reset();
    await control.deleteRecord('salesOrder', deletedId);
    expect(await sync()).toMatchObject({ status: 'complete', failed: 0 });
    expect(await reasons()).toEqual([]);
    await expectSame();
  });

  test('reports that NetSuite is unavailable, and resumes when it is available again', async () => {
    await control.change({ faults: { serverError: 1 } });
    const { status, body } = await app.call(syncOrders, { token });
    expect(status).toBe(502);
    expect(body.message).toBe('NetSuite could not answer: An unexpected error occurred. Error ID: sandbox.');
    const { body: runs } = await app.call(listSyncRuns, { token, query: { kind: 'orders' } });
    expect(runs.data[0]).toMatchObject({ status: 'failed', phase: 'ended', message: body.message });
    await control.reset();
    expect(await sync()).toMatchObject({ status: 'complete', failed: 0 });
    await expectSame();
  });

  test('ends together with all of its requests', async () => {
    // The first query is refused while NetSuite's clock does not answer.
    await control.change({ suiteqlAllowed: false, latency: { system: { minimum: 600_000, maximum: 600_000 } } });
    expect(await app.call(syncOrders, { token })).toMatchObject({ status: 502 });
    const places = () => db.selectFrom('netsuite_places').select('slot').execute();
    await expect.poll(places).toEqual([]);
  });

  test("shows a customer's people a plain error, and NetSuite's message only to staff", async () => {
    const [{ customerId = null } = {}] = (await readSource(control, 'orders')).values();
    const customer = await app.signIn('customer_admin', { customerId });
    const member = await app.signIn('member');
    const [events, staffEvents] = await Promise.all([customer, member].map((user) => readEvents(app.url, user.token)));
    await control.change({ faults: { serverError: 1 } });
    const refused = await app.call(syncOrders, { token: customer.token });
    const plain = 'The sync could not be completed. Please try again later.';
    expect([refused.status, refused.body.message]).toEqual([502, plain]);
    const messagesFor = async (user: SignedIn) => {
      const { data } = (await app.call(listSyncRuns, { token: user.token, query: { kind: 'orders', limit: 1 } })).body;
      const run = (await app.call(getSyncRun, { token: user.token, params: { id: data[0].runId } })).body;
      const { body: log } = await app.call(listActivity, { token: user.token, query: { action: 'sync-failed' } });
      return [data[0].message, run.message, log.data[0].content];
    };
    const words = 'NetSuite could not answer: An unexpected error occurred. Error ID: sandbox.';
    expect(await messagesFor(customer)).toEqual([plain, plain, 'Sync of orders failed.']);
    expect(await messagesFor(member)).toEqual([words, words, `Sync of orders failed: ${words}`]);
    await expect.poll(() => events?.runs.at(-1)).toMatchObject({ status: 'failed', message: plain });
    await expect.poll(() => staffEvents?.runs.at(-1)).toMatchObject({ status: 'failed', message: words });
    expect(JSON.stringify(events?.runs)).not.toContain('sandbox');
    for (const reader of [events, staffEvents]) reader?.leave();
  });
});
