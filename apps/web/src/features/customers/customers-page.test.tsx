import type { CustomerRawData } from '@portal/contract/customers';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '#testing/render-page.tsx';
import { serveApi } from '#testing/serve-api.ts';
import { CustomersPage } from './customers-page.tsx';

const rawData: CustomerRawData = {
  entityId: 'C-12',
  companyName: 'Brûlerie Saint-Denis',
  email: 'commandes@brulerie.example',
  phone: '514 555-0199',
  category: { refName: 'Café' },
  dateCreated: '2024-06-04T09:47:00Z',
  lastModifiedDate: '2026-04-09T09:47:00Z',
  entityStatus: { refName: 'CUSTOMER-Closed Won' },
  terms: { refName: 'Net 30' },
  currency: { refName: 'CAD' },
  language: { refName: 'French (Canada)' },
  defaultAddress: '3967, rue Saint-Denis\nMontréal QC',
  balance: '1500.00',
  depositBalance: '20.00',
  overdueBalance: '300.50',
  unbilledOrders: '99.00',
  creditHoldOverride: { refName: 'Auto' },
  priceLevel: { refName: 'Base Price' },
  subsidiary: { refName: 'Canada' },
  salesRep: { refName: 'Nina Petrov' },
};
const money = ['balance', 'depositBalance', 'overdueBalance', 'unbilledOrders'] as const;
const withoutMoney = Object.fromEntries(
  Object.entries(rawData).filter(([field]) => !money.some((name) => name === field)),
);

function pageOf(...items: unknown[]) {
  return () => ({ body: { items, total: items.length, pages: 1, page: 1, limit: 10 } });
}

function serve(role: string, customer: object, more: object = {}) {
  const user = { id: 'u', email: 'a@b.test', groups: [role], createdAt: '2026-01-01T00:00:00Z' };
  localStorage.clear();
  localStorage.setItem('token', 'good');
  localStorage.setItem('user', JSON.stringify(user));
  const order = {
    id: '7001',
    rawData: { tranId: 'SO7001', status: { refName: 'Billed' }, createdDate: '2026-05-06T16:36:00Z', total: '494.38' },
  };
  return serveApi({
    'GET /auth/profile': () => ({ body: user }),
    'GET /sync/freshness': () => ({ body: { orders: null, customers: null } }),
    'GET /netsuite-customers': pageOf({ id: '12', rawData: customer }),
    'GET /netsuite-customers/12': () => ({ body: { id: '12', rawData: customer, ...more } }),
    'GET /netsuite-customers/12/orders': pageOf(order),
  });
}

const dialog = page.getByRole('dialog');

beforeEach(() => page.viewport(1280, 900));

test('opens a customer from its row with all fields and its latest orders', async () => {
  serve('admin', rawData);
  const { address } = await renderPage(<CustomersPage />, '/customers');
  await expect.element(page.getByText('Not synced yet')).toBeVisible();
  await page.getByRole('row').filter({ hasText: 'C-12' }).click();
  expect(address()).toBe('/customers?customer=12');

  await expect.element(dialog.getByRole('heading', { name: 'Brûlerie Saint-Denis', level: 2 })).toBeVisible();
  const facts = Object.fromEntries(
    [...dialog.element().querySelectorAll('dt')].map((term) => [
      term.textContent,
      term.nextElementSibling?.textContent,
    ]),
  );
  expect(facts).toEqual({
    'Entity ID': 'C-12',
    'Company Name': 'Brûlerie Saint-Denis',
    Email: 'commandes@brulerie.example',
    Phone: '514 555-0199',
    Category: 'Café',
    Status: 'CUSTOMER-Closed Won',
    'Sales Rep': 'Nina Petrov',
    Subsidiary: 'Canada',
    Terms: 'Net 30',
    'Price Level': 'Base Price',
    Currency: 'CAD',
    Language: 'French (Canada)',
    Created: 'Jun 4, 2024',
    'Last Modified': 'Apr 9, 2026',
    'Credit Hold': 'Auto',
    'Default Address': '3967, rue Saint-DenisMontréal QC',
    'Deposit Balance': '$20.00',
    'Overdue Balance': '$300.50',
    'Unbilled Orders': '$99.00',
    Balance: '$1,500.00',
  });
  const order = dialog.getByRole('link', { name: /SO7001/ });
  await expect.element(order).toHaveAttribute('href', '/orders?order=7001');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
});

test('shows the configured custom fields of a customer', async () => {
  const customFields = [
    { id: 'custentity_route', label: 'Route', type: 'list', value: 'Coast' },
    { id: 'custentity_limit', label: 'Limit', type: 'money', value: '5000.00' },
  ];
  serve('admin', rawData, { customFields });
  await renderPage(<CustomersPage />, '/customers?customer=12');
  await expect.element(dialog.getByText('Coast')).toBeVisible();
  await expect.element(dialog.getByText('$5,000.00')).toBeVisible();
});

test('hides balances from customer_member', async () => {
  serve('customer_member', withoutMoney);
  await renderPage(<CustomersPage />, '/customers?customer=12');
  await expect.element(dialog.getByText('Nina Petrov')).toBeVisible();
  expect(dialog.getByText(/Balance|Unbilled/).elements()).toHaveLength(0);
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Columns' }).click();
  await expect.element(page.getByRole('checkbox', { name: 'Credit Hold' })).toBeVisible();
  expect(page.getByRole('checkbox', { name: /Balance|Unbilled/ }).elements()).toHaveLength(0);
});

test('omits missing category, phone and email from a card instead of showing dashes', async () => {
  await page.viewport(360, 780);
  const { companyName, balance } = rawData;
  serve('admin', { companyName, balance });
  await renderPage(<CustomersPage />, '/customers');
  const card = page.getByRole('listitem').filter({ hasText: 'Brûlerie' });
  await expect.element(card).toHaveTextContent('Brûlerie Saint-Denis$1,500.00');
});

test('sends company name, email and category as query parameters and other filters as JSON', async () => {
  const seen = serve('admin', rawData);
  const lists = () => seen.filter(({ key }) => key === 'GET /netsuite-customers').map(({ query }) => query);
  await renderPage(<CustomersPage />, '/customers?companyName=br%C3%BBl&email=a%2Bb&category=caf%C3%A9&terms=net+30');
  await expect.element(page.getByRole('row').filter({ hasText: 'C-12' })).toBeVisible();
  const asked = Object.fromEntries(new URLSearchParams(lists()[0]));
  expect(asked).toMatchObject({ companyName: 'brûl', email: 'a+b', category: 'café', filter: '{"terms":"net 30"}' });

  await page.getByRole('button', { name: 'Remove filter Terms contains “net 30”' }).click();
  await expect.poll(() => new URLSearchParams(lists().at(-1)).has('filter')).toBe(false);
  expect(new URLSearchParams(lists().at(-1)).get('category')).toBe('café');
});

test("opens a listed customer offline with the list's data", async () => {
  serve('admin', rawData);
  await renderPage(<CustomersPage />, '/customers');
  const row = page.getByRole('row').filter({ hasText: 'C-12' });
  await expect.element(row).toBeVisible();
  window.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  await row.click();
  await expect.element(dialog.getByRole('alert').getByRole('button', { name: 'Retry' })).toBeVisible();
  await expect.element(dialog.getByRole('heading', { name: 'Brûlerie Saint-Denis', level: 2 })).toBeVisible();
  await expect.element(dialog.getByText('Nina Petrov')).toBeVisible();
});
