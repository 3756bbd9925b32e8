import type { OrderRawData } from '@portal/contract/orders';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '#testing/render-page.tsx';
import { OrderTotals } from './order-totals.tsx';

const totals = (subtotal?: string, tax?: string, total?: string): OrderRawData => ({
  ...(subtotal === undefined ? {} : { subtotal }),
  ...(tax === undefined ? {} : { custbody_stc_tax_after_discount: tax }),
  ...(total === undefined ? {} : { total }),
});

test.each<[string, OrderRawData, [string, string][]]>([
  ['shipping', totals('139.80', '6.99', '154.58'), [['Shipping and other charges', '$7.79']]],
  ['nothing else', totals('139.80', '6.99', '146.79'), []],
  ['a discount', totals('139.80', '6.99', '126.79'), [['Discount', '-$20.00']]],
  [
    'a cent of 18 digits',
    totals('1234567890123456.78', '0.00', '1234567890123456.79'),
    [['Shipping and other charges', '$0.01']],
  ],
  ['an unknown tax', totals('139.80', undefined, '154.58'), [['Tax, shipping and other charges', '$14.78']]],
  ['an unknown tax of nothing', totals('139.80', undefined, '139.80'), []],
  ['an unknown subtotal', totals(undefined, '6.99', '154.58'), []],
  ['an unknown total', totals('139.80', '6.99'), []],
])('the totals of an order with %s add up', async (_, rawData, others) => {
  await renderPage(<OrderTotals rawData={rawData} />, '/');
  await expect.element(page.getByText('Subtotal')).toBeVisible();
  const labels = page.getByRole('term').elements();
  const rows = labels.map((label) => [label.textContent, label.nextElementSibling?.textContent]);
  expect(rows.slice(2, -1)).toEqual(others);
  expect([rows[0], rows[1], rows.at(-1)].map((row) => row?.[0])).toEqual(['Subtotal', 'Tax', 'Total']);
});
