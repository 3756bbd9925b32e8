import { expect } from '@playwright/test';
import { callApi, pageAs } from './accounts.ts';
import { test } from './test.ts';
import { expectToast } from './toasts.ts';

/** Northwind's records are public, but not ours to commit: this runs where SANDBOX_DATA names a folder with them. */
test.skip(!/northwind/i.test(process.env.SANDBOX_DATA ?? ''), 'needs SANDBOX_DATA with the Northwind records');

test('the main story works with the Northwind records', async ({ browser }) => {
  const page = await pageAs(browser, 'admin', '/orders');
  await page.getByRole('button', { name: 'Sync Orders' }).click();
  await expectToast(page, 'Sales orders synced successfully');
  await expect(page.getByText('1–10 of 830')).toBeVisible();

  await page.getByRole('searchbox').fill('chevalier');
  await expect(page.getByRole('row').filter({ hasText: 'Vins et alcools Chevalier' })).not.toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasNotText: 'Chevalier' })).toHaveCount(1); // the header
  await page.getByRole('row').filter({ hasText: 'SO10248' }).click();
  const dialog = page.getByRole('dialog');
  for (const amount of ['$440.00', '$22.00', '$494.38']) await expect(dialog.getByText(amount).first()).toBeVisible();
  for (const line of ["59 rue de l'Abbaye", 'Reims 51100', 'France']) {
    await expect(dialog.getByText(line, { exact: true })).toHaveCount(2); // billing and shipping, each on its own line
  }
  await expect(dialog.getByText('Queso Cabrales')).toBeVisible();

  await page.goto('/customers');
  await expect(page.getByText('1–10 of 91')).toBeVisible();
  expect(((await callApi(page, '/netsuite-customers?limit=1')).body as { total: number }).total).toBe(91);
});
