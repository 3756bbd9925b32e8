import { expect, type Page } from '@playwright/test';
import { createSandboxControl } from '@portal/netsuite-sandbox/control-client';
import { callApi, pageAs } from './accounts.ts';
import { expectAccessible } from './axe.ts';
import { test } from './test.ts';

const control = createSandboxControl(`${process.env.SANDBOX_URL}/sandbox`);

/** NetSuite takes its time, as the real one does: a sync lasts some seconds. */
async function slowDown(milliseconds: number): Promise<void> {
  const latency = { minimum: milliseconds, maximum: milliseconds };
  await control.change({ latency: { record: latency, query: latency, system: latency } });
}

/** Longer than whatever a test looks at meanwhile; `slowDown(0)` then lets the sync come to its end. */
const aWhile = 4000;

test.afterEach(() => slowDown(0));

/** Somebody changes orders in NetSuite, which the next sync has to read. */
async function changeOrders(page: Page, list: string, count: number): Promise<void> {
  const { items } = (await callApi(page, `${list}?limit=${count}`)).body as { items: { id: string }[] };
  expect(items).toHaveLength(count);
  for (const { id } of items) await control.patchRecord('salesOrder', id, { memo: `changed ${Date.now()}` });
}

interface Freshness {
  orders: string;
}
async function readFreshness(page: Page): Promise<string> {
  return ((await callApi(page, '/sync/freshness')).body as Freshness).orders;
}

const progressOf = (page: Page) => page.getByRole('complementary', { name: 'Syncs under way' });
const done = (page: Page) => page.getByText('Sales orders synced successfully');

test('the progress of a sync goes along from page to page, shows in a second tab, and ends in its result', async ({
  browser,
}) => {
  const first = await pageAs(browser, 'admin', '/orders');
  const second = await first.context().newPage();
  await second.goto('/orders');
  await expect(second.getByText(/^Synced /)).toBeVisible();
  await changeOrders(first, '/netsuite-sales-orders', 20);
  const before = await readFreshness(first);
  const fresher = second.waitForResponse(async (response) => {
    if (!response.url().endsWith('/sync/freshness')) return false;
    return ((await response.json()) as Freshness).orders !== before;
  });

  await slowDown(aWhile);
  await first.getByRole('button', { name: 'Sync Orders' }).click();
  await expect(first.getByRole('button', { name: 'Syncing…' })).toBeVisible();
  await first.getByRole('link', { name: 'Overview' }).click();
  await expect(first).toHaveURL(/overview/);
  for (const page of [first, second]) {
    const progress = progressOf(page);
    await expect(progress.getByText('Syncing sales orders')).toBeVisible();
    await expect(progress.getByText(/^\d+ of \d+$/)).toBeVisible();
    await expect(progress.getByText(/^\d+ s$/)).toBeVisible();
  }
  await expect(second.getByRole('button', { name: 'Syncing…' })).toBeVisible();
  expect(await done(first).count()).toBe(0);
  await slowDown(0);

  await expect(done(first)).toBeVisible();
  await expect(first.getByText(/^\d+ updated in /)).toBeVisible();
  await expect(done(first)).toHaveCount(1);
  await expect(progressOf(first)).toHaveCount(0);
  await fresher;
  await expect(second.getByText('Synced just now')).toBeVisible();
  await expect(progressOf(second)).toHaveCount(0);
  expect(Date.parse(await readFreshness(first))).toBeGreaterThan(Date.parse(before));
});

test('a reload in the middle of a sync loses neither its progress nor its result', async ({ browser }) => {
  const page = await pageAs(browser, 'customerAdmin', '/orders');
  await slowDown(aWhile);
  await page.getByRole('button', { name: 'Sync Orders' }).click();
  await expect(progressOf(page).getByText('Syncing sales orders')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Stop syncing sales orders' })).toBeVisible();
  await page.reload();
  await expect(progressOf(page).getByText('Syncing sales orders')).toBeVisible();
  await slowDown(0);
  await expect(done(page)).toBeVisible();
});

test('whoever may sync may stop it', async ({ browser }) => {
  const page = await pageAs(browser, 'customerMember', '/customers');
  await slowDown(aWhile);
  await page.getByRole('button', { name: 'Sync Customers' }).click();
  const stop = page.getByRole('button', { name: 'Stop syncing customers' });
  await expect(stop).toBeVisible();
  await page.getByRole('link', { name: 'Orders' }).click();
  await stop.click();
  await expect(page.getByText('Failed to sync customers')).toBeVisible();
  await expect(page.getByText('It was stopped before its end. What had been read stays.')).toBeVisible();
  await expect(progressOf(page)).toHaveCount(0);
  await expect(page.getByText('Failed to sync customers')).toHaveCount(1);

  await page.getByRole('link', { name: 'NetSuite Customers' }).click();
  await page.getByRole('button', { name: 'Sync Customers' }).click();
  await expect(stop).toBeVisible();
  await expectAccessible(page);
  await slowDown(0);
  await expect(page.getByText('Customers synced successfully')).toBeVisible();
});
