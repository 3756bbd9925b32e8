import * as contract from '@portal/contract/customers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SignedIn, startTestApp } from '../../testing/app.ts';

const app = await startTestApp();
afterAll(app.close);
const { db } = app.database;

const balances = { balance: '1234.50', depositBalance: '0.00', overdueBalance: '-1.25', unbilledOrders: '7.00' };
const others = {
  entityId: 'VINET Vins et alcools',
  companyName: 'Vins et alcools 10',
  email: 'paul@vinet.example',
  phone: '26.47.15.10',
  category: { id: '9', refName: 'France' },
  dateCreated: '2025-07-26T09:47:00Z',
  lastModifiedDate: '2026-04-09T09:47:00Z',
  entityStatus: { id: '13', refName: 'CUSTOMER-Closed Won' },
  terms: { id: '3', refName: 'Net 60' },
  currency: { id: '2', refName: 'USD' },
  language: { id: 'en_US', refName: 'English (U.S.)' },
  defaultAddress: 'Vins\nReims',
  creditHoldOverride: { id: 'AUTO', refName: 'Auto' },
  priceLevel: { id: '1', refName: 'Base Price' },
  subsidiary: { id: '1', refName: 'Canada' },
  salesRep: { id: '5', refName: 'Steven Buchanan' },
};

let callers: Record<string, SignedIn>;
const tokenOf = (name: string) => callers[name]?.token ?? '';

beforeAll(async () => {
  await db
    .insertInto('customers')
    .values([
      {
        id: '1',
        entity_id: others.entityId,
        company_name: others.companyName,
        email: others.email,
        phone: others.phone,
        category_id: '9',
        category_name: 'France',
        date_created: others.dateCreated,
        last_modified_date: others.lastModifiedDate,
        entity_status_id: '13',
        entity_status_name: 'CUSTOMER-Closed Won',
        terms_id: '3',
        terms_name: 'Net 60',
        currency_id: '2',
        currency_name: 'USD',
        language_id: 'en_US',
        language_name: 'English (U.S.)',
        default_address: others.defaultAddress,
        balance: '1234.50',
        deposit_balance: '0',
        overdue_balance: '-1.25',
        unbilled_orders: '7',
        credit_hold_override_id: 'AUTO',
        credit_hold_override_name: 'Auto',
        price_level_id: '1',
        price_level_name: 'Base Price',
        subsidiary_id: '1',
        subsidiary_name: 'Canada',
        sales_rep_id: '5',
        sales_rep_name: 'Steven Buchanan',
      },
      { id: '2', company_name: 'Vins et alcools 9', email: 'x@y.example', balance: '5000', phone: '514-555' },
      { id: '3', entity_id: 'No name' },
    ])
    .execute();
  await db
    .insertInto('sales_orders')
    .values([
      { id: '1', customer_id: '1', tran_id: 'SO1' },
      { id: '2', customer_id: '2', tran_id: 'SO2' },
      { id: '3', customer_id: '1', tran_id: 'SO3' },
    ])
    .execute();
  callers = {
    admin: await app.signIn('admin'),
    member: await app.signIn('member'),
    'member of customer 2': await app.signIn('member', { customerId: '2' }),
    'customer admin': await app.signIn('customer_admin'),
    'customer member': await app.signIn('customer_member'),
    'customer admin of none': await app.signIn('customer_admin', { customerId: null }),
    guest: await app.signIn('customer_guest'),
    nobody: await app.signIn(null),
  };
});

const list = (name: string, query: Record<string, unknown> = {}) =>
  app.call(contract.listCustomers, { token: tokenOf(name), query });
const idsOf = (body: { items: { id: string }[] }) => body.items.map(({ id }) => id);

describe('the customer list', () => {
  test.each<[string, string[]]>([
    ['admin', ['3', '2', '1']],
    ['member', ['3', '2', '1']],
    ['member of customer 2', ['3', '2', '1']],
    ['customer admin', ['1']],
    ['customer member', ['1']],
    ['customer admin of none', []],
    ['guest', []],
  ])('contains the customers in scope for %s', async (name, ids) => {
    const { status, body } = await list(name);
    expect(status).toBe(200);
    expect(idsOf(body)).toEqual(ids);
    expect(body.total).toBe(ids.length);
  });

  test("returns every field in NetSuite's shape", async () => {
    const { body } = await list('customer admin');
    expect(body.items).toEqual([{ id: '1', rawData: { ...others, ...balances } }]);
  });

  test.each<[Record<string, unknown>, string[]]>([
    [{ search: 'VINET' }, ['1']],
    [{ search: 'alcools' }, ['2', '1']],
    [{ search: '@y.ex' }, ['2']],
    [{ search: '514' }, ['2']],
    [{ search: '%' }, []],
    [{ companyName: 'ET ALC' }, ['2', '1']],
    [{ email: 'paul' }, ['1']],
    [{ category: 'fra', companyName: '10' }, ['1']],
    [{ filter: '{"category.refName":"fra","balance":"1000,2000"}' }, ['1']],
    [{ filter: '{"dateCreated":"2025-07-26,2025-07-26"}' }, ['1']],
    [{ sortBy: 'balance', sortOrder: 'DESC' }, ['2', '1', '3']],
    [{ sortBy: 'salesRep.refName', sortOrder: 'ASC' }, ['2', '3', '1']],
    [{ limit: 1, page: 2 }, ['2']],
    [{ page: 9 }, []],
  ])('supports the query %j', async (query, ids) => {
    expect(idsOf((await list('admin', query)).body)).toEqual(ids);
  });

  test.each<[Record<string, unknown>, string]>([
    [{ limit: 0 }, 'limit'],
    [{ sortBy: 'tranId' }, 'sortBy'],
    [{ filter: '{"minAmount":1}' }, 'filter.minAmount'],
    [{ companyName: '\0' }, 'companyName'],
  ])('rejects the query %j and names the invalid part', async (query, path) => {
    const { status, body } = await list('admin', query);
    expect([status, body.details]).toMatchObject([400, [{ path }]]);
  });

  test.each(Object.keys(balances))('has no %s for a customer member', async (column) => {
    const { body } = await list('customer member');
    expect(body.items).toEqual([{ id: '1', rawData: others }]);
    for (const query of [{ sortBy: column }, { filter: JSON.stringify({ [column]: '1,' }) }]) {
      const { status, body: refusal } = await list('customer member', query);
      expect([status, refusal.message]).toEqual([400, expect.stringContaining(`there is no column '${column}'`)]);
    }
  });

  test('is denied to users without a role and without a session', async () => {
    const headers = { authorization: `Bearer ${tokenOf('nobody')}` };
    expect((await app.fetch('/api/netsuite-customers', { headers })).status).toBe(403);
    expect((await app.call(contract.listCustomers)).status).toBe(401);
  });
});

describe('one customer', () => {
  const get = (name: string, id: string) => app.call(contract.getCustomer, { token: tokenOf(name), params: { id } });

  test('includes balances except for customer members', async () => {
    expect((await get('admin', '1')).body).toEqual({ id: '1', rawData: { ...others, ...balances } });
    expect((await get('customer member', '1')).body).toEqual({ id: '1', rawData: others });
  });

  test.each<[string, string[]]>([
    ['admin', ['1', '2', '3']],
    ['member of customer 2', ['1', '2', '3']],
    ['customer admin', ['1']],
    ['customer member', ['1']],
    ['customer admin of none', []],
    ['guest', []],
  ])('is available to %s only within their scope', async (name, ids) => {
    for (const id of ['1', '2', '3', '99']) {
      expect((await get(name, id)).status, `customer ${id}`).toBe(ids.includes(id) ? 200 : 404);
    }
  });

  test('rejects invalid ids and requests without a session', async () => {
    expect((await get('admin', 'one')).status).toBe(400);
    expect((await app.call(contract.getCustomer, { params: { id: '1' } })).status).toBe(401);
  });
});

describe("a customer's orders", () => {
  const get = (name: string, id: string, query: Record<string, unknown> = {}) =>
    app.call(contract.listOrdersOfCustomer, { token: tokenOf(name), params: { id }, query });

  test.each<[string, string, string[]]>([
    ['admin', '1', ['3', '1']],
    ['admin', '3', []],
    ['member', '2', ['2']],
    ['member of customer 2', '2', ['2']],
    // The customer is visible, its orders are not.
    ['member of customer 2', '1', []],
    ['customer admin', '1', ['3', '1']],
    ['customer member', '1', ['3', '1']],
  ])('returns the orders of %s for customer %s', async (name, id, ids) => {
    const { status, body } = await get(name, id);
    expect([status, body.total]).toEqual([200, ids.length]);
    expect(idsOf(body)).toEqual(ids);
  });

  test.each([
    ['customer admin', '2'],
    ['customer member', '2'],
    ['guest', '1'],
    ['admin', '99'],
  ])('answers 404 for %s and customer %s', async (name, id) => {
    expect((await get(name, id)).status).toBe(404);
  });

  test('supports the queries of every list', async () => {
    expect(idsOf((await get('admin', '1', { search: 'so3', sortBy: 'tranId' })).body)).toEqual(['3']);
    expect((await get('admin', '1', { sortBy: 'nothing' })).status).toBe(400);
    expect((await get('admin', 'one')).status).toBe(400);
    expect((await app.call(contract.listOrdersOfCustomer, { params: { id: '1' } })).status).toBe(401);
  });
});

describe('customers for invitations', () => {
  const get = (name: string) => app.call(contract.listCustomersForInvitation, { token: tokenOf(name) });
  const vins = { id: '1', name: 'Vins et alcools 10', email: 'paul@vinet.example' };

  test('are named by company name, entity id or id, and sorted by that name', async () => {
    await db.insertInto('customers').values({ id: '10' }).execute();
    expect(await get('admin')).toMatchObject({ status: 200 });
    expect((await get('admin')).body).toEqual([
      { id: '10', name: '10' },
      { id: '3', name: 'No name' },
      { id: '2', name: 'Vins et alcools 9', email: 'x@y.example' },
      vins,
    ]);
    await db.deleteFrom('customers').where('id', '=', '10').execute();
  });

  test('are searched by words of name and email, ignoring case and accents, prefix matches first, up to a limit', async () => {
    await db
      .insertInto('customers')
      .values([
        { id: '10', company_name: 'Café Σίσυφος 100%', email: 'Zoé@cafe.example' },
        { id: '11', company_name: 'Ébène' },
      ])
      .execute();
    const find = async (query: { search?: string; limit?: number }) => {
      const { body } = await app.call(contract.listCustomersForInvitation, { token: tokenOf('admin'), query });
      return body.map(({ id }: { id: string }) => id);
    };
    for (const search of ['CAFE', 'zoe', 'cafe.example zoé', '  100% ', 'σίσυ', 'ΣΙΣΥ'])
      expect(await find({ search })).toEqual(['10']);
    expect(await find({ search: 'vins 9' })).toEqual(['2']);
    expect(await find({ search: '1_0' })).toEqual([]);
    expect(await find({ search: ' é', limit: 1 })).toEqual(['11']);
    expect(await find({ limit: 2 })).toHaveLength(2);
    expect(await find({})).toHaveLength(5);
    await db.deleteFrom('customers').where('id', 'in', ['10', '11']).execute();
  });

  test('are searched by 20 words at most', async () => {
    const search = (words: number) =>
      app.call(contract.listCustomersForInvitation, {
        token: tokenOf('admin'),
        query: { search: ` ${'v '.repeat(words)}` },
      });
    expect((await search(20)).status).toBe(200);
    const { status, body } = await search(21);
    expect([status, body.message]).toEqual([400, expect.stringContaining('must have at most 20 words')]);
  });

  test("are limited to a company administrator's own company", async () => {
    expect((await get('customer admin')).body).toEqual([vins]);
    expect((await get('customer admin of none')).body).toEqual([]);
  });

  test('are available only to users who may invite', async () => {
    for (const name of ['member', 'customer member', 'guest', 'nobody']) expect((await get(name)).status).toBe(403);
    expect((await app.call(contract.listCustomersForInvitation)).status).toBe(401);
  });
});
