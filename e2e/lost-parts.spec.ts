import { expect } from '@playwright/test';
import { address, pageAs } from './accounts.ts';
import { test } from './test.ts';

test('a part whose script is missing shows an error in its place, leaves the rest working, and loads on Retry', async ({
  browser,
}) => {
  const page = await pageAs(browser, 'admin', '/settings');
  // The script of one part, and a script that another part imports.
  const gone = /\/assets\/(download|sync-progress)-/;
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

test('offline, a page and a list show an error in their place without stale rows, and both load on Retry', async ({
  browser,
}) => {
  const page = await pageAs(browser, 'admin', '/orders');
  await expect(page.locator('[data-row-link]').first()).toBeVisible();
  await page.context().setOffline(true);
  const offline = page.getByText("You're offline.");
  await expect(offline).toBeVisible();
  await page.locator('[data-row-link]').first().click();
  await expect(page.getByRole('dialog').getByText('Subtotal')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'Page 3', exact: true }).click();
  const failed = page.getByRole('alert').filter({ hasText: 'The server cannot be reached.' });
  await expect(failed.first()).toBeVisible();
  await expect(page.locator('[data-row-link]')).toHaveCount(0);

  await page.getByRole('link', { name: 'NetSuite Customers' }).click();
  const lost = page.getByRole('alert').filter({ hasText: 'This page could not be shown' });
  await expect(lost).toBeVisible();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await lost.getByRole('button', { name: 'Retry' }).click();
  await expect(lost).toBeVisible();
  await page.context().setOffline(false);
  await expect(offline).toBeHidden();
  await lost.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'NetSuite Customers' })).toBeVisible();
  await expect(page.locator('[data-row-link]').first()).toBeVisible();
});
