import { listCustomers, syncCustomers } from '@portal/contract/customers';
import { getOrder, listOrders, type OrderLine, syncOrders } from '@portal/contract/orders';
import { orderFromRecord } from '@portal/netsuite/testing/order-from-record';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { comparable, expectedCustomer, expectedOrder } from './testing/expected.ts';
import { readMirror, readRowVersions, readSource } from './testing/records.ts';
import { type SyncFixture, startSyncFixture } from './testing/sync-fixture.ts';

const generated = { name: '600 generated orders', data: { generate: { orders: 600, customers: 60, seed: 3 } } };
const folder = process.env.SANDBOX_DATA;
const sets = folder === undefined ? [generated] : [generated, { name: 'the folder SANDBOX_DATA', data: { folder } }];

describe.each(sets)('a first sync of $name', ({ data }) => {
  let fixture: SyncFixture;
  let token: string;
  beforeAll(async () => {
    fixture = await startSyncFixture({ data });
    token = (await fixture.app.signIn('admin')).token;
  });
  afterAll(() => fixture.close());

  test('mirrors every order, field by field', async () => {
    const { app, control } = fixture;
    const source = await readSource(control, 'orders');
    const { status, body } = await app.call(syncOrders, { token });
    expect(status).toBe(200);
    const size = source.size;
    expect(body).toMatchObject({ status: 'complete', fetched: size, created: size, updated: 0, unchanged: 0 });
    expect(body).toMatchObject({ deleted: 0, failed: 0 });
    expect(await readMirror(app.database.db, 'orders')).toEqual(source);
  });

  test('mirrors every customer, field by field', async () => {
    const { app, control } = fixture;
    const source = await readSource(control, 'customers');
    const { body } = await app.call(syncCustomers, { token });
    expect(body).toMatchObject({ status: 'complete', fetched: source.size, created: source.size });
    expect(await readMirror(app.database.db, 'customers')).toEqual(source);
  });

  test('makes the API return each field of each order and customer', async () => {
    const { app, control } = fixture;
    const readAll = async (endpoint: typeof listOrders | typeof listCustomers) => {
      const items: Parameters<typeof comparable>[0][] = [];
      for (let page = 1; ; page += 1) {
        const { body } = await app.call(endpoint, { token, query: { page, limit: 100 } });
        items.push(...body.items);
        if (page >= body.pages) return new Map(items.map((item) => [item.id, comparable(item)]));
      }
    };
    const orders = (await control.listRecords('salesOrder')).map(expectedOrder);
    expect(await readAll(listOrders)).toEqual(new Map(orders.map((order) => [order.id, order])));
    const customers = (await control.listRecords('customer')).map(expectedCustomer);
    expect(await readAll(listCustomers)).toEqual(new Map(customers.map((customer) => [customer.id, customer])));
  });

  test('an order opens, and is read for a row on which the pointer rests, without a request to NetSuite', async () => {
    const { app, control } = fixture;
    await control.change({ suiteqlAllowed: false, faults: { serverError: 1 } });
    await control.resetRequests();
    for (const body of (await control.listRecords('salesOrder')).slice(0, 20)) {
      const { lines } = orderFromRecord(body);
      const answer = await app.call(getOrder, { token, params: { id: body.id } });
      const { item } = answer.body.rawData;
      const shown = item.items.map(({ line, item: product, quantity }: OrderLine) => [
        line,
        product?.refName,
        quantity,
      ]);
      expect(shown).toEqual(
        lines.map((line) => [line.line, line.itemName, line.quantity === null ? undefined : Number(line.quantity)]),
      );
      expect(item.totalResults).toBe(lines.length);
    }
    expect((await control.requests()).total).toBe(0);
    await control.reset();
  });

  test('is followed by a sync with three requests for all kinds and no written rows when nothing has changed', async () => {
    const { app, control } = fixture;
    const before = await readRowVersions(app.database.db);
    // Fulfillments and invoices follow the orders, and are asked about in the same requests.
    for (const [endpoint, requests] of [
      [syncOrders, 2],
      [syncCustomers, 1],
    ] as const) {
      await control.resetRequests();
      const { body } = await app.call(endpoint, { token });
      expect(body).toMatchObject({ status: 'complete', fetched: 0, created: 0, updated: 0, deleted: 0 });
      expect((await control.requests()).total).toBe(requests);
    }
    expect(await readRowVersions(app.database.db)).toEqual(before);
  });

  test('writes no rows when repeated from the beginning', async () => {
    const { app } = fixture;
    const before = await readRowVersions(app.database.db);
    await app.database.pool.query('truncate sync_runs');
    const { body } = await app.call(syncOrders, { token });
    expect(body).toMatchObject({ status: 'complete', created: 0, updated: 0 });
    expect(body.unchanged).toBe(body.fetched);
    expect(await readRowVersions(app.database.db)).toEqual(before);
  });
});
