import type { Role } from '@portal/contract/permissions';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { late, openLinks, openOverview, overdue, standStillAt, totals, wantedPapers } from '#testing/overview-page.tsx';

beforeEach(async () => {
  localStorage.clear();
  await page.viewport(390, 844);
});

const card = (name: string) => page.getByText(name, { exact: true });
const figures = ['Total Customers91', 'Total Orders1,048,576', 'Total Users1,200', 'Active Invitations2'];
const texts = () =>
  ['Total Customers', 'Total Orders', 'Total Users', 'Active Invitations'].map(
    (name) => card(name).element().parentElement?.textContent,
  );

test('shows four totals with thousands separators', async () => {
  const { seen } = await openOverview('admin');
  await expect.poll(texts).toEqual(figures);
  const counted = seen.filter(({ key }) => /netsuite-(customers|sales-orders)$/.test(key));
  expect(new Set(counted.map(({ query }) => query))).toEqual(new Set(['?limit=1']));
});

test('keeps the ellipsis in a card whose total cannot be loaded', async () => {
  const refused = () => ({ status: 403, body: { message: 'no' } });
  await openOverview('admin', { ...totals, 'GET /customer-invitations/active': refused, 'GET /users': refused });
  await expect.poll(texts).toEqual([...figures.slice(0, 2), 'Total Users…', 'Active Invitations…']);
});

test.each<[Role, string[]]>([
  [
    'customer_admin',
    ['/customers?page=1', '/orders?page=1', '/users?page=1', '/users?page=1', late, '/orders?page=1', overdue],
  ],
  ['customer_member', ['/customers?page=1', '/orders?page=1', late, '/orders?page=1', overdue]],
  ['customer_guest', ['/customers?page=1', '/orders?page=1', late, wantedPapers, '/orders?page=1']],
])('links the cards and open orders to the pages that %s can open', async (role, paths) => {
  await openOverview(role);
  const links = () =>
    page
      .getByRole('link')
      .elements()
      .map((link) => decodeURIComponent(link.getAttribute('href') ?? ''));
  await expect.poll(links).toEqual(paths);
});

describe('staff', () => {
  test.each<Role>(['admin', 'member'])(
    'see numbers of open orders that link to the filtered list: %s',
    async (role) => {
      standStillAt('2026-05-06T12:00:00Z');
      const { seen } = await openOverview(role);
      await expect
        .poll(() => openLinks())
        .toEqual([
          ['Awaiting approval4', '/orders?page=1&shipping=awaiting-approval'],
          ['Not shipped1,204', '/orders?page=1&shipping=not-shipped'],
          ['Partly shipped0', '/orders?page=1&shipping=partly-shipped'],
          ['Late7', late],
        ]);
      expect(openLinks('Invoices and papers')).toEqual([
        ['Overdue invoice0', '/orders?page=1&dueDate=before-today'],
        ['Proof of delivery missing12', '/orders?page=1&missingPapers=proof-of-delivery'],
      ]);
      expect(seen.find(({ key }) => key.endsWith('/open'))?.query).toBe('?today=2026-05-06');
      const colorOf = (text: string) => getComputedStyle(page.getByText(text, { exact: true }).element()).color;
      expect(colorOf('7')).not.toBe(colorOf('1,204'));
      expect(page.getByRole('searchbox', { name: 'Search all orders' }).elements()).toEqual([]);
    },
  );

  test('see all numbers on one line', async () => {
    await page.viewport(1160, 900);
    await openOverview('admin');
    const numbers = ['4', '7', '12'].map((text) => page.getByText(text, { exact: true }));
    for (const number of numbers) await expect.element(number).toBeVisible();
    expect(new Set(numbers.map((number) => number.element().getBoundingClientRect().top)).size).toBe(1);
  });

  test('see a dash for overdue invoices while invoices were never synced', async () => {
    const body = { open: { 'awaiting-approval': 4, 'not-shipped': 2, 'partly-shipped': 0 }, late: 7, missingProofs: 0 };
    await openOverview('admin', { ...totals, 'GET /netsuite-sales-orders/open': () => ({ body }) });
    await expect.poll(() => openLinks('Invoices and papers')).toContainEqual(['Overdue invoice—', overdue]);
  });

  test('see an ellipsis where the numbers cannot be loaded', async () => {
    await openOverview('admin', { ...totals, 'GET /netsuite-sales-orders/open': () => ({ status: 500, body: {} }) });
    await expect.poll(() => openLinks().map(([text]) => text)).toContain('Late…');
  });
});
