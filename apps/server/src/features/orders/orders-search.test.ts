import { exportOrders, listAssignedOrders, listCustomerOrders, listOrders } from '@portal/contract/orders';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchExport } from '../../listing/export/testing/read-export.ts';
import { type SignedIn, startTestApp } from '../../testing/app.ts';

const app = await startTestApp();
afterAll(app.close);

const callers: Partial<Record<string, SignedIn>> = {};
const token = (role: string) => callers[role]?.token ?? '';

beforeAll(async () => {
  const order = { customer_name: 'Save-a-lot Markets', status_name: 'Billed' };
  await app.database.db
    .insertInto('sales_orders')
    .values([
      {
        ...order,
        id: '1',
        customer_id: '1',
        tran_id: 'SO11031',
        memo: 'BOL-77',
        other_ref_num: 'SAVEA-031',
        total: '494.38',
        tracking: '1Z 999 AA1 0123, JD0146',
        invoice_numbers: 'INV-2001, INV-2002',
        open_amount: '150.25',
      },
      { ...order, id: '2', customer_id: '1', tran_id: 'SO11032', memo: 'Dock 4, 100%', total: '1234.5' },
      { ...order, id: '3', customer_id: '2', tran_id: 'SO2', other_ref_num: 'A', tracking: '5, 6', total: '44' },
      { ...order, id: '4', customer_id: '1', customer_name: 'Former Foods', memo: 'was Save-a-lot' },
      { ...order, id: '5', customer_id: '1', customer_name: 'Former Foods' },
    ])
    .execute();
  await app.database.pool.query(
    `insert into invoices (id, order_id, tran_id, total, open_amount)
      values (1, 1, 'INV-2001', 200.5, 150.25), (2, 1, 'INV-2002', 293.88, 0), (3, null, 'INV-9', 200.5, 0)`,
  );
  for (const role of ['admin', 'customer_member', 'customer_guest'] as const) callers[role] = await app.signIn(role);
  const user_id = callers.customer_guest?.id ?? '';
  await app.database.db
    .insertInto('order_assignments')
    .values(['1', '3'].map((order_id) => ({ user_id, order_id })))
    .execute();
});

async function search(role: 'admin' | 'customer_member' | 'customer_guest', term: string): Promise<string[]> {
  const list = { admin: listOrders, customer_member: listCustomerOrders, customer_guest: listAssignedOrders }[role];
  const { body } = await app.call(list, { token: token(role), query: { search: term } });
  const exported = await fetchExport(app, exportOrders, token(role), { format: 'csv', search: term });
  expect(exported.headers.get('x-row-count')).toBe(String(body.total));
  await exported.arrayBuffer();
  return body.items.map(({ id }: { id: string }) => id).toSorted();
}

describe('the search of orders', () => {
  test.each([
    ['so 11031', ['1']],
    ['#11031', ['1']],
    ['savea 031', ['1']],
    ['SAVEA031', ['1']],
    ['SAVEA–031', ['1']],
    ['bol 77', ['1']],
    ['1z999aa10123', ['1']],
    ['JD 01-46', ['1']],
    ['inv2002', ['1']],
    ['$494.38', ['1']],
    ['494.38', ['1']],
    ['1,234.50', ['2']],
    ['1234.5', ['2']],
    // Also in a number, and not of the same customer's orders of a former name.
    ['save-a-lot', ['1', '2', '3', '4']],
    ['former foods', ['4', '5']],
    ['markets', ['1', '2', '3']],
    ['%', ['2']],
    ['4, 100', ['2']],
    // The end of one number and the beginning of the next.
    ['11031bol', []],
    ['0123 jd', []],
    ['2001, inv', []],
    ['56', []],
    // Amounts have a dollar sign, three digits or a decimal point, and are the whole total.
    ['44', []],
    ['$44', ['3']],
    ['$ 44', ['3']],
    ['CA$1,234.50', ['2']],
    ['€1,234.50', ['2']],
    ['44.0', ['3']],
    ['494', []],
    // The total of an invoice.
    ['$200.50', ['1']],
    ['293.88', ['1']],
    ['0.00', []],
    ['$1,234', []],
  ])('%s finds %j', async (term, ids) => {
    expect(await search('admin', term)).toEqual(ids);
    expect(await search('customer_member', term)).toEqual(ids.filter((id) => id !== '3'));
  });

  test('an open amount finds its order for those who see it', async () => {
    expect(await search('admin', '150.25')).toEqual(['1']);
    expect(await search('customer_member', '150.25')).toEqual([]);
  });

  test.each([
    ['so 11031', []],
    ['SAVEA031', []],
    ['inv2002', []],
    ['bol 77', []],
    ['1z999aa10123', ['1']],
    ['jd-0146', ['1']],
    ['save-a-lot', ['1', '3']],
    ['$494.38', ['1']],
    ['1,234.50', []],
    ['44', []],
    ['$44', ['3']],
    ['$200.50', []],
    ['150.25', []],
  ])('%s finds %j for a guest, who sees names, tracking numbers and totals', async (term, ids) => {
    expect(await search('customer_guest', term)).toEqual(ids);
  });
});
