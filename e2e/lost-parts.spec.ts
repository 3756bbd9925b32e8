import { expect } from '@playwright/test';
import { address, pageAs } from './accounts.ts';
import { test } from './test.ts';

test('a part whose file is gone says so where it would be, takes nothing along, and comes by Retry', async ({
  browser,
}) => {
  const page = await pageAs(browser, 'admin', '/settings');
  const gone = /\/assets\/(attachments-tab|sync-progress)-/;
  await page.route(gone, (route) => route.fulfill({ status: 404, json: {} }));
  await page.goto(`${address('PORTAL_URL')}/orders`);
  await page.locator('[data-row-link]').first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('tab', { name: /^Attachments/ }).click();
  const lost = dialog.getByRole('alert').filter({ hasText: 'This part could not be loaded.' });
  await expect(lost).toBeVisible();
  await dialog.getByRole('tab', { name: 'Details' }).click();
  await expect(dialog.getByRole('heading', { name: 'Items' })).toBeVisible();
  await dialog.getByRole('tab', { name: /^Attachments/ }).click();
  await page.unroute(gone);
  await lost.getByRole('button', { name: 'Retry' }).click();
  await expect(dialog.getByRole('button', { name: 'Choose files' })).toBeVisible();

  await page.keyboard.press('Escape');
  const syncs = page.getByRole('complementary').filter({ hasText: 'This part could not be loaded.' });
  await syncs.getByRole('button', { name: 'Retry' }).click();
  await expect(syncs).toBeHidden();
});
