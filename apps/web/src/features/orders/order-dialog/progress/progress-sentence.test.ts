import type { Invoice } from '@portal/contract/orders';
import { expect, test } from 'vitest';
import { invoice, line, orderWith, shipment } from '../testing/progress-orders.ts';
import { progressSentence } from './progress-sentence.ts';
import { progressSteps } from './progress-steps.ts';

const today = '2026-05-20';
const waiting = (name: string, quantity: number) => line(name, 10, { quantityBackordered: quantity });
const partly = { shipping: 'partly-shipped', ordered: 30, shipped: 26 } as const;
const whole = { shipping: 'shipped', ordered: 30, shipped: 30 } as const;
const none = { shipping: 'not-shipped', ordered: 30, shipped: 0 } as const;
const may4 = { date: '2026-05-04' };

const cases: [sentence: string, order: Parameters<typeof orderWith>[0]][] = [
  ['This order is waiting for approval.', { progress: { ...none, shipping: 'awaiting-approval' } }],
  [
    'This order is waiting for approval and expected to ship May 21.',
    { progress: { ...none, shipping: 'awaiting-approval', expected: '2026-05-21' } },
  ],
  [
    'This order is late: it is still waiting for approval and was expected to ship May 19.',
    { progress: { ...none, shipping: 'awaiting-approval', expected: '2026-05-19' } },
  ],
  ['Nothing has shipped yet, and there is no expected ship date.', { progress: none }],
  ['Nothing is left to ship.', { progress: { ...none, ordered: 0 } }],
  ['Nothing has shipped yet, and shipping is expected May 20.', { progress: { ...none, expected: '2026-05-20' } }],
  [
    'This order is late: nothing has shipped yet, and shipping was expected Dec 30, 2025.',
    { progress: { ...none, expected: '2025-12-30' } },
  ],
  ['What has shipped appears after the next sync.', { progress: { shipping: 'not-shipped' } }],
  [
    '26 of 30 units shipped, the last May 4 with Speedy Express. The rest has no expected ship date yet.',
    {
      progress: partly,
      shipments: [
        shipment({ state: 'picked' }),
        shipment({ ...may4, method: 'Speedy Express' }),
        shipment({ date: '2026-05-01' }),
      ],
    },
  ],
  ['26 of 30 units shipped. The rest has no expected ship date yet.', { progress: partly }],
  [
    '26 of 30 units shipped. The rest is late: it was expected to ship May 19.',
    { progress: { ...partly, expected: '2026-05-19' } },
  ],
  [
    '26 of 30 units shipped. The rest is late: 3 × A and 1 × B, expected to ship May 19.',
    {
      progress: { ...partly, expected: '2026-05-19' },
      lines: [
        line('A', 10, { quantityShipped: 7 }),
        line('B', 1),
        line('C', 10, { quantityShipped: 10 }),
        line('D', 10, { isClosed: true }),
      ],
    },
  ],
  [
    '26 of 30 units shipped. The rest is late: 4 × A, expected to ship May 19.',
    {
      progress: { ...partly, expected: '2026-05-19' },
      lines: [line('A', 2), line('A', 1), line('A', 1), line('C', 26, { quantityShipped: 26 })],
    },
  ],
  // What is backordered is part of the rest.
  [
    '26 of 30 units shipped. The rest is late: it was expected to ship May 19; 1 × B backordered.',
    {
      progress: { ...partly, expected: '2026-05-19' },
      lines: [line('A', 10, { quantityShipped: 7 }), line('B', 1, { quantityBackordered: 1 })],
    },
  ],
  [
    '26 of 30 units shipped. The rest is late: 4 units of 3 items, expected to ship May 19.',
    {
      progress: { ...partly, expected: '2026-05-19' },
      lines: [line('A', 28, { quantityShipped: 26 }), line('B', 1), line('C', 1)],
    },
  ],
  // Services and charges are never shipped.
  [
    '26 of 30 units shipped. The rest is late: it was expected to ship May 19.',
    {
      progress: { ...partly, expected: '2026-05-19' },
      lines: [line('A', 30, { quantityShipped: 26 }), line('Installation', 2)],
    },
  ],
  [
    '0.2 of 0.3 units shipped. The rest is late: 0.1 × A, expected to ship May 19.',
    {
      progress: { ...partly, ordered: 0.3, shipped: 0.2, expected: '2026-05-19' },
      lines: [line('A', 0.3, { quantityShipped: 0.2 })],
    },
  ],
  [
    '26 of 30 units shipped. The rest is expected to ship May 20; 4 × A backordered.',
    {
      progress: { ...partly, expected: '2026-05-20' },
      lines: [line('A', 10, { quantityShipped: 6, quantityBackordered: 4 })],
    },
  ],
  ['26 of 30 units shipped. The rest is expected to ship May 20.', { progress: { ...partly, expected: '2026-05-20' } }],
  [
    '0.5 of 1 unit shipped. The rest has no expected ship date yet.',
    { progress: { shipping: 'partly-shipped', ordered: 1, shipped: 0.5 } },
  ],
  [
    '26 of 30 units shipped May 4 with Speedy Express and United Package. The rest has no expected ship date yet.',
    {
      progress: partly,
      shipments: [shipment({ ...may4, method: 'Speedy Express' }), shipment(may4), shipment(may4)],
    },
  ],
  [
    '26 of 30 units shipped. The rest has no expected ship date yet.',
    { progress: partly, shipments: [shipment({ date: undefined, method: undefined })] },
  ],
  [
    '26 of 30 units shipped. The rest has no expected ship date yet; 10 units of 4 items backordered.',
    { progress: partly, lines: [waiting('A', 1), waiting('B', 2), waiting('C', 3), waiting('D', 4)] },
  ],
  [
    '26 of 30 units shipped. The rest has no expected ship date yet; 1 × A and 2 × B backordered.',
    { progress: partly, lines: [waiting('A', 1), waiting('B', 2)] },
  ],
  [
    'Nothing has shipped yet, and there is no expected ship date; 1 unit backordered.',
    { progress: { ...none, backordered: 1 } },
  ],
  [
    'Nothing has shipped yet, and there is no expected ship date; 1,200 units backordered.',
    { progress: { ...none, backordered: 1200 } },
  ],
  ['Everything has shipped.', { progress: whole }],
  ['Everything shipped May 4 with United Package.', { progress: whole, shipments: [shipment(may4)] }],
  ['Everything shipped May 4.', { progress: whole, shipments: [shipment({ ...may4, method: undefined })] }],
  [
    'Everything has shipped, the last of it May 4 with United Package.',
    { progress: whole, shipments: [shipment(may4), shipment({ date: '2026-05-01' })] },
  ],
  [
    'Nothing is left to ship. Paid in full.',
    { progress: { ...whole, shipped: 0, billing: 'paid', openAmount: '0.00' } },
  ],
  ['This order is closed, and nothing shipped.', { progress: { shipping: 'closed', ordered: 0, shipped: 0 } }],
  ['This order is closed after 1 unit shipped.', { progress: { shipping: 'closed', ordered: 1, shipped: 1 } }],
  ['This order was cancelled.', { progress: { shipping: 'cancelled', backordered: 3 } }],
  ['This order was cancelled after 10 units shipped.', { progress: { shipping: 'cancelled', shipped: 10 } }],
  ['This order was cancelled. Nothing to pay.', { progress: { shipping: 'cancelled', billing: 'not-billed' } }],
  [
    'This order is closed, and nothing shipped. Nothing to pay.',
    { progress: { shipping: 'closed', ordered: 0, shipped: 0, billing: 'not-billed' } },
  ],
  [
    'Nothing has shipped yet, and there is no expected ship date. Nothing is billed yet.',
    { progress: { ...none, billing: 'not-billed' } },
  ],
  [
    '26 of 30 units shipped. The rest has no expected ship date yet. Nothing to pay now.',
    { progress: { ...partly, billing: 'partly-billed', openAmount: '0.00' } },
  ],
  [
    'Everything has shipped. $494.38 is due Jun 4.',
    { progress: { ...whole, billing: 'billed', dueDate: '2026-06-04', openAmount: '494.38' }, invoices: [invoice()] },
  ],
  [
    'Everything has shipped. $494.38 is overdue; it was due May 19.',
    { progress: { ...whole, billing: 'billed', dueDate: '2026-05-19', openAmount: '494.38' }, invoices: [invoice()] },
  ],
  [
    'Everything has shipped. $494.38 is not paid yet, the first part due May 20.',
    {
      progress: { ...whole, billing: 'billed', dueDate: '2026-05-20', openAmount: '494.38' },
      invoices: [invoice(), invoice()],
    },
  ],
  [
    'Everything has shipped. $494.38 is not paid yet, the first part overdue since May 19.',
    {
      progress: { ...whole, billing: 'billed', dueDate: '2026-05-19', openAmount: '494.38' },
      invoices: [invoice(), invoice()],
    },
  ],
  [
    'Everything has shipped. $494.38 is not paid yet.',
    { progress: { ...whole, billing: 'billed', openAmount: '494.38' } },
  ],
  // A customer's member sees no open amounts.
  [
    'Everything has shipped. Payment is due Jun 4.',
    { progress: { ...whole, billing: 'billed', dueDate: '2026-06-04' } },
  ],
  [
    'Everything has shipped. Payment is overdue; it was due May 19.',
    { progress: { ...whole, billing: 'billed', dueDate: '2026-05-19' } },
  ],
  [
    '26 of 30 units shipped. The rest has no expected ship date yet. Nothing to pay now.',
    { progress: { ...partly, billing: 'partly-billed' }, invoices: [invoice({ state: 'paid' })] },
  ],
  [
    '26 of 30 units shipped. The rest has no expected ship date yet.',
    { progress: { ...partly, billing: 'partly-billed' } },
  ],
];

test.each(cases)('says: %s', (sentence, parts) => {
  const order = orderWith(parts);
  expect(progressSentence(order, parts.progress, today).replaceAll('\u00a0', ' ')).toBe(sentence);
});

test('keeps each date on one line', () => {
  const progress = { ...whole, billing: 'billed', dueDate: '2026-06-04', openAmount: '494.38' } as const;
  const order = orderWith({ progress, shipments: [shipment(may4)], invoices: [invoice()] });
  expect(progressSentence(order, progress, today)).toMatch(/May\u00a04.*Jun\u00a04/);
});

type Given = Parameters<typeof orderWith>[0];
const steps = (progress: Given['progress'], invoices: Invoice[] = [], given: Partial<Given> = {}) =>
  progressSteps(orderWith({ progress, invoices, ...given }), progress, today).map(({ id, state, note = '' }) => [
    id,
    state,
    note,
  ]);
const start = [
  ['ordered', 'done', 'May 1, 2025'],
  ['approved', 'done', ''],
];

test('an order waiting for approval has reached no step after the first', () => {
  expect(steps({ ...none, shipping: 'awaiting-approval', billing: 'not-billed' })).toEqual([
    ['ordered', 'done', 'May 1, 2025'],
    ['approved', 'current', 'Waiting'],
    ['shipped', 'upcoming', '0\u00a0of\u00a030 units'],
    ['billed', 'upcoming', ''],
    ['paid', 'upcoming', ''],
  ]);
});

test('an order that should have shipped is late, on its expected day not yet', () => {
  expect(steps({ ...none, expected: '2026-05-19' })[2]).toEqual(['shipped', 'late', 'Expected May 19']);
  expect(steps({ ...none, expected: '2026-05-20' })[2]).toEqual(['shipped', 'current', 'Expected May 20']);
});

test('partly shipped and billed orders show how far they are, and what is overdue', () => {
  expect(steps({ ...partly, billing: 'partly-billed', dueDate: '2026-05-19' })).toEqual([
    ...start,
    ['shipped', 'partial', '26\u00a0of\u00a030 units'],
    ['billed', 'partial', 'In part'],
    ['paid', 'late', 'Overdue since May 19'],
  ]);
});

test('an order with a paid invoice is paid in part', () => {
  const billed = { ...partly, billing: 'partly-billed' } as const;
  const paid = invoice({ state: 'paid', openAmount: '0.00' });
  expect(steps({ ...billed, openAmount: '0.00' }, [paid])[4]).toEqual(['paid', 'partial', 'In part']);
  // A customer's member sees no open amounts.
  expect(steps(billed, [paid])[4]).toEqual(['paid', 'partial', 'In part']);
  const both = { ...billed, dueDate: '2026-05-21', openAmount: '9.00' };
  expect(steps(both, [invoice(), paid])[4]).toEqual(['paid', 'partial', 'Due May 21']);
  expect(steps(both, [invoice()])[4]).toEqual(['paid', 'upcoming', 'Due May 21']);
  const half = invoice({ total: '18.00', openAmount: '9.00' });
  expect(steps(both, [half])[4]).toEqual(['paid', 'partial', 'Due May 21']);
});

test('nothing is paid of an order whose invoice was voided, and nothing is left to pay', () => {
  const invoices = [invoice({ state: 'voided', total: '0.00', openAmount: '0.00', dueDate: undefined })];
  for (const amount of [{ openAmount: '0.00' }, {}]) {
    const progress = { ...whole, billing: 'billed', ...amount } as const;
    expect(steps(progress, invoices)[4]).toEqual(['paid', 'current', '']);
    expect(progressSentence(orderWith({ progress, invoices }), progress, today)).toMatch(/ Nothing to pay now\.$/);
  }
});

test('guests, and all until invoices were first synced, see the steps up to shipped', () => {
  const upToShipped = [...start, ['shipped', 'done', '30\u00a0of\u00a030 units']];
  expect(steps(whole)).toEqual(upToShipped);
});

test('closed and canceled orders end with that step, after those that they have reached', () => {
  expect(steps({ shipping: 'cancelled', billing: 'not-billed' })).toEqual([start[0], ['cancelled', 'cancelled', '']]);
  expect(steps({ shipping: 'cancelled', ordered: 30, shipped: 10, lastShipped: '2026-05-02' })).toEqual([
    start[0],
    ['shipped', 'done', 'May 2'],
    ['cancelled', 'cancelled', ''],
  ]);
  expect(steps({ shipping: 'closed', ordered: 0, shipped: 0, billing: 'not-billed' })).toEqual([
    start[0],
    ['closed', 'closed', ''],
  ]);
  expect(steps({ shipping: 'closed', ordered: 20, shipped: 20, billing: 'paid' })).toEqual([
    start[0],
    ['shipped', 'done', '20\u00a0of\u00a020 units'],
    ['billed', 'done', ''],
    ['paid', 'done', ''],
    ['closed', 'closed', ''],
  ]);
});
