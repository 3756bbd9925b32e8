import type { OrderProgress, OrderRawData, OwnAssignment } from '@portal/contract/orders';
import type { PaperKind } from '@portal/contract/values';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { endOfLocalDay, localToday } from '#lib/local-day.ts';
import { renderOrders } from '#testing/render-orders.tsx';
import { serveApi } from '#testing/serve-api.ts';

const customer = 'Save-a-lot Markets of the Northern Territories';
const rawData: OrderRawData = {
  tranId: 'SO11031',
  otherRefNum: 'SAVEA-031',
  createdDate: '2026-05-06T16:36:00Z',
  entity: { id: '12', refName: customer },
  status: { id: 'B', refName: 'Pending Fulfillment' },
  shipAddress: 'Save-a-lot Markets\r\n187 Suffolk Ln.\r\nBoise ID 83720\r\nUSA',
  total: '1494.38',
};
const progress: OrderProgress = {
  shipping: 'partly-shipped',
  ordered: 12,
  shipped: 3,
  expected: '2026-05-08',
  tracking: ['1Z999', 'JD0146'],
  billing: 'partly-billed',
  dueDate: '2026-06-05',
  openAmount: '94.38',
};
const { openAmount: _, ...progressWithoutAmounts } = progress;
const assignment: OwnAssignment = {
  shipTo: 'Boise, USA',
  carrier: 'Purolator',
  until: endOfLocalDay('2026-12-24'),
  note: 'Dock 4, before noon',
};
const lists = {
  admin: 'GET /netsuite-sales-orders',
  customer_member: 'GET /netsuite-sales-orders/customer',
  customer_guest: 'GET /netsuite-sales-orders/assigned-orders',
} as const;

/** Serves a list to a user of this role, by default of one order; returns the recorded requests. */
function serve(
  role: keyof typeof lists,
  rows: readonly OrderRawData[] = [rawData],
  assignment?: OwnAssignment,
  seen: OrderProgress = role === 'admin' ? progress : progressWithoutAmounts,
) {
  localStorage.clear();
  const user = { id: 'u', email: 'a@b.test', groups: [role], createdAt: '2026-01-01T00:00:00Z' };
  localStorage.setItem('token', 'good');
  localStorage.setItem('user', JSON.stringify(user));
  return serveApi({
    'GET /auth/profile': () => ({ body: user }),
    'GET /sync/freshness': () => ({ body: { orders: new Date().toISOString(), customers: null } }),
    [lists[role]]: () => ({ body: pageOf(rows, assignment, seen) }),
  });
}

function pageOf(rows: readonly OrderRawData[], assignment?: OwnAssignment, seen = progress) {
  const items = rows.map((row, index) => ({ id: String(7001 + index), rawData: row, progress: seen, assignment }));
  return { items, total: rows.length, pages: 1, page: 1, limit: 10 };
}

const dialog = page.getByRole('dialog');
const headers = () =>
  page
    .getByRole('columnheader')
    .elements()
    .map((header) => header.textContent);
const filterOf = (query: string) => JSON.parse(new URLSearchParams(query).get('filter') ?? '{}');

beforeEach(() => page.viewport(1280, 900));
afterEach(() => vi.useRealTimers());

test.each([
  ['one order: opens it', 1],
  ['several orders: shows them', 2],
])('Enter in the search, which finds %s', async (_, hits) => {
  const seen = serve('admin');
  const { address } = await renderOrders('/orders');
  await expect.element(page.getByRole('link', { name: 'SO11031' })).toBeVisible();
  const answered = window.fetch;
  let answer: () => void = () => undefined;
  const found = Response.json(pageOf(Array.from({ length: hits }, () => rawData)));
  window.fetch = (url, init) =>
    String(url).includes('search=') ? new Promise((resolve) => (answer = () => resolve(found))) : answered(url, init);

  await page.getByRole('searchbox').fill('so 11031');
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toContain('search=');
  // The only row so far is not of this search.
  expect(dialog.elements()).toEqual([]);
  answer();
  if (hits === 1) {
    await expect.element(dialog.getByRole('heading', { name: /SO11031/ })).toBeVisible();
    expect(address()).toContain('order=7001');
  } else {
    await expect.element(page.getByRole('link', { name: 'SO11031' }).nth(1)).toBeVisible();
    expect(dialog.elements()).toEqual([]);
  }
  expect(seen.length).toBeGreaterThan(0);
});

test('opens no order after the confirmed search has been changed', async () => {
  serve('admin');
  const { address } = await renderOrders('/orders');
  await expect.element(page.getByRole('link', { name: 'SO11031' })).toBeVisible();
  const answered = window.fetch;
  let answer: () => void = () => undefined;
  window.fetch = (url, init) =>
    new URL(String(url), window.location.href).searchParams.get('search') === 'so'
      ? new Promise((resolve) => (answer = () => resolve(Response.json(pageOf([rawData])))))
      : answered(url, init);
  await page.getByRole('searchbox').fill('so');
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toContain('search=so');
  await page.getByRole('searchbox').fill('sox');
  await expect.poll(address).toContain('search=sox');
  await page.getByRole('searchbox').fill('so');
  await expect.poll(address).toMatch(/search=so$/);
  answer();
  await expect.element(page.getByRole('table', { name: 'Orders' })).not.toHaveAttribute('aria-busy');
  expect(dialog.elements()).toEqual([]);
});

test('shows a guest its assignment and what has shipped from the start, and nothing about invoices', async () => {
  const order = { ...rawData, tranId: undefined, otherRefNum: undefined, tranDate: '2026-05-05' };
  serve('customer_guest', [order], assignment);
  await renderOrders('/orders');
  await expect.element(page.getByRole('cell', { name: '3 of 12' })).toBeVisible();
  expect(headers()).toEqual(['Status', 'Ship To', 'Note', 'Shipped', 'Tracking', 'Expected', 'Actions']);
  for (const name of [
    new RegExp(`^Boise, USA\\s*${customer}$`),
    /^1Z999, JD0146\s*Purolator$/,
    /^Dock 4, before noon\s*Until Dec 24, 2026$/,
  ])
    await expect.element(page.getByRole('cell', { name })).toBeVisible();
  const name = `Actions for Boise, USA · ${customer} · May 5, 2026`;
  await expect.element(page.getByRole('button', { name })).toBeVisible();
  const table = page.getByRole('table', { name: 'Orders' }).element();
  expect(table.scrollWidth).toBeLessThanOrEqual(table.parentElement?.clientWidth ?? 0);
  await page.getByRole('button', { name: 'Columns' }).click();
  for (const hidden of ['Billing', 'Due Date', 'Open Amount'])
    expect(page.getByText(hidden, { exact: true }).elements()).toEqual([]);
});

test.each([
  ['admin', true],
  ['customer_member', false],
] as const)('offers %s the progress among the hidden columns; open amounts: %s', async (role, seesOpenAmounts) => {
  serve(role);
  await renderOrders('/orders');
  await expect.element(page.getByRole('link', { name: 'SO11031' })).toBeVisible();
  expect(headers()).not.toContain('Shipped');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Shipped', exact: true }).click();
  await expect.element(page.getByRole('cell', { name: '3 of 12' })).toBeVisible();
  expect(page.getByRole('checkbox', { name: 'Open Amount' }).elements()).toHaveLength(seesOpenAmounts ? 1 : 0);
});

test('filters open orders and overdue invoices with one click each, relative to the local day', async () => {
  const seen = serve('admin');
  const { address } = await renderOrders('/orders');
  await expect.element(page.getByRole('link', { name: 'SO11031' })).toBeVisible();
  await page.getByRole('button', { name: /^Filter/ }).click();
  await page.getByRole('button', { name: 'open orders' }).click();
  await expect.poll(address).toContain('shipping=awaiting-approval,not-shipped,partly-shipped');
  await page.getByRole('button', { name: /^Invoice Due/ }).click();
  await page.getByRole('button', { name: 'overdue' }).click();
  await expect.poll(address).toContain('dueDate=before-today');
  const yesterday = localToday(new Date(Date.now() - 24 * 60 * 60 * 1000));
  const asked = () => filterOf(seen.findLast(({ key }) => key === lists.admin)?.query ?? '');
  await expect
    .poll(asked)
    .toEqual({ shipping: 'awaiting-approval,not-shipped,partly-shipped', dueDate: `,${yesterday}` });
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('open orders')).toBeVisible();
  await expect.element(page.getByText('overdue')).toBeVisible();
});

test.each([
  ['Overdue', ['Expected', 'Invoice Due']],
  ['late', ['Expected', 'Invoice Due']],
  ['PO', ['Purchase Order #']],
])('finds the filters that users call %s', async (name, expected) => {
  serve('customer_member');
  await renderOrders('/orders');
  await page.getByRole('button', { name: /^Filter/ }).click();
  await page.getByRole('searchbox', { name: 'Find a filter' }).fill(name);
  const sections = page.getByRole('dialog').getByRole('group');
  await expect.poll(() => sections.elements().map((section) => section.textContent)).toEqual(expected);
});

test('never cuts the status off where columns have to shrink; an empty BOL column gives way first', async () => {
  await page.viewport(1120, 900);
  serve('admin', [{ ...rawData, status: { id: 'D', refName: 'Partially Fulfilled' } }, rawData]);
  await renderOrders('/orders');
  await expect.element(page.getByText('Partially Fulfilled')).toBeVisible();
  const widthOf = (name: string) => page.getByRole('columnheader', { name }).element().getBoundingClientRect().width;
  expect([widthOf('BOL In #'), widthOf('Purchase Order #'), widthOf('Customer')]).toEqual([92, 156, 200]);
  await page.viewport(820, 900);
  await expect.poll(() => widthOf('Customer')).toBeLessThan(106);
  for (const status of page.getByText(/Fulfill/).elements())
    expect(status.scrollWidth).toBeLessThanOrEqual(status.clientWidth);
});

test('pins no column of a table that fits, also after cards', async () => {
  await page.viewport(390, 844);
  serve('admin');
  await renderOrders('/orders');
  await expect.element(page.getByRole('list', { name: 'Orders' })).toBeVisible();
  await page.viewport(1024, 900);
  const table = page.getByRole('table');
  await expect.element(table).toBeVisible();
  await page.viewport(900, 900);
  const frame = () => table.element().parentElement;
  await expect.poll(() => [frame()?.clientWidth, frame()?.scrollWidth]).toEqual([900, 900]);
  await expect.poll(() => frame()?.dataset).not.toHaveProperty('wide');
});

test('never cuts the heading of the first column off for customers, whose rows have no checkbox', async () => {
  await page.viewport(760, 900);
  serve('customer_member');
  await renderOrders('/orders');
  const heading = page.getByText('Sales Order #', { exact: true });
  await expect.element(heading).toBeVisible();
  expect(heading.element().scrollWidth).toBeLessThanOrEqual(heading.element().clientWidth);
});

test("a guest's place, note and tracking numbers share what is missing, and status and expected day keep their width", async () => {
  await page.viewport(1200, 900);
  serve('customer_guest', [{ ...rawData, tranId: undefined, otherRefNum: undefined }], assignment);
  await renderOrders('/orders');
  const widthOf = (name: string) => page.getByRole('columnheader', { name }).element().getBoundingClientRect().width;
  await expect.element(page.getByText('1Z999, JD0146')).toBeVisible();
  const shared = () => ['Ship To', 'Note', 'Tracking'].map(widthOf);
  const before = shared();
  await page.viewport(1024, 900);
  await expect.poll(() => shared().every((width, index) => width < (before[index] ?? 0))).toBe(true);
  expect(['Status', 'Expected'].map((name) => Math.floor(widthOf(name)))).toEqual([208, 115]);
});

const linesOfCard = async () => {
  const card = page.getByRole('list', { name: 'Orders' }).getByRole('link');
  await expect.element(card).toBeVisible();
  return Array.from(card.element().children[0]?.children ?? [], (line) => line.textContent);
};

test.each([
  ['admin', '$94.38 open · Due Jun 5'],
  ['customer_member', 'Due Jun 5'],
] as const)('leads a card of %s with purchase order number, status and place', async (role, payment) => {
  vi.setSystemTime('2026-05-07T12:00:00Z');
  await page.viewport(390, 800);
  serve(role);
  await renderOrders('/orders');
  expect(await linesOfCard()).toEqual([
    'SAVEA-031 SO11031$1,494.38',
    'Pending FulfillmentMay 6, 2026',
    'Boise ID 83720, USA',
    ...(role === 'admin' ? ['Save-a-lot Markets of the Northern Territories'] : []),
    '3 of 12 units shipped · Expected May 8',
    'Tracking 1Z999, JD0146',
    payment,
  ]);
});

test.each<[string, Partial<OrderProgress>, readonly string[]]>([
  [
    'is late and overdue',
    {},
    ['3 of 12 units shipped · Late since May 8', 'Tracking 1Z999, JD0146', '$94.38 open · Overdue since Jun 5'],
  ],
  [
    'is late, with nothing shipped or billed',
    { shipped: 0, tracking: undefined, billing: 'not-billed', dueDate: undefined },
    ['Late since May 8'],
  ],
  [
    'has shipped and is paid',
    { shipping: 'shipped', lastShipped: '2026-05-07', tracking: ['1', '2', '3', '4'], billing: 'paid' },
    ['Last shipped May 7', 'Tracking 1, 2, 2 more', 'Paid'],
  ],
  [
    'is cancelled',
    { shipping: 'cancelled', shipped: 0, tracking: undefined, billing: 'not-billed', dueDate: undefined },
    [],
  ],
])('the card says that an order %s', async (_, more, expected) => {
  vi.setSystemTime('2026-06-08T12:00:00Z');
  await page.viewport(390, 800);
  serve('admin', [{ ...rawData, createdDate: undefined }], undefined, { ...progress, ...more });
  await renderOrders('/orders');
  expect((await linesOfCard()).slice(4)).toEqual(expected);
});

test('a tap anywhere on a card opens the order, except on the button of its menu', async () => {
  await page.viewport(390, 800);
  serve('admin');
  await renderOrders('/orders');
  const card = page.getByRole('list', { name: 'Orders' }).getByRole('listitem');
  const menu = card.getByRole('button');
  await expect.element(menu).toBeVisible();
  const [box, button] = [card, menu].map((one) => one.element().getBoundingClientRect());
  if (box === undefined || button === undefined) throw new Error('The card is not rendered.');
  const at = (x: number, y: number) => document.elementFromPoint(x, y)?.closest('a, button, label')?.tagName;
  expect(at(box.right - 2, box.bottom - 4)).toBe('A');
  expect(at(button.left - 2, button.top + 18)).toBe('A');
  expect(at(button.left + 18, button.top + 18)).toBe('BUTTON');
  expect(Math.min(button.width, button.height)).toBeGreaterThanOrEqual(36);
});

test("leads a guest's card with the place and customer, since guests see no numbers", async () => {
  vi.setSystemTime('2026-05-07T12:00:00Z');
  await page.viewport(390, 800);
  const wanted: PaperKind[] = ['proof-of-delivery', 'bill-of-lading'];
  serve('customer_guest', [{ ...rawData, tranId: undefined, otherRefNum: undefined }], { ...assignment, wanted });
  await renderOrders('/orders');
  expect(await linesOfCard()).toEqual([
    'Boise, USA Save-a-lot Markets of the Northern Territories$1,494.38',
    'Pending Fulfillment2 papers wanted: Proof of delivery, Bill of ladingMay 6, 2026',
    'Dock 4, before noon',
    '3 of 12 units shipped · Expected May 8',
    'Tracking 1Z999, JD0146',
    'Carrier Purolator',
    'Access until Dec 24, 2026',
  ]);
});

test('shows all papers that a guest is asked for while the row has the focus', async () => {
  await page.viewport(1024, 800);
  const wanted: PaperKind[] = ['proof-of-delivery', 'bill-of-lading', 'packing-slip'];
  serve('customer_guest', [{ ...rawData, tranId: undefined, otherRefNum: undefined }], { ...assignment, wanted });
  await renderOrders('/orders');
  const row = page.getByRole('link', { name: /Pending Fulfillment/ });
  await expect.element(row).toBeVisible();
  await userEvent.keyboard('{Tab}');
  row.element().focus();
  const text = '3 papers wanted: Proof of delivery, Bill of lading, Packing slip';
  await expect.element(page.getByText(text).nth(1)).toBeVisible();
  // Nothing widens the page.
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
});

test.each([
  [390, undefined],
  [1024, 'Partially Fulfilled'],
  [1280, 'Partially Fulfilled'],
])('a guest sees with the status that papers are wanted, %i px wide', async (width, status) => {
  await page.viewport(width, 800);
  const wanted: PaperKind[] = ['proof-of-delivery', 'bill-of-lading'];
  const order = {
    ...rawData,
    tranId: undefined,
    otherRefNum: undefined,
    status: { id: 'D', refName: 'Partially Fulfilled' },
  };
  serve('customer_guest', [order], { ...assignment, wanted });
  await renderOrders('/orders');
  const text = '2 papers wanted: Proof of delivery, Bill of lading';
  if (status === undefined) return void (await expect.element(page.getByText(text)).toBeVisible());
  const cell = page.getByRole('row').nth(1).getByRole('cell').first();
  await expect.element(cell.getByText(text)).toBeVisible();
  await expect.element(page.getByText('Dock 4, before noon')).toBeVisible();
  const chip = cell.getByText(status).element();
  expect(chip.scrollWidth).toBeLessThanOrEqual(chip.clientWidth);
  const table = page.getByRole('table', { name: 'Orders' }).element();
  expect(table.scrollWidth).toBeLessThanOrEqual(table.parentElement?.clientWidth ?? 0);
});
