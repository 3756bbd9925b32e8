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

test('shows the configured custom fields in the format of their types', async () => {
  const customFields = [
    { id: 'custbody_dock', label: 'Dock', type: 'text', value: 'Door 7' },
    { id: 'custbody_pallets', label: 'Pallets', type: 'number', value: '1250.5' },
    { id: 'custbody_deposit', label: 'Deposit', type: 'money', value: '1000.00' },
    { id: 'custbody_pickup', label: 'Pickup date', type: 'date', value: '2026-03-01' },
    { id: 'custbody_fragile', label: 'Fragile', type: 'checkbox', value: 'true' },
    { id: 'custbody_insured', label: 'Insured', type: 'checkbox', value: 'false' },
    { id: 'custbody_carrier', label: 'Carrier', type: 'list', value: 'Nordic Freight' },
    { id: 'custbody_seal', label: 'Seal', type: 'text' },
    { id: 'custbody_weight', label: 'Weight', type: 'number', value: 'not a number' },
  ];
  const order = { id: '7', rawData: { tranId: 'SO7', entity: { id: '1', refName: 'Café Olimpico' } }, customFields };
  await showOrder('/orders?order=7', [], { 'GET /netsuite-sales-orders/7': () => ({ body: order }) });
  await expect.element(frame.getByText('Nordic Freight')).toBeVisible();
  const facts = [...frame.element().querySelectorAll('dt')].map((label) => [
    label.textContent,
    label.nextElementSibling?.textContent,
  ]);
  expect(facts.slice(facts.findIndex(([label]) => label === 'Dock')).slice(0, customFields.length)).toEqual([
    ['Dock', 'Door 7'],
    ['Pallets', '1,250.5'],
    ['Deposit', '$1,000.00'],
    ['Pickup date', 'Mar 1, 2026'],
    ['Fragile', 'Yes'],
    ['Insured', 'No'],
    ['Carrier', 'Nordic Freight'],
    ['Seal', '—'],
    ['Weight', 'not a number'],
  ]);
});
