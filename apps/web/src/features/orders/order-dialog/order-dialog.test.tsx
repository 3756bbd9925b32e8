import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { attachment, list, showOrder } from './attachments/testing/order-page.tsx';

const frame = page.getByRole('dialog');
const placeOf = () => {
  const { offsetTop, offsetHeight } = frame.element() as HTMLElement;
  return [offsetTop, offsetHeight];
};

beforeEach(() => page.viewport(1440, 900));

test('keeps one height while loading, with details, and with attachments', async () => {
  let answer: () => void = () => undefined;
  const rawData = { tranId: 'SO7', entity: { id: '1', refName: 'Café Olimpico' } };
  const lines = {
    items: [{ line: 1, item: { id: '3', refName: 'Coffee' }, quantity: 2, rate: '14.00', amount: '28.00' }],
  };
  const whole = { body: { id: '7', rawData: { ...rawData, item: lines } } };
  await showOrder('/orders?order=7', [attachment(1)], {
    'GET /netsuite-sales-orders': () => ({ body: { items: [], total: 0, pages: 0, page: 1, limit: 10 } }),
    'GET /netsuite-sales-orders/7': () => new Promise((resolve) => (answer = () => resolve(whole))),
  });
  await expect.element(frame.getByText('Loading items')).toBeInTheDocument();
  const place = placeOf();

  answer();
  await expect.element(frame.getByRole('cell', { name: 'Coffee' })).toBeVisible();
  expect(placeOf()).toEqual(place);
  await frame.getByRole('tab', { name: /^Attachments/ }).click();
  await expect.element(list.getByText('file-1.bin')).toBeVisible();
  expect(placeOf()).toEqual(place);
});
