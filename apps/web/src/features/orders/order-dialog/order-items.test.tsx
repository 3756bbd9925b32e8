import type { OrderRawData } from '@portal/contract/orders';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Seen } from '#testing/serve-api.ts';
import { dialog, showOrder } from './attachments/testing/order-page.tsx';

const rawData: OrderRawData = {
  tranId: 'SO7',
  otherRefNum: 'PO-55',
  entity: { id: '1', refName: 'Café Olimpico' },
  lastModifiedDate: '2026-05-07T09:57:00Z',
};
const item = {
  items: [
    {
      line: 1,
      item: { id: '3', refName: 'Coffee' },
      quantity: 0.00125,
      rate: '0.12345678',
      amount: '1234567890123456.78',
    },
  ],
  totalResults: 1,
};
const details = { body: { id: '7', rawData } };
const whole = { body: { id: '7', rawData: { ...rawData, item } } };
const failed = { status: 500, body: { message: 'Broken' } };

type Answer = { status?: number; body: unknown };

const order = 'GET /netsuite-sales-orders/7';
const empty = { body: { items: [], total: 0, pages: 0, page: 1, limit: 10 } };
const coffee = dialog.getByRole('cell', { name: 'Coffee' });
const unavailable = dialog.getByText("Items unavailable: NetSuite can't be reached");
const retry = dialog.getByRole('button', { name: 'Retry' });

/** Distinct queries of the requests for the order. */
const queriesOf = (calls: readonly Seen[]) => [
  ...new Set(calls.filter(({ key }) => key === order).map(({ query }) => query)),
];

/** An order without stored items; `fromNetSuite` answers the request that reads them. */
function orderAnswers(fromNetSuite: () => Answer | Promise<Answer>) {
  return { [order]: ({ query }: Seen) => (query === '?items=stored' ? details : fromNetSuite()) };
}

beforeEach(() => page.viewport(1280, 900));

test('shows the details of an order outside the loaded page while NetSuite is still being asked for its items', async () => {
  const items = Promise.withResolvers<Answer>();
  const { calls } = await showOrder('/orders?order=7', [], {
    'GET /netsuite-sales-orders': () => empty,
    ...orderAnswers(() => items.promise),
  });
  await expect.element(dialog.getByText('PO-55')).toBeVisible();
  await expect.element(dialog.getByText('Loading items')).toBeInTheDocument();
  await expect.poll(() => queriesOf(calls)).toEqual(['?items=stored', '']);
  items.resolve(whole);
  await expect.element(coffee).toBeVisible();
  const cells = dialog.getByRole('row').filter({ hasText: 'Coffee' }).getByRole('cell').elements();
  expect(cells.map((cell) => cell.textContent)).toEqual([
    'Coffee',
    '0.00125',
    '$0.12345678',
    '$1,234,567,890,123,456.78',
  ]);
});

test('does not ask NetSuite for items that are stored', async () => {
  const { calls } = await showOrder('/orders?order=7', [], { [order]: () => whole });
  await expect.element(coffee).toBeVisible();
  expect(queriesOf(calls)).toEqual(['?items=stored']);
});

test('prefetches on hover only what is stored', async () => {
  const { calls } = await showOrder(
    '/orders',
    [],
    orderAnswers(() => whole),
  );
  await page.getByRole('row').filter({ hasText: 'SO7' }).hover();
  await expect.poll(() => queriesOf(calls)).not.toEqual([]);
  expect(queriesOf(calls)).toEqual(['?items=stored']);
});

test('says that NetSuite cannot be reached, and Retry reads the items', async () => {
  let answer: Answer | Promise<Answer> = details;
  await showOrder(
    '/orders?order=7',
    [],
    orderAnswers(() => answer),
  );
  await expect.element(unavailable).toBeVisible();
  await retry.click();
  await expect.element(unavailable).toBeVisible();
  await expect.element(retry).toHaveFocus();

  const items = Promise.withResolvers<Answer>();
  answer = items.promise;
  await retry.click();
  await expect.element(dialog.getByRole('button', { name: 'Retrying...' })).toHaveFocus();
  items.resolve(whole);
  await expect.element(coffee).toBeVisible();
  await expect.element(unavailable).not.toBeInTheDocument();
});

test('asks again for missing items when the order is opened again', async () => {
  let answer: Answer = details;
  await showOrder(
    '/orders?order=7',
    [],
    orderAnswers(() => answer),
  );
  await expect.element(unavailable).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  answer = whole;
  await page.getByRole('link', { name: 'SO7' }).click();
  await expect.element(coffee).toBeVisible();
});

test('says that items could not be loaded when the portal itself failed', async () => {
  await showOrder(
    '/orders?order=7',
    [],
    orderAnswers(() => failed),
  );
  await expect.element(dialog.getByText('The items could not be loaded.')).toBeVisible();
  await expect.element(retry).toBeVisible();
});
