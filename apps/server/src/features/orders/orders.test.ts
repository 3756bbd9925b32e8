import * as contract from '@portal/contract/orders';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SignedIn, startTestApp } from '../../testing/app.ts';

const app = await startTestApp();
afterAll(app.close);
const { db } = app.database;

const numbers = { tranId: 'SO10248', memo: 'BOL-1', otherRefNum: 'PO-1' };
const others = {
  tranDate: '2024-07-04',
  createdDate: '2024-07-04T16:36:00Z',
  lastModifiedDate: '2024-07-16T09:57:00.5Z',
  salesEffectiveDate: '2024-07-05',
  entity: { id: '1', refName: 'Vins et alcools' },
  email: 'paul@vinet.example',
  status: { id: 'G', refName: 'Billed' },
  terms: { id: '2', refName: 'Net 30' },
  location: { id: '3', refName: 'Federal Shipping' },
  currency: { id: '2', refName: 'USD' },
  custbody_ns_project: { id: '907', refName: 'France' },
  billAddress: 'Vins\n59 rue de l’Abbaye',
  shipAddress: 'Vins\r\n59 rue de l’Abbaye',
  subtotal: '440.00',
  total: '12345678901234567.89',
  custbody_stc_tax_after_discount: '-22.05125',
};
const shippingAlone = {
  shipping: 'shipped',
  ordered: 12,
  shipped: 7.5,
  backordered: 0,
  expected: '2024-07-10',
  lastShipped: '2024-07-09',
  tracking: ['1Z 999', 'JD 0146'],
};
const progress = { ...shippingAlone, billing: 'billed', dueDate: '2024-08-09', openAmount: '440.10' };
const item = { items: [{ line: 1, quantity: 12, rate: '0.12345678', amount: '168.00' }], totalResults: 1 };
const storedItems = [{ line: 1, quantity: 12, rate: '0.12345678', amount: '168' }];

let callers: Record<string, SignedIn>;

beforeAll(async () => {
  await db
    .insertInto('sales_orders')
    .values([
      {
        id: '1',
        tran_id: 'SO10248',
        memo: 'BOL-1',
        other_ref_num: 'PO-1',
        tran_date: '2024-07-04',
        created_date: '2024-07-04T16:36:00Z',
        last_modified_date: '2024-07-16T09:57:00.5Z',
        sales_effective_date: '2024-07-05',
        customer_id: '1',
        customer_name: 'Vins et alcools',
        email: 'paul@vinet.example',
        status_id: 'G',
        status_name: 'Billed',
        terms_id: '2',
        terms_name: 'Net 30',
        location_id: '3',
        location_name: 'Federal Shipping',
        currency_id: '2',
        currency_name: 'USD',
        project_id: '907',
        project_name: 'France',
        bill_address: others.billAddress,
        ship_address: others.shipAddress,
        subtotal: '440.00',
        total: '12345678901234567.89',
        tax: '-22.05125',
        expected_date: '2024-07-10',
        ordered: '12',
        shipped: '7.5',
        backordered: '0',
        last_shipped: '2024-07-09',
        tracking: '1Z 999, JD 0146',
        invoice_numbers: 'INV1',
        invoices: 1,
        open_amount: '440.1',
        due_date: '2024-08-09',
      },
      { id: '2', customer_id: '2', customer_name: 'Another', tran_id: 'SO2' },
      { id: '3', customer_id: '1', status_name: 'Closed' },
    ])
    .execute();
  const lines = JSON.stringify(storedItems);
  await db
    .insertInto('order_lines')
    .values([
      { order_id: '1', lines },
      { order_id: '2', lines },
      { order_id: '3', lines },
    ])
    .execute();
  callers = {
    admin: await app.signIn('admin'),
    member: await app.signIn('member'),
    'member of customer 2': await app.signIn('member', { customerId: '2' }),
    'customer admin': await app.signIn('customer_admin'),
    'customer member': await app.signIn('customer_member'),
    'customer member of none': await app.signIn('customer_member', { customerId: null }),
    guest: await app.signIn('customer_guest'),
    nobody: await app.signIn(null),
  };
  await db
    .insertInto('order_assignments')
    .values(['1', '2', '99'].map((orderId) => ({ user_id: tokenOf('guest').id, order_id: orderId })))
    .execute();
});

function tokenOf(name: string): SignedIn {
  const caller = callers[name];
  if (caller === undefined) throw new Error(name);
  return caller;
}

const routes = {
  all: contract.listOrders,
  customer: contract.listCustomerOrders,
  assigned: contract.listAssignedOrders,
};

describe('list of each role', () => {
  test.each<[string, keyof typeof routes, string[]]>([
    ['admin', 'all', ['1', '3', '2']],
    ['member', 'customer', ['1', '3', '2']],
    ['member of customer 2', 'customer', ['2']],
    ['customer admin', 'customer', ['1', '3']],
    ['customer member', 'customer', ['1', '3']],
    ['customer member of none', 'customer', []],
    ['guest', 'assigned', ['1', '2']],
  ])('%s: %s', async (name, route, ids) => {
    const { status, body } = await app.call(routes[route], { token: tokenOf(name).token });
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: ids.length, pages: ids.length === 0 ? 0 : 1, page: 1, limit: 10 });
    expect(body.items.map(({ id }: { id: string }) => id).toSorted()).toEqual(ids.toSorted());
  });

  test.each<[string, (keyof typeof routes)[]]>([
    ['admin', ['customer', 'assigned']],
    ['member', ['all', 'assigned']],
    ['customer admin', ['all', 'assigned']],
    ['customer member', ['all', 'assigned']],
    ['guest', ['all', 'customer']],
    ['nobody', ['all', 'customer', 'assigned']],
  ])('rejects requests of %s for lists of other roles', async (name, refused) => {
    for (const route of refused) {
      expect((await app.call(routes[route], { token: tokenOf(name).token })).status).toBe(403);
    }
  });

  test.each(Object.entries(routes))('denies the list %s to unknown users', async (_, route) => {
    expect((await app.call(route)).status).toBe(401);
    expect((await app.call(route, { token: 'x'.repeat(43) })).status).toBe(401);
  });
});

describe('an item', () => {
  test("returns every field in NetSuite's shape, without empty ones", async () => {
    const { body } = await app.call(contract.listOrders, { token: tokenOf('admin').token });
    expect(body.items).toEqual([
      { id: '1', rawData: { ...numbers, ...others }, progress },
      {
        id: '3',
        rawData: { entity: { id: '1', refName: '1' }, status: { refName: 'Closed' } },
        progress: { shipping: 'closed' },
      },
      {
        id: '2',
        rawData: { tranId: 'SO2', entity: { id: '2', refName: 'Another' } },
        progress: { shipping: 'not-shipped' },
      },
    ]);
  });

  test('has no numbers for a guest', async () => {
    const { body } = await app.call(contract.listAssignedOrders, { token: tokenOf('guest').token });
    expect(body.items).toEqual([
      {
        id: '1',
        rawData: others,
        progress: shippingAlone,
        assignment: { shipTo: 'Vins, 59 rue de l’Abbaye', until: null },
      },
      {
        id: '2',
        rawData: { entity: { id: '2', refName: 'Another' } },
        progress: { shipping: 'not-shipped' },
        assignment: { until: null },
      },
    ]);
  });
});

describe('a list', () => {
  const list = (query: Record<string, unknown>) =>
    app.call(contract.listOrders, { token: tokenOf('admin').token, query: query as never });

  test('supports search, filters, sorting and paging', async () => {
    const filter = JSON.stringify({ entity: 'vins', createData: '2024-07-01,2024-07-31' });
    expect((await list({ search: 'so10248', filter })).body).toMatchObject({ total: 1, items: [{ id: '1' }] });
    const second = await list({ sortBy: 'total', sortOrder: 'DESC', limit: 2, page: 2 });
    expect(second.body).toMatchObject({ total: 3, pages: 2, page: 2, limit: 2, items: [{ id: '2' }] });
  });

  test('has the same text again and in each encoding, until an order changes', async () => {
    const read = async (role: string, encoding: string) => {
      const headers = { authorization: `Bearer ${tokenOf(role).token}`, 'accept-encoding': encoding };
      const path = role === 'admin' ? '/api/netsuite-sales-orders' : '/api/netsuite-sales-orders/customer';
      const response = await app.fetch(`${path}?limit=50`, { headers });
      return { type: response.headers.get('content-type'), text: await response.text() };
    };
    const readAll = async () => [
      await read('admin', 'identity'),
      await read('admin', 'br'),
      await read('member', 'gzip'),
    ];
    const [first, ...again] = await readAll();
    expect(first?.type).toBe('application/json; charset=utf-8');
    expect([...again, ...(await readAll())]).toEqual(Array(5).fill(first));
    await db.updateTable('sales_orders').set({ terms_name: 'Net 45' }).where('id', '=', '1').execute();
    const [changed, ...changedAgain] = await readAll();
    expect(changed?.text).toBe(first?.text.replace('"refName":"Net 30"', '"refName":"Net 45"'));
    expect(changedAgain).toEqual([changed, changed]);
    await db.updateTable('sales_orders').set({ terms_name: 'Net 30' }).where('id', '=', '1').execute();
    expect(await readAll()).toEqual([first, first, first]);
  });

  test('is empty past its end, with the correct total', async () => {
    expect((await list({ page: 5 })).body).toEqual({ items: [], total: 3, pages: 1, page: 5, limit: 10 });
    expect((await list({ page: 100_000_000, search: 'vins' })).body).toMatchObject({ items: [], total: 1 });
  });

  test.each<[Record<string, unknown>, string]>([
    [{ page: 0 }, 'page'],
    [{ limit: 101 }, 'limit'],
    [{ sortOrder: 'up' }, 'sortOrder'],
    [{ sortBy: 'nothing' }, 'sortBy'],
    [{ filter: '{' }, 'filter'],
    [{ filter: '{"nothing":"x"}' }, 'filter.nothing'],
    [{ filter: '{"status":"Missing"}' }, 'filter.status'],
    [{ filter: '{"createData":"2024-13-01,"}' }, 'filter.createData'],
    [{ filter: '{"total":"abc,"}' }, 'filter.total'],
    [{ search: '\0' }, 'search'],
  ])('rejects the query %j and names the invalid part', async (query, path) => {
    const { status, body } = await list(query);
    expect(status).toBe(400);
    expect(body.details).toMatchObject([{ path }]);
    expect(body.message).toContain(path);
  });
});

describe('one order', () => {
  const freshAt = { orders: null, fulfillments: null, invoices: null };
  const get = (name: string, id: string) => app.call(contract.getOrder, { token: tokenOf(name).token, params: { id } });

  test('includes all its fields and its lines', async () => {
    const { status, body } = await get('admin', '1');
    expect(status).toBe(200);
    expect(body).toEqual({
      id: '1',
      rawData: { ...numbers, ...others, item },
      progress,
      shipments: [],
      invoices: [],
      paperRequests: [],
      freshAt,
    });
  });

  test('has no numbers for a guest', async () => {
    const assignment = { shipTo: 'Vins, 59 rue de l’Abbaye', until: null };
    const rawData = { ...others, item };
    const shared = { shipments: [], paperRequests: [], freshAt, assignment };
    expect((await get('guest', '1')).body).toEqual({ id: '1', rawData, progress: shippingAlone, ...shared });
  });

  test.each<[string, string[]]>([
    ['admin', ['1', '2', '3']],
    ['member', ['1', '2', '3']],
    ['member of customer 2', ['2']],
    ['customer admin', ['1', '3']],
    ['customer member', ['1', '3']],
    ['customer member of none', []],
    ['guest', ['1', '2']],
  ])('is available to %s only within their scope', async (name, ids) => {
    for (const id of ['1', '2', '3', '99']) {
      expect((await get(name, id)).status, `order ${id}`).toBe(ids.includes(id) ? 200 : 404);
    }
  });

  test('is denied to users without a role, without a session, and for invalid ids', async () => {
    const headers = { authorization: `Bearer ${tokenOf('nobody').token}` };
    expect((await app.fetch('/api/netsuite-sales-orders/1', { headers })).status).toBe(403);
    expect((await app.call(contract.getOrder, { params: { id: '1' } })).status).toBe(401);
    expect((await get('admin', 'SO1')).status).toBe(400);
    expect((await get('admin', '9'.repeat(18))).status).toBe(404);
  });
});
