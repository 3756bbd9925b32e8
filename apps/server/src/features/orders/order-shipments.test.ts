import { getOrder, type OrderDetail } from '@portal/contract/orders';
import { afterAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { defaultTrackingUrls, trackingUrlOf } from '../../config-tracking-urls.ts';
import { startTestApp } from '../../testing/app.ts';

const app = await startTestApp();
afterAll(app.close);
const { pool } = app.database;

await pool.query(`
  insert into sales_orders (id, customer_id, tran_id, status_name, ordered, shipped, backordered, expected_date,
    last_shipped, tracking, invoice_numbers, invoices, open_amount, due_date)
  values (1, 7, 'SO1', 'Partially Fulfilled', 10, 6, 4, '2026-11-20', '2026-11-18', '1Z1, 222', 'INV5', 1, 12345678901234567.5, '2026-11-30');
  insert into order_lines values (1, '[{"line":1,"item":{"id":"11","refName":"Queso Cabrales"},"quantity":6,"quantityBilled":5},
    {"line":2,"item":{"id":"12","refName":"Tofu"},"quantity":2},{"line":3,"item":{"id":"12","refName":"Tofu"},"quantity":2}]');
  insert into fulfillments (id, order_id, customer_id, tran_id, status_id, ship_date, method_id, method_name, carrier, lines, packages)
  values (3, 1, 7, 'IF3', 'C', '2026-11-18', '51', 'UPS Ground', 'ups',
      '[{"item":{"id":"11","refName":"Queso Cabrales"},"quantity":5},{"item":{"id":"12","refName":"Tofu"},"quantity":1},
        {"line":1,"item":{"id":"12","refName":"Tofu"},"quantity":1}]', -- as an earlier version wrote it
      '[{"trackingNumber":"1Z1","weight":2.5,"description":"Carton"},{"weight":1}]'),
    (4, 1, 7, 'IF4', 'B', '2026-11-19', null, null, 'fedex', '[]', '[{"trackingNumber":"222"}]'),
    (5, 2, 8, 'IF-OF-OTHERS', 'C', '2026-11-19', null, null, null, '[]', '[{"trackingNumber":"OF-OTHERS"}]');
  insert into invoices (id, order_id, customer_id, tran_id, status_id, tran_date, due_date, currency_id, currency_name, total, open_amount)
  values (6, 1, 7, 'INV5', 'A', '2026-11-18', '2026-11-30', '1', 'USD', 12345678901234567.89, 12345678901234567.5),
    (7, 2, 8, 'INV-OF-OTHERS', 'A', '2026-11-18', '2026-11-30', '1', 'USD', 1, 1)`);

const open = async (role: 'member' | 'customer_admin' | 'customer_member' | 'customer_guest'): Promise<OrderDetail> => {
  const person = await app.signIn(role, { customerId: role === 'member' ? null : '7' });
  if (role === 'customer_guest') {
    await pool.query(`insert into order_assignments (order_id, user_id, assigned_at) values (1, $1, now())`, [
      person.id,
    ]);
  }
  const { status, body } = await app.call(getOrder, { token: person.token, params: { id: '1' } });
  expect(status).toBe(200);
  return body;
};

const shipping = {
  shipping: 'partly-shipped',
  ordered: 10,
  shipped: 6,
  backordered: 4,
  expected: '2026-11-20',
  lastShipped: '2026-11-18',
  tracking: ['1Z1', '222'],
};
const shipments = [
  {
    number: 'IF4',
    state: 'packed',
    date: '2026-11-19',
    method: 'FedEx',
    packages: [{ trackingNumber: '222', trackingUrl: 'https://www.fedex.com/fedextrack/?trknbr=222' }],
    lines: [],
  },
  {
    number: 'IF3',
    state: 'shipped',
    date: '2026-11-18',
    method: 'UPS Ground',
    packages: [
      {
        trackingNumber: '1Z1',
        trackingUrl: 'https://www.ups.com/track?tracknum=1Z1',
        weight: 2.5,
        description: 'Carton',
      },
      { weight: 1 },
    ],
    lines: [
      { item: { id: '11', refName: 'Queso Cabrales' }, quantity: 5 },
      { item: { id: '12', refName: 'Tofu' }, quantity: 1 },
      { item: { id: '12', refName: 'Tofu' }, quantity: 1 },
    ],
  },
];
const invoice = {
  number: 'INV5',
  date: '2026-11-18',
  dueDate: '2026-11-30',
  state: 'open',
  currency: { id: '1', refName: 'USD' },
  total: '12345678901234567.89',
};
const billing = { billing: 'partly-billed', dueDate: '2026-11-30' };
const openAmount = '12345678901234567.50';

describe('the shipments and invoices of an order', () => {
  test.each(['member', 'customer_admin'] as const)('are complete for %s', async (role) => {
    const detail = await open(role);
    expect(detail.progress).toEqual({ ...shipping, ...billing, openAmount });
    expect(detail.shipments).toEqual(shipments);
    expect(detail.invoices).toEqual([{ ...invoice, openAmount }]);
    expect(detail.rawData.item?.items[0]?.quantityBilled).toBe(5);
  });

  test('have no open amounts for a customer member', async () => {
    const detail = await open('customer_member');
    expect(detail.progress).toEqual({ ...shipping, ...billing });
    expect(detail.shipments).toEqual(shipments);
    expect(detail.invoices).toEqual([invoice]);
  });

  test('are packages and tracking numbers alone for a guest', async () => {
    const detail = await open('customer_guest');
    expect(detail.progress).toEqual(shipping);
    expect(detail.shipments).toEqual(shipments.map(({ number: _, ...shipment }) => shipment));
    expect(detail.invoices).toBeUndefined();
    expect(detail.rawData.item?.items[0]).toEqual({ line: 1, item: shipments[1]?.lines[0]?.item, quantity: 6 });
    expect(JSON.stringify(detail)).not.toMatch(/IF\d|INV|OF-OTHERS/);
  });
});

test.each([
  ['Billed', 0, null, 'billed'],
  ['Billed', 1, '0', 'paid'],
  // Nothing more is billed of it.
  ['Closed', 1, '5', 'billed'],
  ['Closed', 1, '0', 'paid'],
  ['Partially Fulfilled', 1, '0', 'partly-billed'],
])('an order that is %s with %i invoices, %s open, is %s', async (status, invoices, openAmount, billed) => {
  await pool.query(
    `insert into sales_orders (id, status_name, invoices, open_amount) values (9, $1, $2, $3)
     on conflict (id) do update set status_name = $1, invoices = $2, open_amount = $3`,
    [status, invoices, openAmount],
  );
  const { token } = await app.signIn('member', { customerId: null });
  expect((await app.call(getOrder, { token, params: { id: '9' } })).body.progress?.billing).toBe(billed);
});

describe('TRACKING_URLS', () => {
  const read = (text: string) => readConfig({ TRACKING_URLS: text });

  test.each([
    ['not JSON', 'TRACKING_URLS must be a JSON object'],
    ['["https://a.example/{number}"]', 'TRACKING_URLS must be a JSON object'],
    ['{"DHL":"http://dhl.example/{number}"}', 'TRACKING_URLS DHL must be an https URL'],
    ['{"DHL":"javascript:alert({number})"}', 'TRACKING_URLS DHL must be an https URL'],
    ['{"DHL":"https://dhl.example/"}', 'TRACKING_URLS DHL must contain {number}'],
  ])('refuses %s', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  test('come before the default ones and escape the number', () => {
    const urls = [['ups', 'https://own.example/?n={number}']] as const;
    expect(trackingUrlOf(urls, { method: 'UPS Ground', carrier: null }, 'a&b c')).toBe(
      'https://own.example/?n=a%26b%20c',
    );
    expect(trackingUrlOf(urls, { method: 'Courier', carrier: 'nonups' }, '1')).toBeUndefined();
  });

  test.each([
    ['UPS® Ground', true],
    ['UPS-Ground', true],
    ['Express (UPS)', true],
    ['Upstate Freight', false],
    ['Groups Pallet', false],
    ['Customer Pick-ups', false],
  ])('are found by whole words: %s', (method, isFound) => {
    expect(trackingUrlOf(defaultTrackingUrls, { method, carrier: null }, '1') !== undefined).toBe(isFound);
  });
});
