import { syncCustomers } from '@portal/contract/customers';
import { syncOrders } from '@portal/contract/orders';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { readMirror, readSource } from './testing/records.ts';
import { startSyncFixture } from './testing/sync-fixture.ts';

const { app, control, close } = await startSyncFixture({
  data: { generate: { orders: 300, customers: 30, seed: 9 } },
});
afterAll(close);

/** Each test runs a day after the previous one, so that none is affected by another's clock. */
let day = Date.now();
beforeEach(async () => {
  await control.reset();
  day += 86_400_000;
  await control.setClock(new Date(day));
});

const { token } = await app.signIn('admin');
const sync = async (query: { startDate?: string; endDate?: string } = {}) => {
  const { status, body } = await app.call(syncOrders, { token, query });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const expectSame = async (kind: 'orders' | 'customers') =>
  expect(await readMirror(app.database.db, kind)).toEqual(await readSource(control, kind));

await sync();
await app.call(syncCustomers, { token });
const orderIds = [...(await readSource(control, 'orders')).keys()];
const customerIds = [...(await readSource(control, 'customers')).keys()];
const [first = '', second = '', third = '', fourth = '', fifth = ''] = orderIds;

describe('after a first sync', () => {
  test('edited, new and deleted orders are mirrored', async () => {
    const body = await control.getRecord('salesOrder', first);
    await control.patchRecord('salesOrder', second, { memo: 'Edited\r\nin NetSuite', email: null, total: 1234.56 });
    await control.putRecord('salesOrder', '999001', { ...body, tranId: 'SO-NEW', memo: "it's new" });
    await control.deleteRecord('salesOrder', third);
    expect(await sync()).toMatchObject({ status: 'complete', created: 1, updated: 1, deleted: 1 });
    await expectSame('orders');
  });

  test("every status is recognized in each of NetSuite's formats", async () => {
    const forms = ['A', { id: 'Pending Fulfillment', refName: 'Pending Fulfillment' }, { id: 'E', refName: 'x' }, 'H'];
    for (const [index, status] of forms.entries()) {
      await control.patchRecord('salesOrder', orderIds[10 + index] ?? '', { status });
    }
    await sync();
    const mirror = await readMirror(app.database.db, 'orders');
    const shown = forms.map((_, index) => mirror.get(orderIds[10 + index] ?? ''));
    expect(shown.map((order) => [order?.statusId, order?.statusName])).toEqual([
      ['A', 'Pending Approval'],
      ['B', 'Pending Fulfillment'],
      ['E', 'Partially Fulfilled'],
      ['H', 'Closed'],
    ]);
    await expectSame('orders');
  });

  test('changes within the second in which the last sync began are not lost', async () => {
    await control.setClock(new Date(Math.floor(day / 1000) * 1000 + 900), { frozen: true });
    await control.patchRecord('salesOrder', fourth, { memo: 'before' });
    await sync();
    await control.patchRecord('salesOrder', fourth, { memo: 'after, in the same second' });
    expect(await sync()).toMatchObject({ updated: 1 });
    await expectSame('orders');
  });

  test('deletions within that second are not lost', async () => {
    await control.setClock(new Date(Math.floor(day / 1000) * 1000 + 100), { frozen: true });
    await sync();
    await control.deleteRecord('salesOrder', fifth);
    expect(await sync()).toMatchObject({ deleted: 1 });
    await expectSame('orders');
  });

  test('a deleted order without a deletion record is detected', async () => {
    await control.change({ hiddenTables: ['deletedrecord'] });
    await control.deleteRecord('salesOrder', orderIds[20] ?? '');
    expect(await sync()).toMatchObject({ status: 'complete', deleted: 1 });
    await expectSame('orders');
  });

  test('an order missing from the mirror is read again although it did not change', async () => {
    await app.database.db
      .deleteFrom('sales_orders')
      .where('id', '=', orderIds[21] ?? '')
      .execute();
    expect(await sync()).toMatchObject({ status: 'complete', created: 1 });
    await expectSame('orders');
  });

  test('edited, new and deleted customers are mirrored', async () => {
    const [one = '', two = ''] = customerIds;
    const body = await control.getRecord('customer', one);
    await control.patchRecord('customer', one, { companyName: 'Été & Cie', subsidiary: { id: '7', refName: 'East' } });
    await control.putRecord('customer', '888001', { ...body, companyName: 'New' });
    await control.deleteRecord('customer', two);
    const answer = await app.call(syncCustomers, { token });
    expect(answer.body).toMatchObject({ status: 'complete', created: 1, updated: 1, deleted: 1 });
    await expectSame('customers');
  });
});

describe('a sync with dates', () => {
  const dayOf = async (id: string) => String((await control.getRecord('salesOrder', id)).tranDate);

  test('reads only the orders with these dates again', async () => {
    const [within = '', outside = ''] = [orderIds[150], orderIds[280]];
    const dated = await dayOf(within);
    expect(dated < (await dayOf(outside))).toBe(true);
    await control.patchRecord('salesOrder', within, { memo: 'silently changed' }, { touch: false });
    await control.patchRecord('salesOrder', outside, { memo: 'silently changed' }, { touch: false });
    expect(await sync({ startDate: dated, endDate: dated })).toMatchObject({ status: 'complete', updated: 1 });
    expect((await readMirror(app.database.db, 'orders')).get(within)?.memo).toBe('silently changed');
    expect((await readMirror(app.database.db, 'orders')).get(outside)?.memo).not.toBe('silently changed');
    expect(await sync({ startDate: await dayOf(outside) })).toMatchObject({ updated: 1 });
    await expectSame('orders');
  });

  test('moves no watermark: earlier changes are still found', async () => {
    const [inside = '', changed = ''] = [orderIds[150], orderIds[200]];
    await control.patchRecord('salesOrder', changed, { memo: 'changed before a sync with dates' });
    const dated = await dayOf(inside);
    await sync({ startDate: dated, endDate: dated });
    await control.advanceClock(3600);
    await sync({ startDate: dated, endDate: dated });
    expect(await sync()).toMatchObject({ updated: 1 });
    await expectSame('orders');
  });

  test('finds orders whose date was changed or that were deleted', async () => {
    const [moved = '', deleted = ''] = [orderIds[151], orderIds[152]];
    const [from, to] = [await dayOf(moved), await dayOf(deleted)].sort();
    await control.patchRecord('salesOrder', moved, { tranDate: '2020-02-03' }, { touch: false });
    await control.deleteRecord('salesOrder', deleted);
    expect(await sync({ startDate: from ?? '', endDate: to ?? '' })).toMatchObject({ updated: 1, deleted: 1 });
    await expectSame('orders');
  });
});
