import { type Customer, exportCustomers, listCustomers } from '@portal/contract/customers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { escapeFormulas } from '../../listing/export/escape-formula.ts';
import { fetchExport, readCsv, readWorkbook } from '../../listing/export/testing/read-export.ts';
import { type SignedIn, startTestApp } from '../../testing/app.ts';
import { seedOrders } from '../orders/testing/seed-orders.ts';

const app = await startTestApp();
afterAll(app.close);
let admin: SignedIn;
beforeAll(async () => {
  await seedOrders(app.database.pool, 0, 250);
  await app.database.db
    .updateTable('customers')
    .set({ phone: '+1 514 555 0100', company_name: '=HYPERLINK("x")' })
    .where('id', '=', '7')
    .execute();
  admin = await app.signIn('admin');
});

const balances = ['Deposit Balance', 'Overdue Balance', 'Unbilled Orders', 'Balance'];

async function readPages(query: object): Promise<Customer[]> {
  const items: Customer[] = [];
  for (let page = 1; ; page += 1) {
    const { body } = await app.call(listCustomers, { token: admin.token, query: { ...query, page, limit: 100 } });
    items.push(...body.items);
    if (page >= body.pages) return items;
  }
}

describe('an export of customers', () => {
  test.each([
    [{}],
    [{ sortBy: 'balance', sortOrder: 'DESC' }],
    [{ search: 'foods' }],
    [{ companyName: 'north', category: 'retail' }],
    [{ filter: '{"terms":"net 30"}', sortBy: 'entityId' }],
  ] as const)('with %j has the rows of the pages of the list in their order', async (query) => {
    const items = await readPages(query);
    expect(items.length).toBeGreaterThan(3);
    const columns = 'entityId,companyName,phone,category,balance,dateCreated';
    const response = await fetchExport(app, exportCustomers, admin.token, { format: 'csv', columns, ...query });
    expect(response.headers.get('x-row-count')).toBe(String(items.length));
    const { header, rows } = await readCsv(response);
    expect(header).toEqual(['Entity ID', 'Company Name', 'Phone', 'Category', 'Balance', 'Created']);
    expect(rows).toEqual(
      items.map(({ rawData }) => [
        rawData.entityId ?? '',
        escapeFormulas(rawData.companyName ?? ''),
        escapeFormulas(rawData.phone ?? ''),
        rawData.category?.refName ?? '',
        rawData.balance ?? '',
        rawData.dateCreated ?? '',
      ]),
    );
  });

  test('escapes values that a spreadsheet would run as formulas', async () => {
    const columns = 'companyName,phone';
    const query = { columns, search: 'hyperlink' };
    const csv = await readCsv(await fetchExport(app, exportCustomers, admin.token, { format: 'csv', ...query }));
    const xlsx = await readWorkbook(await fetchExport(app, exportCustomers, admin.token, { format: 'xlsx', ...query }));
    for (const { rows } of [csv, xlsx]) expect(rows).toEqual([['\'=HYPERLINK("x")', "'+1 514 555 0100"]]);
    expect(xlsx.sheets).toEqual(['Customers']);
  });

  test.each([
    ['admin', null, 250, true],
    ['member', '7', 250, true],
    ['customer_admin', '7', 1, true],
    ['customer_member', '7', 1, false],
    ['customer_guest', '7', 0, false],
  ] as const)(
    'for a %s of customer %s has %i rows, and balances: %s',
    async (role, customerId, count, seesBalances) => {
      const user = await app.signIn(role, { customerId });
      const response = await fetchExport(app, exportCustomers, user.token, { format: 'xlsx' });
      expect(response.headers.get('x-row-count')).toBe(String(count));
      const { header, rows } = await readWorkbook(response);
      expect(rows).toHaveLength(count);
      expect(header.filter((title) => balances.includes(String(title)))).toEqual(seesBalances ? balances : []);
      for (const query of [{ columns: 'balance' }, { sortBy: 'balance' }, { filter: '{"balance":"1,"}' }]) {
        const asked = await fetchExport(app, exportCustomers, user.token, { format: 'csv', ...query });
        expect(asked.status).toBe(seesBalances ? 200 : 400);
        await asked.text();
      }
    },
  );
});
