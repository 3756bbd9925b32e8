import { expect, type Locator, type Page } from '@playwright/test';
import { createSandboxControl } from '@portal/netsuite-sandbox/control-client';
import { callApi, pageAs } from './accounts.ts';
import { expectAccessible } from './axe.ts';
import { test } from './test.ts';
import { expectToast } from './toasts.ts';

const control = createSandboxControl(`${process.env.SANDBOX_URL}/sandbox`);

/** Sets the sandbox's latency. A request that is already waiting does not wait longer than before. */
async function slowDown(milliseconds: number): Promise<void> {
  const latency = { minimum: milliseconds, maximum: milliseconds };
  await control.change({ latency: { record: latency, query: latency, system: latency } });
}

/**
 * Starts a sync that runs as long as the test needs: it counts the changes at once, and all later requests wait until
 * `slowDown(0)` lets it finish.
 */
async function beginSlowly(button: Locator): Promise<void> {
  const queries = async () => {
    const { byPath } = await control.requests();
    return Object.entries(byPath).reduce((sum, [path, count]) => sum + (path.includes('/query/') ? count : 0), 0);
  };
  await control.resetRequests();
  await slowDown(2000);
  await button.click();
  await expect.poll(queries, { intervals: [100] }).toBeGreaterThan(0);
  await slowDown(120_000);
}

test.afterEach(() => slowDown(0));

/** Changes orders in NetSuite, so that the next sync has to read them. */
async function changeOrders(page: Page, list: string, count: number): Promise<void> {
  const { items } = (await callApi(page, `${list}?limit=${count}`)).body as { items: { id: string }[] };
  expect(items).toHaveLength(count);
  for (const { id } of items) await control.patchRecord('salesOrder', id, { memo: `changed ${Date.now()}` });
}

/** Changes the first customer that the page's user sees. A sync without changes ends after two requests. */
async function changeCustomer(page: Page): Promise<void> {
  const { items } = (await callApi(page, '/netsuite-customers?limit=1')).body as { items: { id: string }[] };
  for (const { id } of items) await control.patchRecord('customer', id, { phone: `changed ${Date.now()}` });
}

interface Freshness {
  orders: string;
}
async function readFreshness(page: Page): Promise<string> {
  return ((await callApi(page, '/sync/freshness')).body as Freshness).orders;
}

const progressOf = (page: Page) => page.getByRole('complementary', { name: 'Syncs under way' });
const done = 'Sales orders synced successfully';

test('sync progress shows on every page and in a second tab, and ends with the result', async ({ browser }) => {
  const first = await pageAs(browser, 'admin', '/orders');
  const second = await first.context().newPage();
  await second.goto('/orders');
  await expect(second.getByText(/^Synced /)).toBeVisible();
  await changeOrders(first, '/netsuite-sales-orders', 20);
  const before = await readFreshness(first);
  const fresher = second.waitForResponse(async (response) => {
    if (!response.url().endsWith('/sync/freshness')) return false;
    // A call that the page has cancelled, to ask anew, has an answer without a body.
    const freshness: Freshness | undefined = await response.json().catch(() => undefined);
    return freshness !== undefined && freshness.orders !== before;
  });

  await beginSlowly(first.getByRole('button', { name: 'Sync Orders' }));
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
  await expectToast(first, done, 0);
  await slowDown(0);

  await expectToast(first, done);
  await expectToast(first, /^\d+ updated · /);
  await expect(progressOf(first)).toHaveCount(0);
  await fresher;
  await expect(second.getByText('Synced just now')).toBeVisible();
  await expect(progressOf(second)).toHaveCount(0);
  expect(Date.parse(await readFreshness(first))).toBeGreaterThan(Date.parse(before));
  // The response and the events both report it, but only one toast appears.
  await expectToast(first, done, 0);

  await first.getByRole('link', { name: 'Settings' }).click();
  await first.getByRole('tab', { name: 'Sync' }).click();
  const section = (name: string) => first.getByRole('region', { name, exact: true });
  await expect(section('Sales orders').getByText('just now')).toBeVisible();
  await expect(
    section('History')
      .getByText(/^\d+ updated · /)
      .first(),
  ).toBeVisible();
  await section('NetSuite').getByRole('button', { name: 'Check now' }).click();
  await expect(section('NetSuite').getByText('NetSuite accepts the sign-in.')).toBeVisible();
  await expectAccessible(first);
});

test('a reload during a sync keeps its progress and its result', async ({ browser }) => {
  const page = await pageAs(browser, 'customerAdmin', '/orders');
  await changeOrders(page, '/netsuite-sales-orders/customer', 5);
  await beginSlowly(page.getByRole('button', { name: 'Sync Orders' }));
  await expect(progressOf(page).getByText('Syncing sales orders')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Stop syncing sales orders' })).toBeVisible();
  await page.reload();
  await expect(progressOf(page).getByText('Syncing sales orders')).toBeVisible();
  await slowDown(0);
  await expectToast(page, done);
});

test("another user's sync appears without a reload, and disappears when it ends", async ({ browser }) => {
  const page = await pageAs(browser, 'admin', '/orders');
  await expect(page.getByText(/^Synced /)).toBeVisible();
  const colleague = await pageAs(browser, 'member', '/customers');
  await changeCustomer(colleague);
  await beginSlowly(colleague.getByRole('button', { name: 'Sync Customers' }));
  await expect(progressOf(page).getByText('Syncing customers')).toBeVisible();
  await slowDown(0);
  await expectToast(colleague, 'Customers synced successfully');
  await expect(progressOf(page)).toHaveCount(0);
});

test('a user who may sync can stop a sync', async ({ browser }) => {
  const page = await pageAs(browser, 'customerMember', '/customers');
  await changeCustomer(page);
  await beginSlowly(page.getByRole('button', { name: 'Sync Customers' }));
  const stop = page.getByRole('button', { name: 'Stop syncing customers' });
  await expect(stop).toBeVisible();
  await page.getByRole('link', { name: 'Orders' }).click();
  await stop.click();
  await expectToast(page, 'Failed to sync customers');
  await expectToast(page, 'Sync stopped; records already read were kept.');
  await expect(progressOf(page)).toHaveCount(0);

  await page.getByRole('link', { name: 'NetSuite Customers' }).click();
  await expectToast(page, 'Failed to sync customers', 0);
  await changeCustomer(page);
  await beginSlowly(page.getByRole('button', { name: 'Sync Customers' }));
  await expect(stop).toBeVisible();
  await expectAccessible(page);
  await slowDown(0);
  await expectToast(page, 'Customers synced successfully');
});
