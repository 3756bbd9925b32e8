import type { OrderRawData } from '@portal/contract/orders';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
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

const order = 'GET /netsuite-sales-orders/7';
const empty = { body: { items: [], total: 0, pages: 0, page: 1, limit: 10 } };
const coffee = dialog.getByRole('cell', { name: 'Coffee' });

beforeEach(() => page.viewport(1280, 900));

test('shows the items of an order outside the loaded page', async () => {
  await showOrder('/orders?order=7', [], {
    'GET /netsuite-sales-orders': () => empty,
    [order]: () => whole,
  });
  await expect.element(dialog.getByText('PO-55')).toBeVisible();
  await expect.element(coffee).toBeVisible();
  const cells = dialog.getByRole('row').filter({ hasText: 'Coffee' }).getByRole('cell').elements();
  expect(cells.map((cell) => cell.textContent)).toEqual([
    'Coffee',
    '0.00125',
    '$0.12345678',
    '$1,234,567,890,123,456.78',
  ]);
});

test('loads the items while the copy of the list is shown', async () => {
  const answer = Promise.withResolvers<typeof whole>();
  await showOrder('/orders?order=7', [], { [order]: () => answer.promise });
  await expect.element(dialog.getByText('Loading items')).toBeInTheDocument();
  expect(coffee.query()).toBeNull();
  answer.resolve(whole);
  await expect.element(coffee).toBeVisible();
});

test('says that items appear after the next sync if they are not mirrored yet', async () => {
  await showOrder('/orders?order=7', [], { [order]: () => details });
  await expect.element(dialog.getByText('The items appear after the next sync.')).toBeVisible();
});

test('says that items and details could not be loaded when the portal itself failed, and loads both with Retry', async () => {
  let answer: typeof failed | typeof whole = failed;
  await showOrder('/orders?order=7', [], { [order]: () => answer });
  await expect.element(dialog.getByText('The items could not be loaded.')).toBeVisible();
  expect(dialog.getByText('PO-55').query()).toBeNull();
  answer = whole;
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await expect.element(coffee).toBeVisible();
  await expect.element(dialog.getByText('PO-55')).toBeVisible();
});
