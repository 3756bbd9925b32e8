import type { TimelineEntry } from '@portal/contract/timeline';
import { expect, test } from 'vitest';
import { dialog, showOrder } from '../attachments/testing/order-page.tsx';

const path = 'GET /netsuite-sales-orders/7/timeline';
const at = (minute: number) => new Date(2026, 10, 20, 9, minute).toISOString();
const entries: TimelineEntry[] = [
  { id: '6', kind: 'paid', at: at(41), date: '2026-11-20', number: 'INV88' },
  { id: '5', kind: 'attachment', at: at(40), file: 'proof-of-delivery.pdf', by: 'Gus Guest' },
  {
    id: '4',
    kind: 'assignment',
    at: at(39),
    to: 'Gus Guest',
    by: 'Ada Byron',
    note: 'Call before delivery.',
    endsAt: new Date(2026, 10, 30, 23, 59).toISOString(),
  },
  {
    id: '3',
    kind: 'shipment',
    at: at(38),
    date: '2026-11-19',
    number: 'IF77',
    method: 'United Package',
    tracking: ['1Z999AA10123456784', '1Z999AA10123456785'],
  },
  { id: '2', kind: 'status', at: at(37), status: 'Partially Fulfilled' },
  { id: '1', kind: 'created', at: at(36), date: '2026-11-18' },
];
const rows = dialog.getByRole('list', { name: 'Timeline, newest first' }).getByRole('listitem');

test('shows what happened to the order, newest first', async () => {
  await showOrder('/orders?order=7&tab=timeline', [], { [path]: () => ({ body: { data: entries } }) });
  await expect.element(dialog.getByRole('tab', { name: 'Timeline' })).toHaveAttribute('aria-selected', 'true');
  await expect.element(rows.nth(5)).toBeVisible();
  const texts = rows.elements().map((row) => [...row.querySelectorAll('p')].map((line) => line.textContent));
  expect(texts).toEqual([
    ['Invoice INV88 paid'],
    ['Gus Guest added proof-of-delivery.pdf'],
    ['Assigned to Gus Guest', 'By Ada Byron · Until Nov 30, 2026', 'Call before delivery.'],
    ['Shipped with United Package', 'Nov 19, 2026 · IF77 · 1Z999AA10123456784 · 1Z999AA10123456785'],
    ['Status changed to Partially Fulfilled'],
    ['Order created', 'Nov 18, 2026'],
  ]);
  await expect.element(rows.first().getByText('Nov 20, 2026, 09:41 AM')).toBeVisible();
});

test('loads older entries after the last one', async () => {
  const page = (first: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      id: `${first - index}`,
      kind: 'status',
      at: at(0),
      status: 'Closed',
    }));
  const { calls } = await showOrder('/orders?order=7&tab=timeline', [], {
    [path]: ({ query }) => ({ body: { data: query.includes('beforeId=11') ? page(10, 3) : page(60, 50) } }),
  });
  await dialog.getByRole('button', { name: 'Show older' }).click();
  await expect.element(rows.nth(52)).toBeInTheDocument();
  await expect.element(dialog.getByRole('button', { name: 'Show older' })).not.toBeInTheDocument();
  expect(calls.filter(({ key, query }) => key === path && query.includes('beforeId'))).toHaveLength(1);
});

test('says so when no changes are recorded, and offers a retry when it cannot be loaded', async () => {
  let answer: { status?: number; body: unknown } = { status: 500, body: { message: 'Out of order.' } };
  await showOrder('/orders?order=7&tab=timeline', [], { [path]: () => answer });
  await expect.element(dialog.getByText('The timeline could not be loaded.')).toBeVisible();
  answer = { body: { data: [] } };
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await expect.element(dialog.getByText('No changes recorded here yet.')).toBeVisible();
});
