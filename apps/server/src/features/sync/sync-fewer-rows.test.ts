import { syncOrders } from '@portal/contract/orders';
import { decideHeldDeletions, type HeldDecision, listHeldDeletions } from '@portal/contract/sync';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { readMirror, readSource } from './testing/records.ts';
import { startSyncFixture } from './testing/sync-fixture.ts';

const { app, control, close } = await startSyncFixture({
  data: { generate: { orders: 400, customers: 30, seed: 71 } },
});
afterAll(close);
const { db, pool } = app.database;
const { token } = await app.signIn('admin');

const sync = async () => (await app.call(syncOrders, { token })).body;
const expectSame = async () => expect(await readMirror(db, 'orders')).toEqual(await readSource(control, 'orders'));
const decide = (decision: HeldDecision, as = token) =>
  app.call(decideHeldDeletions, { token: as, params: { kind: 'orders' }, body: { decision } });
const orderIds = async () => [...(await readSource(control, 'orders')).keys()];

beforeEach(async () => {
  await control.reset();
  // In the order in which a sync locks them: shipments and invoices may still follow the orders of the test before.
  await pool.query(
    'truncate sync_runs, sales_orders, customers, sync_failures, sync_held_deletions, netsuite_names, netsuite_columns, order_lines',
  );
});

describe('a NetSuite account that suddenly returns fewer rows', () => {
  /** Hides all but some orders without deletion records, as a restricted role does. */
  async function hideOrders(share: number): Promise<string[]> {
    const ids = await orderIds();
    const hidden = ids.slice(0, Math.ceil(ids.length * share));
    await control.change({ restrictedTo: { salesOrder: ids.filter((id) => !hidden.includes(id)) } });
    return hidden;
  }

  test('keeps all orders, reports it, and waits for an administrator', async () => {
    await sync();
    const before = await readMirror(db, 'orders');
    await hideOrders(1);
    const run = await sync();
    expect(run).toMatchObject({ status: 'partial', deleted: 0 });
    expect(await readMirror(db, 'orders')).toEqual(before);
    const { body } = await app.call(listHeldDeletions, { token });
    expect(body.data).toMatchObject([{ kind: 'orders', records: before.size }]);
    // The second run neither compares nor holds anything again.
    expect(await sync()).toMatchObject({ status: 'partial', deleted: 0 });

    await control.change({ restrictedTo: { salesOrder: null } });
    expect(await sync()).toMatchObject({ status: 'complete', deleted: 0 });
    expect((await app.call(listHeldDeletions, { token })).body.data).toEqual([]);
    await expectSame();
  });

  test('removes those held orders that the record service does not know when an administrator confirms; other roles may not', async () => {
    await sync();
    const hidden = await hideOrders(0.3);
    await control.change({ hiddenTables: ['deletedrecord'] });
    const [deleted = '', existing = ''] = hidden;
    await control.deleteRecord('salesOrder', deleted);
    await sync();
    const member = await app.signIn('member');
    expect((await decide('remove', member.token)).status).toBe(403);
    expect((await decide('remove')).body).toEqual({ records: 1 });
    const mirrored = await readMirror(db, 'orders');
    expect([mirrored.has(deleted), mirrored.has(existing)]).toEqual([false, true]);
    const { body } = await app.call(listHeldDeletions, { token });
    expect(body.data).toMatchObject([{ kind: 'orders', records: hidden.length - 1 }]);
    await control.change({ faults: { droppedConnection: 1 } });
    expect((await decide('remove')).status).toBe(502);
    await control.reset();
    expect(await sync()).toMatchObject({ status: 'complete', deleted: 0 });
    await expectSame();
    expect((await decide('remove')).status).toBe(404);
  });

  test('keeps the held orders when an administrator rejects, and does not ask again', async () => {
    await sync();
    const hidden = await hideOrders(0.3);
    await sync();
    expect((await decide('keep')).body).toEqual({ records: hidden.length });
    expect(await sync()).toMatchObject({ status: 'complete', deleted: 0 });
    expect((await readMirror(db, 'orders')).has(hidden[0] ?? '')).toBe(true);
    // An order with a deletion record is removed by the next run that finds a change.
    await control.deleteRecord('salesOrder', hidden[0] ?? '');
    await control.patchRecord('salesOrder', (await orderIds()).at(-1) ?? '', { memo: 'changed' });
    expect(await sync()).toMatchObject({ status: 'complete', deleted: 1 });
  });

  test('removes kept orders that were deleted while they were hidden once the role sees the other kept ones again', async () => {
    await sync();
    const hidden = await hideOrders(0.3);
    await sync();
    await decide('keep');
    await control.change({ hiddenTables: ['deletedrecord'] });
    for (const id of hidden.slice(10, 13)) await control.deleteRecord('salesOrder', id);
    expect(await sync()).toMatchObject({ status: 'complete', deleted: 0 });
    await control.change({ restrictedTo: { salesOrder: null } });
    await sync();
    expect(await sync()).toMatchObject({ status: 'complete' });
    await expectSame();
    expect((await app.call(listHeldDeletions, { token })).body.data).toEqual([]);
  });

  test('lists kept orders, and removes those that NetSuite has deleted when an administrator decides again', async () => {
    await sync();
    const [deleted = '', ...others] = await hideOrders(0.3);
    await sync();
    await decide('keep');
    await control.change({ hiddenTables: ['deletedrecord'] });
    await control.deleteRecord('salesOrder', deleted);
    const { body } = await app.call(listHeldDeletions, { token });
    expect(body.data).toMatchObject([{ kind: 'orders', records: others.length + 1, isKept: true }]);
    expect((await decide('remove')).status).toBe(404);
    expect((await decide('reconsider')).body).toEqual({ records: others.length + 1 });
    expect((await decide('reconsider')).status).toBe(404);
    expect(await sync()).toMatchObject({ status: 'partial', deleted: 0 });
    expect((await decide('remove')).body).toEqual({ records: 1 });
    expect((await readMirror(db, 'orders')).has(deleted)).toBe(false);
    expect((await app.call(listHeldDeletions, { token })).body.data).toMatchObject([
      { records: others.length, isKept: false },
    ]);
  });

  test('counts each missing order once, also where all ids of a bucket are missing', async () => {
    const [first = '', ...others] = await orderIds();
    const { id: _, ...body } = await control.getRecord('salesOrder', first);
    // A distant id makes buckets of about 12 orders.
    const distant = String(BigInt(first) + 900n * (BigInt(others[11] ?? '') - BigInt(first)));
    await control.putRecord('salesOrder', distant, body);
    await sync();
    await control.change({ restrictedTo: { salesOrder: [first, ...others.slice(45), distant] } });
    expect(await sync()).toMatchObject({ status: 'partial', deleted: 0, failed: 45 });
    expect((await app.call(listHeldDeletions, { token })).body.data).toEqual([]);
  });

  test('removes a few missing orders only after checking each with the record service', async () => {
    await sync();
    const [hidden = '', deleted = ''] = await orderIds();
    await control.deleteRecord('salesOrder', deleted);
    await control.change({
      hiddenTables: ['deletedrecord'],
      restrictedTo: { salesOrder: (await orderIds()).slice(1) },
    });
    expect(await sync()).toMatchObject({ status: 'partial', deleted: 1, failed: 1 });
    expect((await readMirror(db, 'orders')).has(hidden)).toBe(true);
    expect((await readMirror(db, 'orders')).has(deleted)).toBe(false);
  });

  test('finds an order that is missing without a deletion record beside one that cannot be read', async () => {
    await sync();
    const [unreadable = '', deleted = ''] = await orderIds();
    await control.change({ hiddenTables: ['deletedrecord'], unreadable: { salesOrder: [unreadable] } });
    await control.patchRecord('salesOrder', unreadable, { memo: 'changed' });
    await control.deleteRecord('salesOrder', deleted);
    expect(await sync()).toMatchObject({ status: 'partial', deleted: 1, failed: 1 });
    expect((await readMirror(db, 'orders')).has(deleted)).toBe(false);
  });
});
