import type { Role } from '@portal/contract/permissions';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { showOverlay } from '#lib/palette.ts';
import { renderPage } from '#testing/render-page.tsx';
import { type Seen, serveApi } from '#testing/serve-api.ts';
import { typeQuickly } from '#testing/type-quickly.ts';
import { CommandPalette } from './command-palette.tsx';
import { nearest } from './use-found.ts';

const box = () => page.getByRole('combobox');
const option = (name: string | RegExp) => page.getByRole('option', { name });
const none = { items: [], total: 0, pages: 0, page: 1, limit: 20 };
const order = (id: string, tranId: string, refName = 'Bon app’') => ({
  id,
  rawData: { tranId, entity: { id: '1', refName }, status: { id: 'B', refName: 'Billed' } },
});
const listOf = (...items: unknown[]) => ({ ...none, items, total: items.length });
const searchOf = ({ query }: Seen) => new URLSearchParams(query).get('search');

function signIn(role: Role) {
  localStorage.setItem('user', JSON.stringify({ id: 'u', email: 'a@b.test', groups: [role], createdAt: '2026-01-01' }));
}

beforeEach(async () => {
  localStorage.clear();
  await page.viewport(1280, 800);
});

async function open(role: Role, answers: Parameters<typeof serveApi>[0] = {}, address = '/overview') {
  signIn(role);
  const seen = serveApi({
    'GET /auth/profile': () => ({ body: { id: 'u', email: 'a@b.test', groups: [role], createdAt: '2026-01-01' } }),
    ...answers,
  });
  const state = { closed: 0 };
  const shown = await renderPage(<CommandPalette onClose={() => (state.closed += 1)} />, address);
  await expect.element(box()).toHaveFocus();
  return { ...shown, seen, state, searches: () => seen.filter(({ query }) => query.includes('search=')) };
}

test.each([
  ['admin', ['Overview', 'Orders', 'NetSuite Customers', 'User Management', 'Profile', 'Settings'], true],
  ['customer_admin', ['Overview', 'Orders', 'NetSuite Customers', 'User Management', 'Profile', 'Settings'], true],
  ['member', ['Overview', 'Orders', 'NetSuite Customers', 'Profile', 'Settings'], true],
  ['customer_guest', ['Overview', 'Orders', 'NetSuite Customers', 'Profile', 'Settings'], false],
] as const)('offers %s exactly its pages and actions', async (role, pages, syncs) => {
  const { seen } = await open(role);
  const actions = [...(syncs ? ['Sync Orders', 'Sync Customers'] : []), 'Light theme', 'Dark theme'];
  const rest = ['System theme, active', 'Keyboard shortcuts', 'Logout'];
  await expect
    .poll(() =>
      page
        .getByRole('option')
        .elements()
        .map((each) => each.textContent),
    )
    .toEqual([...pages, ...actions, ...rest]);
  expect(seen.filter(({ key }) => key !== 'GET /auth/profile')).toEqual([]);
});

test('goes to a page with arrow keys and Enter, closing first', async () => {
  const { address, state } = await open('admin');
  await userEvent.keyboard('netsuite');
  await expect.poll(() => page.getByRole('option').elements()).toHaveLength(1);
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toBe('/customers');
  expect(state.closed).toBe(1);
});

test('lists the order with the number first, and Enter opens it over the list', async () => {
  const { address, searches } = await open('admin', {
    'GET /netsuite-sales-orders': () => ({ body: listOf(order('5', 'SO110248'), order('7', 'SO10248')) }),
    'GET /netsuite-customers': () => ({ body: none }),
  });
  await typeQuickly(box(), '1', '10', '102', '1024', '10248');
  await expect.element(option(/SO10248/)).toHaveAttribute('aria-selected', 'true');
  await expect.element(page.getByRole('status')).toHaveTextContent('2 found');
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toBe('/orders?order=7');
  // Typing is debounced: one search of each kind.
  expect(searches().map(searchOf)).toEqual(['10248', '10248']);
  expect(searches()[0]?.query).toContain('sortBy=tranId');
});

test('lists the order with the number before one whose BOL ends in it', async () => {
  const shipped = order('5', 'SO10100');
  await open('admin', {
    'GET /netsuite-sales-orders': () => ({
      body: listOf(
        { ...shipped, rawData: { ...shipped.rawData, memo: 'BOL-CANADAPOST-10248' } },
        order('7', 'SO10248'),
      ),
    }),
    'GET /netsuite-customers': () => ({ body: none }),
  });
  await userEvent.keyboard('10248');
  await expect.element(option(/SO10248/)).toHaveAttribute('aria-selected', 'true');
});

test('opens an order over the list that is already open, and Back returns to it', async () => {
  const { address, back } = await open(
    'admin',
    {
      'GET /netsuite-sales-orders': () => ({ body: listOf(order('7', 'SO10248')) }),
      'GET /netsuite-customers': () => ({ body: none }),
    },
    '/orders?search=bon&page=2&order=3&tab=attachments',
  );
  await userEvent.keyboard('10248');
  await option(/SO10248/).click();
  await expect.poll(address).toBe('/orders?search=bon&page=2&order=7');
  back();
  await expect.poll(address).toBe('/orders?search=bon&page=2&order=3&tab=attachments');
});

test('finds customers by name and links to their list when there are more', async () => {
  const items = Array.from({ length: 20 }, (_, index) => ({
    id: `${index}`,
    rawData: { companyName: `Bon ${index}` },
  }));
  const { address } = await open('member', {
    'GET /netsuite-sales-orders/customer': () => ({ body: none }),
    'GET /netsuite-customers': () => ({ body: { ...none, items, total: 42 } }),
  });
  await userEvent.keyboard('bon');
  await expect.element(option('Show all 42 customers')).toBeVisible();
  expect(page.getByRole('option').elements()).toHaveLength(6);
  await option('Show all 42 customers').click();
  await expect.poll(address).toBe('/customers?search=bon');
});

test('lets a guest search only its own orders and not by number', async () => {
  const { searches } = await open('customer_guest', {
    'GET /netsuite-sales-orders/assigned-orders': () => ({
      body: listOf({ id: '7', rawData: { entity: { id: '1', refName: 'Bon app’' } } }),
    }),
  });
  await expect.element(box()).toHaveAttribute('placeholder', 'Find an order, or go to a page...');
  await typeQuickly(box(), '1', '10');
  await expect.element(option(/^Order 7 Bon app’/)).toBeVisible();
  expect(searches().map(({ key }) => key)).toEqual(['GET /netsuite-sales-orders/assigned-orders']);
  expect(searches()[0]?.query).not.toContain('tranId');
});

test('disables the previous results while new ones load', async () => {
  let answerSecond: (answer: { body: unknown }) => void = () => undefined;
  const { address } = await open('admin', {
    'GET /netsuite-sales-orders': (seen) =>
      searchOf(seen) === '10248'
        ? new Promise((resolve) => {
            answerSecond = resolve;
          })
        : { body: listOf(order('1', 'SO10200')) },
    'GET /netsuite-customers': () => ({ body: none }),
  });
  await userEvent.keyboard('102');
  await expect.element(option(/SO10200/)).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('48{Enter}');
  await expect.element(option(/SO10200/)).toHaveAttribute('aria-disabled', 'true');
  await expect.element(page.getByRole('status')).toHaveTextContent('Searching...');
  expect(address()).toBe('/overview');
  // The second request is sent 300 ms after the last keystroke.
  await expect.poll(() => answerSecond.length).toBe(1);
  answerSecond({ body: listOf(order('7', 'SO10248')) });
  await expect.element(option(/SO10248/)).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toBe('/orders?order=7');
});

test('shows an empty result, and shows the reason for a failure with a retry', async () => {
  let fails = true;
  await open('admin', {
    'GET /netsuite-sales-orders': () => (fails ? { status: 400, body: { message: 'No.' } } : { body: none }),
    'GET /netsuite-customers': () => ({ body: none }),
  });
  await userEvent.keyboard('xyz');
  await expect.element(page.getByRole('alert')).toMatchTextContent(/^The search failed. No./);
  fails = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.element(page.getByRole('status')).toHaveTextContent('Nothing found for “xyz”.');
});

test('changes the theme', async () => {
  await open('admin');
  await userEvent.keyboard('dark mode');
  await userEvent.keyboard('{Enter}');
  expect(localStorage.getItem('theme')).toBe('dark');
  localStorage.removeItem('theme');
  showOverlay(undefined);
});

test('fills the window on a narrow screen', async () => {
  await page.viewport(390, 844);
  await open('admin');
  const { width, height } = page.getByRole('dialog').element().getBoundingClientRect();
  expect({ width, height }).toEqual({ width: 390, height: 844 });
});

test('ranks exact matches first, then equal numbers, then prefixes', () => {
  const names = ['XA100', 'SO1000', 'A100B', 'SO100', '100'];
  expect(nearest(names, '100', (name) => [name])).toEqual(['100', 'XA100', 'SO100', 'SO1000', 'A100B']);
  expect(nearest(names, 'so100', (name) => [name])).toEqual(['SO100', 'SO1000', 'XA100', 'A100B', '100']);
  const orders = [['SO7', 'BOL-100'], ['SO8'], ['SO100'], [undefined, '100']];
  expect(nearest(orders, '100', (order) => order)).toEqual([
    [undefined, '100'],
    ['SO100'],
    ['SO7', 'BOL-100'],
    ['SO8'],
  ]);
});

test.each([
  ['wide', 1280],
  ['narrow', 360],
])("shows a customer's whole PO number next to a long name on a %s screen", async (_, width) => {
  await page.viewport(width, 800);
  const long = order('7', 'SO10248', 'Distribution alimentaire des Laurentides et de Lanaudière inc. – Saint-Jérôme');
  const createdDate = '2026-05-06T16:36:00Z';
  await open('admin', {
    'GET /netsuite-sales-orders': () => ({
      body: listOf({ ...long, rawData: { ...long.rawData, otherRefNum: 'PO-36984-01', createdDate } }),
    }),
    'GET /netsuite-customers': () => ({ body: none }),
  });
  await userEvent.keyboard('36984');
  await expect.element(option(/^SO10248 Distribution .* · PO-36984-01 /)).toBeVisible();
  const cut = (text: RegExp) => {
    const { scrollWidth, clientWidth } = option(/^SO10248/)
      .getByText(text)
      .element();
    return scrollWidth > clientWidth;
  };
  expect([cut(/PO-36984-01$/), cut(/^Distribution/)]).toEqual([false, true]);
});
