import type { OrderDetail, OrderRawData } from '@portal/contract/orders';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderOrders } from '#testing/render-orders.tsx';
import { serveApi } from '#testing/serve-api.ts';
import { prefetchOrders } from './orders-page.tsx';

const rawData: OrderRawData = {
  tranId: 'SO7001',
  memo: 'BOL-7001',
  otherRefNum: 'PO-55',
  tranDate: '2026-05-06',
  createdDate: '2026-05-06T16:36:00Z',
  lastModifiedDate: '2026-05-07T09:57:00Z',
  salesEffectiveDate: '2026-05-08',
  entity: { id: '12', refName: 'Brûlerie Saint-Denis' },
  email: 'commandes@brulerie.example',
  status: { id: 'B', refName: 'Pending Fulfillment' },
  terms: { id: '2', refName: 'Net 30' },
  location: { id: '3', refName: 'Laval' },
  currency: { id: '1', refName: 'CAD' },
  custbody_ns_project: { id: '9', refName: 'Spring' },
  billAddress: 'Brûlerie Saint-Denis\n3967, rue Saint-Denis\nMontréal QC H2W 2M4',
  shipAddress: 'Entrepôt\r\n100, boul. Industriel\r\nLaval QC',
  subtotal: '440.00',
  total: '494.38',
  custbody_stc_tax_after_discount: '22.00',
};
const lines = [
  { line: 1, item: { id: '5', refName: 'Coffee, 1 kg' }, quantity: 12, rate: '14.00', amount: '168.00' },
  { line: 2, item: { id: '6', refName: 'Tea' }, quantity: 1, rate: '272.00', amount: '272.00' },
];

function detail(of: OrderRawData): OrderDetail {
  return { id: '7001', rawData: { ...of, item: { items: lines, totalResults: 2 } } };
}

function signInAs(role: string) {
  localStorage.clear();
  const user = { id: 'u', email: 'a@b.test', groups: [role], createdAt: '2026-01-01T00:00:00Z' };
  localStorage.setItem('token', 'good');
  localStorage.setItem('user', JSON.stringify(user));
  return { 'GET /auth/profile': () => ({ body: user }) };
}

const fresh = { 'GET /sync/freshness': () => ({ body: { orders: new Date().toISOString(), customers: null } }) };

function listOf(...items: OrderRawData[]) {
  const body = {
    items: items.map((of) => ({ id: '7001', rawData: of })),
    total: items.length,
    pages: 1,
    page: 1,
    limit: 10,
  };
  return () => ({ body });
}

const dialog = page.getByRole('dialog');

/** Expects each text on its own line below the label in the dialog. */
async function expectFact(label: string, ...texts: string[]) {
  const term = dialog.getByRole('term').filter({ hasText: new RegExp(`^${label}$`) });
  await expect.element(term).toBeVisible();
  const said = term.element().nextElementSibling;
  const lines = [...(said?.querySelectorAll('span') ?? [])].map((line) => line.textContent);
  expect(lines.length === 0 ? [said?.textContent] : lines).toEqual(texts);
}

beforeEach(() => page.viewport(1280, 900));

test('opens the order in the URL with every field in its place', async () => {
  serveApi({
    ...signInAs('admin'),
    ...fresh,
    'GET /netsuite-sales-orders': listOf(rawData),
    'GET /netsuite-sales-orders/7001': () => ({ body: detail(rawData) }),
  });
  const { address } = await renderOrders('/orders?order=7001');

  await expect.element(dialog.getByRole('heading', { name: 'SO7001 · Brûlerie Saint-Denis' })).toBeVisible();
  await expect.element(dialog.getByText('Pending Fulfillment')).toBeVisible();
  await expect.element(dialog.getByRole('tab', { name: 'Details' })).toHaveAttribute('aria-selected', 'true');
  expect(dialog.getByRole('tab').elements()).toHaveLength(3);
  await expectFact('Customer', 'Brûlerie Saint-Denis');
  await expectFact('Email', 'commandes@brulerie.example');
  await expectFact('PO Number', 'PO-55');
  await expectFact('BOL In #', 'BOL-7001');
  await expectFact('Billing Address', 'Brûlerie Saint-Denis', '3967, rue Saint-Denis', 'Montréal QC H2W 2M4');
  await expectFact('Shipping Address', 'Entrepôt', '100, boul. Industriel', 'Laval QC');
  await expectFact('Terms', 'Net 30');
  await expectFact('Location', 'Laval');
  await expectFact('Currency', 'CAD');
  await expectFact('Project', 'Spring');
  await expectFact('Created', 'May 6, 2026');
  await expectFact('Last Modified', 'May 7, 2026');
  await expectFact('Sales Effective', 'May 8, 2026');
  await expectFact('Subtotal', '$440.00');
  await expectFact('Tax', '$22.00');
  await expectFact('Shipping and other charges', '$32.38');
  await expectFact('Total', '$494.38');
  const cells = dialog.getByRole('row').filter({ hasText: 'Coffee' }).getByRole('cell').elements();
  expect(cells.map((cell) => cell.textContent)).toEqual(['Coffee, 1 kg', '12', '$14.00', '$168.00']);

  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(address()).toBe('/orders');
});

test("opens a row at once with the list's data, loads the lines, and closes with Back", async () => {
  serveApi({ ...signInAs('admin'), ...fresh, 'GET /netsuite-sales-orders': listOf(rawData) });
  const { address, back, steps } = await renderOrders('/orders?search=so');
  const answered = window.fetch;
  let answer: () => void = () => undefined;
  window.fetch = (url, init) =>
    /\/7001($|\?)/.test(String(url))
      ? new Promise((resolve) => (answer = () => resolve(Response.json(detail(rawData)))))
      : answered(url, init);

  await page.getByRole('link', { name: 'SO7001' }).click();
  await expectFact('PO Number', 'PO-55');
  await expect.element(dialog.getByText('Loading items')).toBeInTheDocument();
  expect(address()).toBe('/orders?search=so&order=7001');
  answer();
  await expect.element(dialog.getByRole('cell', { name: 'Tea' })).toBeVisible();

  expect(steps()).toBe(1);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(address()).toBe('/orders?search=so');
  await page.getByRole('link', { name: 'SO7001' }).click();
  await expect.element(dialog).toBeVisible();
  back();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('a row on which the pointer rests is fetched once, and then opens without another request', async () => {
  const seen = serveApi({
    ...signInAs('admin'),
    ...fresh,
    'GET /netsuite-sales-orders': listOf(rawData),
    'GET /netsuite-sales-orders/7001': () => ({ body: detail(rawData) }),
  });
  await renderOrders('/orders');
  const fetched = () => seen.filter(({ key }) => key === 'GET /netsuite-sales-orders/7001').length;
  const link = page.getByRole('link', { name: 'SO7001' });
  const search = page.getByRole('searchbox');
  await search.hover();
  await link.hover();
  await expect.poll(fetched).toBe(1);
  await search.hover();
  await link.click();
  await expect.element(dialog.getByRole('cell', { name: 'Coffee, 1 kg' })).toBeVisible();
  expect(fetched()).toBe(1);
});

test('reports a missing or inaccessible order as not found', async () => {
  serveApi({
    ...signInAs('customer_member'),
    ...fresh,
    'GET /netsuite-sales-orders/customer': listOf(rawData),
    'GET /netsuite-sales-orders/99': () => ({ status: 404, body: { message: 'Order not found' } }),
  });
  await renderOrders('/orders?order=99');
  await expect.element(dialog.getByText('Order not found')).toBeVisible();
  await expect.element(page.getByText('SO7001')).toBeInTheDocument();
  expect(dialog.getByText('Not on this page of the list').elements()).toEqual([]);
});

test('sends no request for an impossible order id', async () => {
  const seen = serveApi({ ...signInAs('admin'), ...fresh, 'GET /netsuite-sales-orders': listOf() });
  await renderOrders('/orders?order=../users');
  await expect.element(dialog.getByText('Order not found')).toBeVisible();
  expect(seen.map(({ key }) => key).filter((key) => key.includes('users'))).toEqual([]);
});

test("opens a listed order offline with the list's data and loads its items with Retry", async () => {
  let isOnline = false;
  serveApi({
    ...signInAs('admin'),
    ...fresh,
    'GET /netsuite-sales-orders': listOf(rawData),
    'GET /netsuite-sales-orders/7001': () => {
      if (!isOnline) throw new TypeError('Failed to fetch');
      return { body: detail(rawData) };
    },
  });
  await renderOrders('/orders');
  await page.getByRole('link', { name: 'SO7001' }).click();
  await expect.element(dialog.getByRole('heading', { name: 'SO7001 · Brûlerie Saint-Denis' })).toBeVisible();
  const retry = dialog.getByRole('alert').getByRole('button', { name: 'Retry' });
  await expect.element(retry).toBeVisible();
  await expect.element(dialog.getByText('PO Number')).toBeVisible();
  isOnline = true;
  await retry.click();
  await expect.element(dialog.getByRole('table')).toBeVisible();
});

test('hides order numbers and Sync from a guest', async () => {
  const { tranId: _, memo: __, otherRefNum: ___, ...shown } = rawData;
  serveApi({
    ...signInAs('customer_guest'),
    ...fresh,
    'GET /netsuite-sales-orders/assigned-orders': listOf(shown),
    'GET /netsuite-sales-orders/7001': () => ({ body: detail(shown) }),
  });
  await renderOrders('/orders?order=7001');
  await expect.element(dialog.getByRole('heading', { name: 'Order · Brûlerie Saint-Denis' })).toBeVisible();
  for (const hidden of ['PO Number', 'BOL In #']) expect(dialog.getByText(hidden).elements()).toHaveLength(0);
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('columnheader', { name: 'Status' })).toBeVisible();
  expect(page.getByRole('button', { name: 'Sync Orders' }).elements()).toHaveLength(0);
});

test('shows its own empty state', async () => {
  serveApi({ ...signInAs('member'), ...fresh, 'GET /netsuite-sales-orders/customer': listOf() });
  await renderOrders('/orders');
  await expect.element(page.getByText('No orders found.')).toBeVisible();
});

test('omits empty values from a card on a narrow screen', async () => {
  await page.viewport(390, 800);
  serveApi({
    ...signInAs('admin'),
    ...fresh,
    'GET /netsuite-sales-orders': listOf({ tranId: 'SO7001', entity: { id: '12', refName: 'Brûlerie Saint-Denis' } }),
  });
  await renderOrders('/orders');
  const card = page.getByRole('list', { name: 'Orders' }).getByRole('link');
  await expect.element(card).toBeVisible();
  expect(card.element().textContent).toBe('SO7001Brûlerie Saint-Denis');
});

test.each(['', '?limit=50&sort=total', '?search=vin&status=Billed&createdDate=last30'])(
  'prefetches exactly what the page requests: /orders%s',
  async (search) => {
    const seen = serveApi({
      ...signInAs('admin'),
      ...fresh,
      'GET /netsuite-sales-orders': listOf(rawData),
      'GET /sync/runs': () => ({ body: { data: [] } }),
    });
    const lists = () => seen.filter(({ key }) => key === 'GET /netsuite-sales-orders').map(({ query }) => query);
    const params = Object.fromEntries(new URLSearchParams(search));
    const { queryClient } = await renderOrders(`/orders${search}`);
    await expect.element(page.getByText('SO7001')).toBeVisible();
    const asked = lists();
    expect(asked.length).toBeGreaterThan(0);
    await prefetchOrders(queryClient, 'admin', params);
    expect(lists()).toEqual(asked);
    queryClient.clear();
    await prefetchOrders(queryClient, 'admin', params);
    expect(lists().slice(asked.length)).toContain(asked[0]);
  },
);

test('stores the default views on open and applies the default one', async () => {
  sessionStorage.clear();
  const answers = { ...fresh, 'GET /netsuite-sales-orders': listOf(rawData) };
  serveApi({ ...signInAs('admin'), ...answers });
  const { address } = await renderOrders('/orders');
  await expect.element(page.getByText('SO7001')).toBeVisible();
  expect(address()).toBe('/orders');
  const stored = JSON.parse(localStorage.getItem('orderViews') ?? '[]');
  expect(stored).toMatchObject([
    { name: 'Recent Orders', sortBy: 'createdDate', sortOrder: 'DESC', isDefault: true },
    { name: 'High Value Orders', filters: { minAmount: 1000 }, isDefault: false },
  ]);
});

const highValue = {
  id: 'h',
  name: 'Mine',
  filters: { minAmount: 1000 },
  sortBy: 'total',
  sortOrder: 'DESC',
  isDefault: true,
};
const billed = {
  id: 'b',
  name: 'Billed',
  globalFilter: '',
  columnFilters: [{ id: 'status', value: 'Billed' }],
  isDefault: true,
  createdAt: '2026-05-06T10:00:00.000Z',
};

test.each([
  ['the stored default view', {}, '/orders', '/orders?sort=-total&total=1000,'],
  ['a default preset rather than the view', { preset: billed }, '/orders', '/orders?status=Billed'],
  ['the last state rather than both', { preset: billed, last: { sort: 'total' } }, '/orders', '/orders?sort=total'],
  [
    'the URL parameters rather than all of these',
    { preset: billed, last: { sort: 'total' } },
    '/orders?page=1',
    '/orders?page=1',
  ],
])('opens the list with %s', async (_, { preset, last }: { preset?: object; last?: object }, from, to) => {
  sessionStorage.clear();
  const setting = JSON.stringify(preset === undefined ? [] : [preset]);
  const seen = serveApi({
    ...signInAs('admin'),
    ...fresh,
    'GET /netsuite-sales-orders': listOf(rawData),
    'GET /prefrences/filter-presets-orders': () => ({ body: [{ prefrenceSetting: setting, version: 1 }] }),
  });
  localStorage.setItem('orderViews', JSON.stringify([highValue]));
  if (last !== undefined) localStorage.setItem('table-orders', JSON.stringify({ owner: 'u', params: last }));
  const { address, steps } = await renderOrders(from);
  await expect.element(page.getByText('SO7001')).toBeVisible();
  await expect.poll(address).toBe(to);
  expect(steps()).toBe(0);
  expect(seen.filter(({ key }) => key.startsWith('POST'))).toEqual([]);
});

test.each([
  ['admin', ['View Details', 'Attachments', 'Copy link', 'Assign']],
  ['customer_member', ['View Details', 'Attachments', 'Copy link']],
])('shows the actions of %s in the menu of a row', async (role, expected) => {
  serveApi({
    ...signInAs(role),
    ...fresh,
    'GET /netsuite-sales-orders': listOf(rawData),
    'GET /netsuite-sales-orders/customer': listOf(rawData),
    'GET /netsuite-sales-orders/7001': () => ({ body: detail(rawData) }),
    'GET /netsuite-sales-orders/7001/attachments': () => ({ body: [] }),
  });
  const { address } = await renderOrders('/orders?search=so');
  const menu = page.getByRole('button', { name: 'Actions for SO7001' });
  await menu.click();
  const items = page.getByRole('menuitem');
  expect(items.elements().map((item) => item.textContent)).toEqual(expected);
  await page.getByRole('menuitem', { name: 'Attachments' }).click();
  await expect.element(dialog.getByRole('tab', { name: /^Attachments/ })).toHaveAttribute('aria-selected', 'true');
  expect(address()).toBe('/orders?search=so&order=7001&tab=attachments');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.element(dialog).not.toBeInTheDocument();

  const copied: string[] = [];
  const write = navigator.clipboard.writeText;
  navigator.clipboard.writeText = async (text) => void copied.push(text);
  onTestFinished(() => {
    navigator.clipboard.writeText = write;
  });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Copy link' }).click();
  await expect.element(page.getByText('Link copied')).toBeVisible();
  expect(copied).toEqual([`${window.location.origin}/orders?order=7001`]);
});

test.each([
  [360, 8],
  [390, 12],
])('keeps the labels of the toolbar apart and on one line, %i px wide', async (width, gap) => {
  await page.viewport(width, 844);
  serveApi({ ...signInAs('admin'), ...fresh, 'GET /netsuite-sales-orders': listOf(rawData) });
  await renderOrders('/orders?page=1');
  const labels = ['Filter', 'Presets', 'Sort', 'Refresh', 'Export', 'Sync', 'Assign'].map((text) =>
    page.getByText(text, { exact: true }),
  );
  for (const label of labels) await expect.element(label).toBeVisible();
  const boxes = labels.map((label) => label.element().getBoundingClientRect());
  expect(new Set(boxes.map(({ top }) => top)).size).toBe(1);
  const gaps = boxes.slice(1).map(({ left }, index) => left - (boxes[index]?.right ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(gap);
});
