import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { dialog, drop, fileOf, showOrder } from './testing/order-page.tsx';

const name = 'proof-of-delivery-signed-2026.pdf';

test('gives the file name its own line on a narrow screen but not on a wide one', async () => {
  await page.viewport(360, 780);
  await showOrder('/orders?order=7&tab=attachments', []);
  await expect.element(dialog.getByRole('button', { name: 'Upload' })).toBeVisible();
  drop(fileOf(name));
  const row = dialog.getByRole('list', { name: 'Files to upload' });
  await expect.element(row.getByText('Ready')).toBeVisible();
  const boxOf = (text: string) => row.getByText(text, { exact: true }).element().getBoundingClientRect();
  const isBelow = (text: string) => boxOf(text).top >= boxOf(name).bottom;
  const { scrollWidth, clientWidth } = row.getByText(name).element();
  expect(scrollWidth).toBe(clientWidth);
  expect([isBelow('7.00 Bytes'), isBelow('Ready')]).toEqual([true, true]);

  await page.viewport(1280, 900);
  expect([isBelow('7.00 Bytes'), isBelow('Ready')]).toEqual([false, false]);
});
