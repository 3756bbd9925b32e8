import { expect, type Page } from '@playwright/test';
import { callApi, pageAs } from './accounts.ts';
import { expectAccessible } from './axe.ts';
import { test } from './test.ts';
import { expectToast } from './toasts.ts';

interface Order {
  id: string;
  rawData: Record<string, unknown> & {
    tranId: string;
    entity: { refName: string };
    billAddress: string;
    subtotal: number;
    total: number;
    custbody_stc_tax_after_discount: number;
  };
}

const dollars = new Intl.NumberFormat('en-CA', { style: 'currency', currency: 'CAD' });

async function listedOrders(page: Page, query: string): Promise<{ total: number; items: Order[] }> {
  const { body } = await callApi(page, `/netsuite-sales-orders?${query}`);
  return body as { total: number; items: Order[] };
}

test('an administrator signs in, syncs, finds an order and reads it', async ({ browser }) => {
  const page = await pageAs(browser, 'admin');
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await expect(page.getByText('Dashboard overview and statistics')).toBeVisible();

  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible();
  await page.getByRole('button', { name: 'Sync Orders' }).click();
  await expectToast(page, 'Sales orders synced successfully');

  const { total, items } = await listedOrders(page, 'limit=1');
  await expect(page.getByText(`1–10 of ${total.toLocaleString('en-CA')}`)).toBeVisible();

  const wanted = items[0];
  if (wanted === undefined) throw new Error('the mirror is empty');
  const { rawData } = wanted;
  await page.getByRole('searchbox').fill(rawData.entity.refName.toUpperCase());
  const found = await listedOrders(page, `search=${encodeURIComponent(rawData.entity.refName)}`);
  await expect(page.getByText(new RegExp(`of ${found.total.toLocaleString('en-CA')}$`))).toBeVisible();
  expect(found.total).toBeLessThan(total);

  await page.getByRole('searchbox').fill(rawData.tranId);
  await page.getByRole('row').filter({ hasText: rawData.tranId }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(rawData.tranId);
  await expect(dialog).toContainText(dollars.format(rawData.subtotal));
  await expect(dialog).toContainText(dollars.format(rawData.custbody_stc_tax_after_discount));
  await expect(dialog).toContainText(dollars.format(rawData.total));
  for (const line of rawData.billAddress.split(/\r?\n/)) await expect(dialog.getByText(line).first()).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`[?&]order=${wanted.id}$`));
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('the table keeps sorting, page size and page through Back and reload', async ({ browser }) => {
  const page = await pageAs(browser, 'admin', '/orders');
  const { total } = await listedOrders(page, 'limit=1');
  const pages = Math.ceil(total / 10);

  await page.getByRole('button', { name: `Page ${pages.toLocaleString('en-CA')}`, exact: true }).click();
  await expect(page.getByText(new RegExp(`–${total.toLocaleString('en-CA')} of`))).toBeVisible();
  await page.getByLabel('Rows per page').click();
  await page.getByRole('option', { name: '50' }).click();
  await expect(page.getByText(`1–50 of ${total.toLocaleString('en-CA')}`)).toBeVisible();

  await page.getByRole('columnheader', { name: 'Total' }).getByRole('button').click();
  // The first click sorts ascending.
  await expect(page.getByRole('columnheader', { name: 'Total' })).toHaveAttribute('aria-sort', 'ascending');
  const { items } = await listedOrders(page, 'limit=1&sortBy=total&sortOrder=ASC');
  await expect(page.getByRole('row').nth(1)).toContainText(items[0]?.rawData.tranId ?? 'no order');

  await page.reload();
  await expect(page.getByText(`1–50 of ${total.toLocaleString('en-CA')}`)).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Total' })).toHaveAttribute('aria-sort', 'ascending');
});

test('a link to an order opens that order; a customer opens in its dialog', async ({ browser }) => {
  const page = await pageAs(browser, 'admin');
  const { items } = await listedOrders(page, 'limit=1&sortBy=tranDate&sortOrder=ASC');
  const oldest = items[0];
  if (oldest === undefined) throw new Error('the mirror is empty');
  await page.goto(`/orders?order=${oldest.id}`);
  await expect(page.getByRole('dialog')).toContainText(oldest.rawData.tranId);
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'NetSuite Customers' }).click();
  await expect(page.getByRole('heading', { name: 'NetSuite Customers' })).toBeVisible();
  await expect(page.getByText('Manage NetSuite customers')).toBeVisible();
  const { body } = await callApi(page, '/netsuite-customers?limit=1');
  const { total } = body as { total: number };
  await expect(page.getByText(`1–10 of ${total.toLocaleString('en-CA')}`)).toBeVisible();
  await page.getByRole('button', { name: 'Sync Customers' }).click();
  await expectToast(page, 'Customers synced successfully');
  await expectAccessible(page);
  await page.getByRole('row').nth(1).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
});
