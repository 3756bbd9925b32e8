import { getOrder, syncOrders } from '@portal/contract/orders';
import { syncFreshness } from '@portal/contract/sync';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { syncJob } from '../../jobs/sync-jobs.ts';
import { hourMs } from '../../platform/clock.ts';
import { countWrongProgress } from './order-progress-queries.ts';
import { runNight } from './testing/night.ts';
import { readMirror, readSource } from './testing/records.ts';
import { startSyncFixture } from './testing/sync-fixture.ts';

const { app, control, close } = await startSyncFixture({
  data: { generate: { orders: 120, customers: 20, seed: 31 } },
});
afterAll(close);
const { db, pool } = app.database;
const { token } = await app.signIn('admin');

const sync = async (as = token) => (await app.call(syncOrders, { token: as })).body;
const open = async (id: string, as = token) => (await app.call(getOrder, { token: as, params: { id } })).body;
const expectSame = async () => {
  for (const kind of ['orders', 'fulfillments', 'invoices'] as const)
    expect(await readMirror(db, kind)).toEqual(await readSource(control, kind));
  expect(await countWrongProgress(db)).toBe(0);
};
const readTemplates = async () =>
  (await control.listRecords('salesOrder')).filter(({ item }) => {
    const items = item?.items ?? [];
    return items.length > 1 && items.every(({ itemType }) => itemType === undefined);
  });
let created = 0;

/** A new order of two or more lines in NetSuite, of which nothing was shipped; each of another customer than the last. */
async function createOrder() {
  const templates = await readTemplates();
  const last = templates[created % templates.length];
  const template = templates.find(({ entity }) => entity?.id !== last?.entity?.id && created % 2 === 0) ?? last;
  created += 1;
  const id = String(5_000_000 + created);
  const reset = { quantityFulfilled: 0, quantityBilled: 0, quantityBackOrdered: undefined, isClosed: false };
  const items = (template?.item?.items ?? []).map((line) => ({ ...line, ...reset }));
  const [first, second] = items;
  if (template === undefined || first?.line === undefined || second === undefined) throw new Error('No order to copy.');
  const { lastModifiedDate: _, createdDate: __, ...copied } = template;
  const status = { id: 'B', refName: 'Pending Fulfillment' };
  await control.putRecord('salesOrder', id, { ...copied, id, tranId: `SO-${id}`, status, item: { items } });
  return { id, customerId: template.entity?.id ?? '', total: Number(template.total), first };
}

beforeEach(async () => {
  await control.reset();
});

describe('fulfillments and invoices', () => {
  test('are mirrored field by field by a sync of the orders, with what lists show of them', async () => {
    expect(await sync()).toMatchObject({ status: 'complete' });
    await expectSame();
    const fresh = (await app.call(syncFreshness, { token })).body;
    expect(fresh).toMatchObject({ fulfillments: expect.any(String), invoices: expect.any(String) });
  });

  // suiteql-facts, section 7: a removed field.
  test('are synced with the orders when the account has lost the date of lines since the last probe', async () => {
    const [id = ''] = (await readSource(control, 'orders')).keys();
    await control.patchRecord('salesOrder', id, { memo: 'Read without' });
    await control.change({ columns: { 'transactionline.linelastmodifieddate': 'removed' } });
    expect(await sync()).toMatchObject({ status: 'complete', updated: 1, failed: 0 });
    expect((await readMirror(db, 'orders')).get(id)?.memo).toBe('Read without');
    await control.reset();
    expect(await sync()).toMatchObject({ status: 'complete' });
    await expectSame();
  });

  test('are followed by their order at the next sync where the account has no date of lines', async () => {
    // Longer ago than any of these syncs reads again by date.
    await control.advanceClock(-3 * 86_400);
    const { id: billed } = await createOrder();
    const { id: shipped } = await createOrder();
    const { id: shippedLate } = await createOrder();
    const { id: returned } = await createOrder();
    await control.fulfill(billed);
    const before = await control.getRecord('salesOrder', returned);
    const { id: removed } = await control.fulfill(returned);
    await control.advanceClock(3 * 86_400);
    await control.change({ columns: { 'transactionline.linelastmodifieddate': 'removed' } });
    // The columns of the account are looked up once an hour.
    app.clock.advance(2 * hourMs);
    const message = 'NetSuite no longer shows transactionline.linelastmodifieddate, which the portal read before.';
    expect(await sync()).toMatchObject({ status: 'partial', message });
    expect(await sync()).toMatchObject({ status: 'complete', message: null });
    // Visible only when the days that a sync reads again have passed.
    const shipLate = async () => {
      await control.advanceClock(-30 * 86_400);
      await control.fulfill(shippedLate);
      await control.advanceClock(30 * 86_400);
    };
    const remove = async () => {
      await control.deleteRecord('itemFulfillment', removed);
      const { item, status } = before;
      await control.patchRecord('salesOrder', returned, { item, status }, { touch: false });
    };
    // The runs of invoices and of fulfillments find out when they first read something.
    for (const [change, status] of [
      [() => control.bill(billed), 'partial'],
      [() => control.fulfill(shipped), 'partial'],
      [shipLate, 'complete'],
      [remove, 'complete'],
    ] as const) {
      await change();
      expect(await sync()).toMatchObject({ status, updated: 0 });
      expect(await sync()).toMatchObject({ status: 'complete', updated: 1 });
      await expectSame();
    }
    // A renamed method changes no order.
    await pool.query(`update fulfillments set method_name = method_name || '.'`);
    expect(await db.selectFrom('outdated_orders').selectAll().execute()).toEqual([]);
    await pool.query(`update fulfillments set method_name = rtrim(method_name, '.')`);
    await control.reset();
    app.clock.advance(2 * hourMs);
    expect(await sync()).toMatchObject({ status: 'complete' });
  });

  test('do not count an order line of negative quantity', async () => {
    const { id, first } = await createOrder();
    const items = (await control.getRecord('salesOrder', id)).item?.items ?? [];
    const returned = { ...first, line: 99, quantity: -3 };
    await control.patchRecord('salesOrder', id, { item: { items: [...items, returned] } });
    await sync();
    const ordered = items.reduce((sum, { quantity }) => sum + Number(quantity), 0);
    expect((await open(id)).progress).toMatchObject({ ordered, shipped: 0 });
    const quantity = Number(first.quantity);
    await control.fulfill(id, { quantities: { [String(first.line)]: quantity } });
    await sync();
    expect((await open(id)).progress).toMatchObject({ ordered, shipped: quantity });
    await expectSame();
  });

  test('follow an order from its first package to its payment', async () => {
    const { id, first, total } = await createOrder();
    await sync();
    const quantity = Number(first.quantity);
    const ordered = (await open(id)).progress.ordered;
    expect((await open(id)).progress).toMatchObject({ shipping: 'not-shipped', shipped: 0, billing: 'not-billed' });
    await control.fulfill(id, {
      quantities: { [String(first.line)]: quantity },
      packages: [
        { packageTrackingNumber: '1Z999AA10000000002', packageWeight: 4.5 },
        { packageTrackingNumber: '1Z999AA10000000001' },
      ],
    });
    await sync();
    const partly = await open(id);
    expect(partly.progress).toMatchObject({
      shipping: 'partly-shipped',
      ordered,
      shipped: quantity,
      tracking: ['1Z999AA10000000001', '1Z999AA10000000002'],
      lastShipped: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    expect(partly.shipments).toMatchObject([
      {
        number: expect.stringMatching(/^IF/),
        state: 'shipped',
        packages: [{ trackingNumber: '1Z999AA10000000001' }, { trackingNumber: '1Z999AA10000000002', weight: 4.5 }],
        lines: [{ item: { id: first.item?.id, refName: first.item?.refName }, quantity }],
      },
    ]);
    expect(partly.freshAt).toMatchObject({ fulfillments: expect.any(String) });

    await control.fulfill(id);
    const invoice = await control.bill(id);
    await sync();
    const billed = await open(id);
    expect(billed.progress).toMatchObject({ shipping: 'shipped', billing: 'billed', shipped: ordered });
    expect(Number(billed.progress.openAmount)).toBe(total);
    expect(billed.invoices).toMatchObject([{ number: invoice.tranId, state: 'open', dueDate: invoice.dueDate }]);
    expect(billed.progress.dueDate).toBe(invoice.dueDate);
    expect(billed.shipments).toHaveLength(2);

    await control.pay(invoice.id, 1);
    await sync();
    expect(Number((await open(id)).invoices[0].openAmount)).toBeCloseTo(total - 1, 2);
    await control.pay(invoice.id);
    await sync();
    const paid = await open(id);
    expect(paid.progress).toMatchObject({ billing: 'paid', openAmount: '0.00' });
    expect(paid.progress.dueDate).toBeUndefined();
    expect(paid.invoices).toMatchObject([{ state: 'paid', openAmount: '0.00' }]);

    await control.void(invoice.id);
    await sync();
    const voided = await open(id);
    expect(voided.progress.billing).toBe('billed');
    expect(voided.invoices).toMatchObject([{ number: invoice.tranId, state: 'voided' }]);
    await expectSame();
  });

  test('leave the order when they are deleted in NetSuite', async () => {
    const { id } = await createOrder();
    const made = await control.fulfill(id, { packages: [{ packageTrackingNumber: 'DELETED-1' }] });
    await sync();
    expect((await open(id)).progress.tracking).toEqual(['DELETED-1']);
    await control.deleteRecord('itemFulfillment', made.id);
    await sync();
    const { progress, shipments } = await open(id);
    expect([progress.tracking, progress.lastShipped, shipments]).toEqual([undefined, undefined, []]);
    await expectSame();
  });

  test('have no blank tracking numbers and list one with a comma as one', async () => {
    const { id } = await createOrder();
    await control.fulfill(id, {
      packages: [{ packageTrackingNumber: '1Z, 999' }, { packageTrackingNumber: ' ', packageWeight: 2 }],
    });
    await sync();
    const { progress, shipments } = await open(id);
    expect(progress.tracking).toEqual(['1Z,999']);
    expect(shipments[0].packages).toMatchObject([{ trackingNumber: '1Z, 999' }, { weight: 2 }]);
    expect(shipments[0].packages[1]).toEqual({ weight: 2 });
    await expectSame();
  });

  test('arrive late and are found by their own dates, also when a schedule asks', async () => {
    const { id } = await createOrder();
    await control.change({ visibleAfter: 300 });
    await control.fulfill(id, { packages: [{ packageTrackingNumber: 'LATE-1' }] });
    await sync();
    expect((await open(id)).progress.tracking).toBeUndefined();
    await control.advanceClock(301);
    await app.portal.dependencies.queue.enqueue(db, syncJob, {});
    await expect.poll(async () => (await open(id)).progress.tracking).toEqual(['LATE-1']);
  });

  test('move to another order together with what lists show of them', async () => {
    const { id } = await createOrder();
    const made = await control.fulfill(id, { packages: [{ packageTrackingNumber: 'MOVED-1' }] });
    await sync();
    const { id: other } = await createOrder();
    await sync();
    const reference = { id: other, refName: 'Sales Order' };
    await control.patchRecord('itemFulfillment', made.id, { createdFrom: reference });
    await sync();
    expect([(await open(id)).progress.tracking, (await open(other)).progress.tracking]).toEqual([
      undefined,
      ['MOVED-1'],
    ]);
    await expectSame();
  });

  test('show renamed items and shipping methods, whichever items their order has', async () => {
    const { id: shipped, first } = await createOrder();
    const made = await control.fulfill(shipped, { quantities: { [String(first.line)]: Number(first.quantity) } });
    // An order without the item.
    const other = (await control.listRecords('salesOrder')).find(
      ({ status, item }) =>
        typeof status === 'object' &&
        status.id === 'B' &&
        item?.items?.every((line) => line.item?.id !== first.item?.id),
    );
    const id = other?.id ?? '';
    await control.patchRecord('itemFulfillment', made.id, { createdFrom: { id, refName: 'Sales Order' } });
    await sync();
    const { method } = (await open(id)).shipments[0];
    const methodId = [...(await readMirror(db, 'fulfillments')).values()].find(
      ({ orderId }) => orderId === id,
    )?.methodId;
    // Beyond the days that a nightly sync reads again by date.
    await control.advanceClock(4 * 86_400);
    await sync();
    await control.rename('item', first.item?.id ?? '', 'A new name of an item');
    await control.rename('shipitem', methodId ?? '', 'A new name of a method');
    await runNight(app);
    const [shipment] = (await open(id)).shipments;
    expect([method === shipment.method, shipment.method]).toEqual([false, 'A new name of a method']);
    expect(shipment.lines[0].item.refName).toBe('A new name of an item');
    await expectSame();
  });

  test('show renamed shipping methods also where the role may not see their table', async () => {
    await control.change({ hiddenTables: ['shipitem'] });
    const { id } = await createOrder();
    const made = await control.fulfill(id);
    await sync();
    const { methodId } = (await readMirror(db, 'fulfillments')).get(made.id) ?? {};
    // Beyond the days that a nightly sync reads again by date.
    await control.advanceClock(4 * 86_400);
    await sync();
    await control.rename('shipitem', methodId ?? '', 'A hidden method, renamed');
    await runNight(app);
    expect((await open(id)).shipments[0].method).toBe('A hidden method, renamed');
    await control.change({ hiddenTables: [] });
    await expectSame();
  });
});

test('a payment that leaves the date of its invoice unchanged is found by the nightly sync', async () => {
  const { id, total } = await createOrder();
  await control.fulfill(id);
  const invoice = await control.bill(id);
  await sync();
  // Beyond the days that a nightly sync reads again by date.
  await control.advanceClock(4 * 86_400);
  await sync();
  const status = { id: 'B', refName: 'Paid In Full' };
  const paid = { amountPaid: total, amountRemaining: 0, status };
  await control.patchRecord('invoice', invoice.id, paid, { touch: false });
  await sync();
  expect((await open(id)).progress.billing).toBe('billed');
  await runNight(app);
  expect((await open(id)).progress.billing).toBe('paid');
  await expectSame();
  const events = db.selectFrom('order_events').select('kind').where('order_id', '=', id).where('kind', '=', 'paid');
  expect(await events.execute()).toHaveLength(1);
});

test.each([
  ['the next invoice', [10, 25], [15, 20]],
  ['the one between two', [10, 0, 10], [0, 20, 0]],
])('a payment that is applied to %s instead is found by the nightly sync', async (_, before, after) => {
  const { id } = await createOrder();
  await control.fulfill(id);
  const { id: billed, links: __, ...invoice } = await control.bill(id);
  // Distant ids make large buckets, so that all are in one, and old dates are not read again at night.
  const made = before.map((_, index) => String(90_000_000 + 10 * before.length + index));
  const old = { ...invoice, lastModifiedDate: '2024-01-02T03:04:05Z' };
  for (const [index, each] of made.entries())
    await control.putRecord('invoice', each, { ...old, amountRemaining: before[index] }, { touch: false });
  await sync();
  for (const [index, each] of made.entries())
    await control.patchRecord('invoice', each, { amountRemaining: after[index] }, { touch: false });
  await runNight(app);
  const read = async () => {
    const invoices = await readMirror(db, 'invoices');
    return made.map((each) => Number(invoices.get(each)?.openAmount));
  };
  expect(await read()).toEqual(after);
  await expectSame();
  for (const each of [...made, billed]) await control.deleteRecord('invoice', each);
  await sync();
});

describe('an order that is read after its fulfillments and invoices', () => {
  test('has them at once', async () => {
    await pool.query('delete from sales_orders');
    await pool.query(`delete from sync_runs where kind = 'orders'`);
    expect(await sync()).toMatchObject({ status: 'complete' });
    await expectSame();
  });
});

test('a customer’s sync reads its own fulfillments and invoices alone', async () => {
  const { id, customerId } = await createOrder();
  await control.fulfill(id, { packages: [{ packageTrackingNumber: 'OWN-1' }] });
  const { id: foreign, customerId: other } = await createOrder();
  await control.fulfill(foreign, { packages: [{ packageTrackingNumber: 'FOREIGN-1' }] });
  const member = await app.signIn('customer_member', { customerId });
  expect(await sync(member.token)).toMatchObject({ status: 'complete' });
  expect((await open(id)).progress.tracking).toEqual(['OWN-1']);
  expect(other).not.toBe(customerId);
  expect((await readMirror(db, 'fulfillments')).values().some(({ orderId }) => orderId === foreign)).toBe(false);
});

test('a sync is partial when a fulfillment could not be read, in plain words, and keeps the orders', async () => {
  const { id } = await createOrder();
  const made = await control.fulfill(id);
  await control.change({ unreadable: { itemFulfillment: [made.id] } });
  const answer = await sync();
  expect(answer).toMatchObject({ status: 'partial', failed: 0 });
  expect(answer.message).toBe(
    'Some shipments or invoices could not be updated. They are tried again at the next sync.',
  );
  await control.change({ unreadable: { itemFulfillment: [] } });
  expect(await sync()).toMatchObject({ status: 'complete' });
  await expectSame();
});
