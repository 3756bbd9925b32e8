import type { OrderDetail, OrderProgress } from '@portal/contract/orders';
import { beforeEach, expect, test, vi } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { endOfLocalDay } from '#lib/local-day.ts';
import { dialog, showOrder } from '../attachments/testing/order-page.tsx';
import { dayFromNow, invoice, line, listed, minutesAgo, orderWith, shipment } from '../testing/progress-orders.ts';

const track = dialog.getByRole('list', { name: 'Progress' });
const shipments = dialog.getByRole('region', { name: 'Shipments' });
const invoices = dialog.getByRole('region', { name: 'Invoices' });
const trackingUrl = 'https://united.example/track?number=1Z999AA10123456784';

const partly = orderWith({
  status: 'Partially Fulfilled',
  progress: {
    shipping: 'partly-shipped',
    ordered: 12,
    shipped: 8,
    backordered: 4,
    lastShipped: '2025-05-04',
    tracking: ['1Z999AA10123456784'],
    billing: 'partly-billed',
    dueDate: '2025-06-04',
    openAmount: '200.00',
  },
  lines: [line('Queso Cabrales', 12, { quantityShipped: 8, quantityBilled: 6, quantityBackordered: 4 })],
  shipments: [shipment()],
  invoices: [
    invoice({ number: 'INV2', dueDate: dayFromNow(3), total: '94.38', openAmount: '94.38' }),
    invoice({ number: 'INV1', total: '400.00', openAmount: '105.62', currency: { refName: 'USD' } }),
    invoice({ number: 'INV0', total: '20.00', openAmount: '0.00', state: 'paid' }),
  ],
});

/** Renders the dialog of an order that the list below it has as well. */
function show(order: OrderDetail, answer: () => unknown = () => ({ body: order }), role = 'admin') {
  const page = { items: [listed(order)], total: 1, pages: 1, page: 1, limit: 10 };
  return showOrder(
    '/orders?order=7',
    [],
    {
      'GET /netsuite-sales-orders': () => ({ body: page }),
      'GET /netsuite-sales-orders/assigned-orders': () => ({ body: page }),
      'GET /netsuite-sales-orders/7': answer as () => { body: OrderDetail },
    },
    role,
  );
}

const texts = (selector: string, within = dialog) =>
  [...within.element().querySelectorAll(selector)].map((each) => each.textContent?.replaceAll('\u00a0', ' '));

beforeEach(() => page.viewport(1280, 900));

test('opens on the steps, with the first unfinished one as the current step', async () => {
  await show(partly);
  await expect.element(track).toBeVisible();
  expect(texts('li', track)).toEqual([
    'Ordered, done, May 1, 2025',
    'Approved, done',
    'Shipped, partly done, 8 of 12 units',
    'Billed, partly done, In part',
    'Paid, late, Overdue since Jun 4, 2025',
  ]);
  expect(texts('[aria-current=step]', track)).toEqual(['Shipped, partly done, 8 of 12 units']);
  await expect
    .element(dialog.getByText(/^8 of 12 units shipped May.4,.2025 with United Package\. The rest .*; 4.×.Queso/))
    .toBeVisible();
});

test('shows shipments with packages, tracking links and contents, and how fresh they are', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await show(partly);
  await expect.element(shipments.getByText('IF10248')).toBeVisible();
  const link = shipments.getByRole('link', { name: /^1Z999AA10123456784/ });
  await expect.element(link).toHaveAttribute('href', trackingUrl);
  await expect.element(link).toHaveAttribute('target', '_blank');
  await expect.element(link).toHaveAttribute('rel', 'noopener');
  expect(texts('[aria-label=Contents] li', shipments)).toEqual(['8 × Queso Cabrales']);
  await expect.element(shipments.getByText('Weight 12.5')).toBeVisible();
  await expect.element(shipments.getByText(/^as of \d+ min ago$/)).toBeVisible();
  await shipments.getByRole('button', { name: 'Copy tracking number 1Z999AA10123456784' }).click();
  await expect.element(page.getByText('Tracking number copied')).toBeVisible();
  expect(write).toHaveBeenCalledWith('1Z999AA10123456784');
});

test('a tracking number of a carrier without an address is no link', async () => {
  await show({ ...partly, shipments: [shipment({ packages: [{ trackingNumber: '42' }, { description: 'Pallet' }] })] });
  await expect.element(shipments.getByText('42')).toBeVisible();
  await expect.element(shipments.getByText('Pallet · No tracking number')).toBeVisible();
  expect(shipments.getByRole('link').elements()).toEqual([]);
});

test('a shipment without packages says that it has no tracking number', async () => {
  await show({ ...partly, shipments: [shipment({ packages: [] })] });
  await expect.element(shipments.getByText('No tracking number')).toBeVisible();
});

test('shipments that have not left yet do not say that they have no tracking number', async () => {
  const packed = shipment({ state: 'packed', packages: [{ description: 'Pallet' }, {}] });
  await show({ ...partly, shipments: [packed, shipment({ state: 'picked', packages: [] })] });
  await expect.element(shipments.getByText('Picked')).toBeVisible();
  expect(texts('li li', shipments).slice(0, 2)).toEqual(['Pallet', 'Package']);
  expect(shipments.getByText('No tracking number').query()).toBeNull();
});

test.each([
  [0, true],
  [-1, false],
])('a billed order whose invoice is due in %i days has a check mark: %s', async (days, isMarked) => {
  const dueDate = dayFromNow(days);
  const progress = { shipping: 'shipped', billing: 'billed', dueDate } as const;
  await show(orderWith({ status: 'Billed', progress, invoices: [invoice({ dueDate })] }));
  // In the list and in the dialog.
  const chips = () =>
    [...document.querySelectorAll('span:has(> svg + span)')].filter((one) => one.textContent === 'Billed');
  await expect.poll(() => chips().length).toBe(2);
  expect(chips().map((chip) => chip.querySelector('path.stroke-page') !== null)).toEqual([isMarked, isMarked]);
});

test('shows invoices with currencies, due dates, open amounts, and whether they are paid or overdue', async () => {
  await show(partly);
  await expect.element(invoices.getByText(/^as of \d+ min ago$/)).toBeVisible();
  const rows = texts('li', invoices);
  expect(rows).toHaveLength(3);
  expect(rows[0]).toMatch(/^INV2\$94\.38May 5, 2025\$94\.38 openOpenDue /);
  expect(rows.slice(1)).toEqual([
    'INV1$400.00 USDMay 5, 2025$105.62 openOverdueDue Jun 4, 2025',
    'INV0$20.00May 5, 2025Paid',
  ]);
});

test('invoices stand above the totals, also above wide ones', async () => {
  const order = orderWith({ progress: partly.progress as OrderProgress, invoices: [invoice()] });
  const amounts = { subtotal: '12345.60', custbody_stc_tax_after_discount: '617.28', total: '14197.44' };
  await show({ ...order, rawData: { ...order.rawData, ...amounts } });
  await expect.element(invoices.getByText('INV10248')).toBeVisible();
  const totals = dialog.getByText('$1,234.56').element().closest('dl');
  const [above, below] = [invoices.element(), totals].map((element) => element?.getBoundingClientRect());
  expect([above?.left, above?.right]).toEqual([below?.left, below?.right]);
});

test('further shipments appear on request', async () => {
  const shipped = Array.from({ length: 6 }, (_, index) => shipment({ number: `IF${index}`, packages: [], lines: [] }));
  await show({ ...partly, shipments: shipped });
  await expect.element(shipments.getByText('IF2')).toBeVisible();
  await expect.element(shipments.getByText('IF3')).not.toBeVisible();
  await shipments.getByRole('button', { name: 'Show all 6' }).click();
  await expect.element(shipments.getByText('IF5')).toBeVisible();
});

test('guests see shipments but no billing', async () => {
  const { billing: _, dueDate: __, openAmount: ___, ...progress } = partly.progress ?? { shipping: 'shipped' };
  const { invoices: ____, ...order } = partly;
  await show({ ...order, progress }, undefined, 'customer_guest');
  await expect.element(shipments).toBeVisible();
  expect(texts('li', track)).toHaveLength(3);
  expect(invoices.query()).toBeNull();
  await expect.element(dialog.getByRole('columnheader', { name: 'Shipped' })).toBeVisible();
  expect(dialog.getByRole('columnheader', { name: 'Billed' }).query()).toBeNull();
});

test('a guest recognizes the order by its assignment, at the top', async () => {
  const until = endOfLocalDay('2026-12-24');
  const assignment = { shipTo: 'Boise, USA', carrier: 'Purolator', until, note: 'Dock 4\nbefore noon' };
  await show({ ...partly, assignment }, undefined, 'customer_guest');
  await expect.element(track).toBeVisible();
  const [first] = dialog.getByRole('tabpanel').element().querySelectorAll('dl');
  expect([...(first?.querySelectorAll('dd') ?? [])].map((each) => each.textContent)).toEqual([
    'Boise, USA',
    'Purolator',
    'Dec 24, 2026',
    'Dock 4before noon',
  ]);
  expect(first?.compareDocumentPosition(track.element())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('lines show what is shipped, billed and open, as a table and on a phone', async () => {
  await show(partly);
  const row = dialog.getByRole('row').filter({ hasText: 'Queso' });
  await expect.element(row).toBeVisible();
  expect(texts('th')).toEqual(['Item', 'Quantity', 'Shipped', 'Billed', 'Open', 'Rate', 'Amount']);
  expect(texts('td', row)).toEqual(['Queso Cabrales', '12', '8', '6', '44 backordered', '$14.00', '$168.00']);
  await page.viewport(390, 844);
  const items = dialog.getByRole('list', { name: 'Items' });
  await expect.element(items).toBeVisible();
  expect(texts('dt', items)).toEqual(['Quantity', 'Shipped', 'Billed', 'Open', 'Rate']);
  expect(texts('dd', items)).toEqual(['12', '8', '6', '4', '$14.00']);
  await expect.element(items.getByText('4 backordered')).toBeVisible();
});

test('a closed line has nothing open', async () => {
  await show({
    ...partly,
    rawData: { ...partly.rawData, item: { items: [line('Tofu', 5, { isClosed: true })], totalResults: 1 } },
  });
  const row = dialog.getByRole('row').filter({ hasText: 'Tofu' });
  await expect.element(row).toBeVisible();
  expect(texts('td', row)[4]).toBe('0Closed');
});

test('the steps of the list show at once, and nothing moves when the details arrive', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const one = { ...partly, invoices: partly.invoices?.slice(0, 1) };
  await show(one, async () => {
    await promise;
    return { body: one };
  });
  await expect.element(track.getByText('8 of 12 units')).toBeVisible();
  await expect.element(dialog.getByText('Loading shipments')).toBeInTheDocument();
  // Unlike its place on the screen, not changed by the opening animation.
  const top = () => (dialog.getByText('PO Number').element() as HTMLElement).offsetTop;
  const before = top();
  resolve();
  await expect.element(shipments.getByText('IF10248')).toBeVisible();
  expect(top()).toBe(before);
});

test('says that nothing is billed before the details are loaded', async () => {
  const progress = { shipping: 'not-shipped', ordered: 5, shipped: 0, billing: 'not-billed' } as const;
  const { promise } = Promise.withResolvers<never>();
  await show(orderWith({ progress }), () => promise);
  await expect.element(dialog.getByText(/Nothing is billed yet\.$/)).toBeVisible();
});

test.each([390, 1280])('nothing moves when the details name the carriers of a part, %i px wide', async (width) => {
  await page.viewport(width, 900);
  const { promise, resolve } = Promise.withResolvers<void>();
  const order = orderWith({
    progress: { shipping: 'partly-shipped', ordered: 12, shipped: 8, billing: 'not-billed' },
    lines: [line('Tofu', 12, { quantityShipped: 8 })],
    shipments: ['Canada Post Expedited Parcel', 'UPS Ground'].map((method, index) =>
      shipment({ number: `IF${index}`, method, date: dayFromNow(-3) }),
    ),
  });
  await show(order, async () => {
    await promise;
    return { body: order };
  });
  const sentence = dialog.getByText(/^8 of 12 units shipped/);
  await expect.element(sentence).toBeVisible();
  const height = () => (sentence.element() as HTMLElement).offsetHeight;
  const before = height();
  resolve();
  await expect.element(sentence).toMatchTextContent(/Parcel and UPS Ground\. .+ Nothing is billed yet\.$/);
  expect(height()).toBe(before);
});

test('nothing visible moves when more shipments and invoices arrive than the list shows', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const packages = [{ trackingNumber: '1Z1' }, { trackingNumber: '1Z2' }];
  const order = {
    ...partly,
    progress: { ...(partly.progress as OrderProgress), tracking: ['1Z1', '1Z2', '1Z3'] },
    shipments: [shipment({ number: 'IF1' }), shipment({ number: 'IF2' }), shipment({ number: 'IF3', packages })],
  };
  await show(order, async () => {
    await promise;
    return { body: order };
  });
  await expect.element(dialog.getByText('Loading shipments')).toBeInTheDocument();
  const visible = [...dialog.element().querySelectorAll<HTMLElement>('h3, dt, li, p')].filter((each) =>
    each.checkVisibility({ visibilityProperty: true }),
  );
  const tops = () => visible.filter((each) => each.isConnected).map((each) => [each.textContent, each.offsetTop]);
  const before = tops();
  expect(before.length).toBeGreaterThan(5);
  resolve();
  await expect.element(shipments.getByText('IF3')).toBeVisible();
  await expect.element(dialog.getByText('PO Number')).toBeVisible();
  const after = new Map(tops().map(([text, top]) => [text, top]));
  expect(before.filter(([text, top]) => after.has(text) && after.get(text) !== top)).toEqual([]);
});

test.each([
  ['admin', 'Status as of 30 min ago'],
  ['customer_guest', 'Status as of 20 min ago'],
])('the sentence is as fresh as the oldest records that %s sees of the order: %s', async (role, text) => {
  const freshAt = { orders: minutesAgo(10), fulfillments: minutesAgo(20), invoices: minutesAgo(30) };
  const { invoices: all, ...order } = { ...partly, freshAt };
  await show(role === 'customer_guest' ? order : { ...order, invoices: all }, undefined, role);
  await expect.element(dialog.getByText(text)).toBeVisible();
});

test('parts without records say how fresh that is, and nothing moves when they arrive', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const order = orderWith({ progress: { shipping: 'closed', ordered: 5, shipped: 0, billing: 'not-billed' } });
  await show(order, async () => {
    await promise;
    return { body: order };
  });
  await expect.element(dialog.getByText('PO Number')).toBeVisible();
  const top = () => (dialog.getByText('PO Number').element() as HTMLElement).offsetTop;
  const before = top();
  resolve();
  await expect.element(shipments).toHaveTextContent('Shipmentsas of 4 min agoNo shipments.');
  await expect.element(invoices).toHaveTextContent('Invoicesas of 9 min agoNo invoices.');
  expect(top()).toBe(before);
});

test('if the details cannot be loaded, keeps the steps and says what is missing', async () => {
  await show(partly, () => ({ status: 500, body: { message: 'Broken' } }));
  await expect.element(dialog.getByText('Shipments and invoices could not be loaded.')).toBeVisible();
  await expect.element(track.getByText('8 of 12 units')).toBeVisible();
});

test('if the details cannot be loaded, guests do not read of invoices', async () => {
  const order = orderWith({ progress: { shipping: 'partly-shipped', ordered: 12, shipped: 8 } });
  await show(order, () => ({ status: 500, body: { message: 'Broken' } }), 'customer_guest');
  await expect.element(dialog.getByText('Shipments could not be loaded.')).toBeVisible();
});

test('says that shipments appear after the next sync and that no invoices are synced while they were never read', async () => {
  const freshAt = { orders: minutesAgo(4), fulfillments: null, invoices: null };
  await show({ ...partly, shipments: [], invoices: [], freshAt });
  await expect.element(shipments.getByText('Shipments appear after the next sync.')).toBeVisible();
  await expect.element(invoices.getByText('No invoices have been synced yet.')).toBeVisible();
});

test('prints the dialog alone, in the light palette, with everything expanded and tracking addresses readable', async () => {
  document.documentElement.dataset.theme = 'dark';
  const packages = [
    { trackingNumber: '1Z9 99A A10 123 456 784 000', trackingUrl: `${trackingUrl}${'0'.repeat(200)}` },
    { description: 'Pallet', weight: 12.5 },
  ];
  const shipped = Array.from({ length: 6 }, (_, index) => shipment({ number: `IF${index}`, packages }));
  await show({ ...partly, shipments: shipped });
  await expect.element(shipments.getByText('IF2')).toBeVisible();
  const session = cdp() as unknown as { send: (method: string, params: object) => Promise<unknown> };
  const media = (value: string) => session.send('Emulation.setEmulatedMedia', { media: value });
  await media('print');
  try {
    await expect.element(shipments.getByText('IF5')).toBeVisible();
    await expect.element(page.getByTestId('rendered')).not.toBeVisible();
    const frame = getComputedStyle(dialog.element());
    expect([frame.position, frame.backgroundColor]).toEqual(['static', 'rgb(255, 255, 255)']);
    expect(getComputedStyle(dialog.getByRole('tabpanel').element()).overflowY).toBe('visible');
    const link = shipments.getByRole('link').first().element();
    expect(getComputedStyle(link, '::after').content).toContain(trackingUrl);
    await expect.element(dialog.getByRole('button', { name: 'Copy link', includeHidden: true })).not.toBeVisible();
    const ago = shipments.getByText(/min ago$/);
    await expect.element(ago).not.toBeVisible();
    const printed = getComputedStyle(ago.element().parentElement as Element, '::after').content;
    expect(printed).toMatch(/^"as of [A-Z][a-z]{2} \d+, \d{4}, \d\d:\d\d\s[AP]M"$/);
    // Browsers leave out backgrounds otherwise, and so the lines between the steps.
    expect(getComputedStyle(track.element()).printColorAdjust).toBe('exact');
    // Breaks between lines and shipments, never in a tracking number.
    const together = [dialog.getByRole('row').nth(1), shipments.getByText('IF5')].map((one) =>
      one.element().closest('.break-inside-avoid'),
    );
    expect(together.map((each) => each && getComputedStyle(each).breakInside)).toEqual(['avoid', 'avoid']);
    await page.viewport(660, 900);
    const linesOf = (element: Element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getClientRects();
    };
    expect(linesOf(link.firstElementChild ?? link)).toHaveLength(1);
    await page.viewport(390, 844);
    expect(linesOf(shipments.getByText('Pallet · No tracking number').first().element())).toHaveLength(1);
  } finally {
    await media('');
    delete document.documentElement.dataset.theme;
  }
});
