import { type Browser, expect, type Page } from '@playwright/test';
import { type Account, callApi, pageAs } from './accounts.ts';
import { expectAccessible } from './axe.ts';
import { test } from './test.ts';
import { expectToast } from './toasts.ts';

const presetsButton = (page: Page) => page.getByRole('button', { name: 'Presets', exact: true });
const preset = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const chips = (page: Page) => page.getByRole('list', { name: 'Active filters' });

async function openPresets(page: Page): Promise<void> {
  await presetsButton(page).click();
  await expect(page.getByRole('heading', { name: 'Filter presets' })).toBeVisible();
}

async function savePreset(page: Page, name: string): Promise<void> {
  await openPresets(page);
  await page.getByRole('button', { name: 'Save as preset...' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
}

/** The list may be empty, so wait for the menu. */
async function expectTermsShown(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Columns' }).click();
  await expect(page.getByRole('checkbox', { name: 'Terms' })).toBeChecked();
  await page.keyboard.press('Escape');
}

async function stored(page: Page, table: string): Promise<Record<string, unknown>[]> {
  const { body } = await callApi(page, `/prefrences/filter-presets-${table}`);
  const [preference] = body as { prefrenceSetting: string }[];
  return JSON.parse(preference?.prefrenceSetting ?? '[]');
}

/** A browser context of an account that starts without presets. */
async function freshPage(browser: Browser, account: Account, path: string): Promise<Page> {
  const page = await pageAs(browser, account);
  for (const table of ['orders', 'customers', 'users', 'groups']) {
    const data = { label: `filter-presets-${table}`, prefrenceSetting: '[]' };
    await callApi(page, '/prefrences', { method: 'POST', data });
  }
  await page.goto(path);
  return page;
}

for (const account of ['admin', 'customerMember', 'guest'] as const) {
  test(`presets follow ${account} to another browser`, async ({ browser }) => {
    const first = await freshPage(browser, account, '/orders?status=Billed&createdDate=last-30&limit=20&sort=-total');
    await first.getByRole('button', { name: 'Columns' }).click();
    await first.getByRole('checkbox', { name: 'Terms' }).click();
    await first.keyboard.press('Escape');
    await savePreset(first, 'Billed lately');
    await expectToast(first, 'Filter preset "Billed lately" saved successfully!');
    const [kept] = await stored(first, 'orders');
    expect(kept).toMatchObject({
      name: 'Billed lately',
      globalFilter: '',
      columnFilters: [
        { id: 'status', value: 'Billed' },
        { id: 'createdDate', value: expect.stringMatching(/^\{"from":"[\d-]{10}","to":"","relative":"last-30"\}$/) },
      ],
      isDefault: false,
      sorting: [{ id: 'total', desc: true }],
      pageSize: 20,
    });

    const second = await pageAs(browser, account, '/orders');
    await openPresets(second);
    await expectAccessible(second);
    await preset(second, 'Billed lately').click();
    await expectToast(second, 'Filter preset "Billed lately" applied successfully!');
    await expect(chips(second)).toContainText('last 30 days');
    await expectTermsShown(second);
    await expect(second).toHaveURL(/createdDate=last-30/);
    await expect(second).toHaveURL(/sort=-total/);
    await expect(second).toHaveURL(/limit=20/);
    await second.reload();
    await expect(chips(second)).toContainText('last 30 days');
    await expectTermsShown(second);
    await second.goBack();
    await expect(chips(second)).toBeHidden();

    // Both save without having seen the other's change.
    await openPresets(first);
    await expect(preset(first, 'Billed lately')).toBeVisible();
    await first.keyboard.press('Escape');
    await second.goto('/orders?status=Closed');
    await savePreset(second, 'Closed');
    await expectToast(second, 'Filter preset "Closed" saved successfully!');
    await first.goto('/orders?createdDate=2026-01-01,2026-02-01');
    await savePreset(first, 'Winter');
    await expectToast(first, 'Filter preset "Winter" saved successfully!');
    const names = (await stored(first, 'orders')).map(({ name }) => name);
    expect(names).toEqual(['Billed lately', 'Closed', 'Winter']);
    expect((await stored(first, 'orders'))[2]).toMatchObject({
      columnFilters: [{ id: 'createdDate', value: '{"from":"2026-01-01","to":"2026-02-01"}' }],
    });

    // Both save at the same time.
    await Promise.all([savePreset(first, 'Mine'), savePreset(second, 'Theirs')]);
    await expectToast(first, 'Filter preset "Mine" saved successfully!');
    await expectToast(second, 'Filter preset "Theirs" saved successfully!');
    const after = (await stored(first, 'orders')).map(({ name }) => name);
    expect(after.toSorted()).toEqual(['Billed lately', 'Closed', 'Mine', 'Theirs', 'Winter']);
  });
}

test('the default preset applies in a new browser; there is at most one; deleting asks for confirmation', async ({
  browser,
}) => {
  const page = await freshPage(browser, 'admin', '/orders?status=Billed');
  await openPresets(page);
  await page.getByRole('button', { name: 'Save as preset...' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(presetsButton(page)).toBeFocused();
  await savePreset(page, 'Billed only');
  await expectToast(page, 'Filter preset "Billed only" saved successfully!');
  await page.goto('/orders?status=Closed');
  await savePreset(page, 'Closed only');
  await expectToast(page, 'Filter preset "Closed only" saved successfully!');
  await openPresets(page);
  for (const name of ['Billed only', 'Closed only']) {
    await page.getByRole('button', { name: `Set ${name} as default` }).click();
    await expectToast(page, `Filter preset "${name}" set as default!`);
  }
  expect((await stored(page, 'orders')).filter(({ isDefault }) => isDefault)).toMatchObject([{ name: 'Closed only' }]);

  const other = await pageAs(browser, 'admin', '/orders');
  await expect(chips(other)).toContainText('Closed');
  await expect(other).toHaveURL(/status=Closed/);
  await other.getByRole('button', { name: 'Reset', exact: true }).click();
  await expect(chips(other)).toBeHidden();
  await other.reload();
  await expect(other.getByRole('row').nth(1)).toBeVisible();
  await expect(chips(other)).toBeHidden();

  const linked = await pageAs(browser, 'admin', '/orders?status=Cancelled');
  await expect(chips(linked)).toContainText('Cancelled');

  await openPresets(other);
  await other.getByRole('button', { name: 'Delete Closed only' }).click();
  const question = other.getByRole('alertdialog', { name: 'Delete “Closed only”?' });
  await expectAccessible(other);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(presetsButton(other)).toBeFocused();
  await openPresets(other);
  await other.getByRole('button', { name: 'Delete Closed only' }).click();
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expectToast(other, 'Filter preset "Closed only" deleted successfully!');
  expect((await stored(page, 'orders')).map(({ name }) => name)).toEqual(['Billed only']);
});

test('a failed save is reported and retried with the next one; a failed load is silent', async ({ browser }) => {
  const page = await freshPage(browser, 'admin', '/orders?status=Billed');
  await savePreset(page, 'Billed only');
  await expectToast(page, 'Filter preset "Billed only" saved successfully!');

  const calls: string[] = [];
  await page.route('**/api/prefrences**', async (route) => {
    calls.push(route.request().method());
    await route.fulfill({ status: 500, json: { statusCode: 500, error: 'Error', message: 'Something went wrong.' } });
  });
  await page.goto('/orders?status=Closed');
  await openPresets(page);
  await expect(preset(page, 'Billed only')).toBeVisible();
  await expect.poll(() => calls.length).toBeGreaterThan(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await savePreset(page, 'Closed only');
  await expectToast(page, 'Failed to save filter presets to server');
  await page.reload();
  await openPresets(page);
  await expect(preset(page, 'Closed only')).toBeVisible();
  expect((await stored(page, 'orders')).map(({ name }) => name)).toEqual(['Billed only']);

  await page.unroute('**/api/prefrences**');
  const another = await pageAs(browser, 'admin', '/orders?status=Cancelled');
  await savePreset(another, 'Cancelled only');
  await expectToast(another, 'Filter preset "Cancelled only" saved successfully!');
  await page.reload();
  await openPresets(page);
  for (const name of ['Billed only', 'Cancelled only', 'Closed only']) await expect(preset(page, name)).toBeVisible();
  await expect
    .poll(async () => (await stored(page, 'orders')).map(({ name }) => name).toSorted())
    .toEqual(['Billed only', 'Cancelled only', 'Closed only']);
});

test('the orders list has its order views', async ({ browser }) => {
  const page = await freshPage(browser, 'admin', '/orders');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('orderViews') ?? '[]'));
  expect(kept).toMatchObject([
    { name: 'Recent Orders', sortBy: 'createdDate', sortOrder: 'DESC', isDefault: true },
    { name: 'High Value Orders', filters: { minAmount: 1000 }, sortBy: 'total', sortOrder: 'DESC', isDefault: false },
  ]);
  await openPresets(page);
  await page.getByRole('button', { name: 'High Value Orders' }).click();
  await expect(page).toHaveURL(/total=1000,/);
  await expect(page.getByRole('columnheader', { name: 'Total' })).toHaveAttribute('aria-sort', 'descending');
  await expect(chips(page)).toContainText('$1,000.00');
  const { body } = await callApi(page, '/netsuite-sales-orders?limit=1&filter=%7B%22minAmount%22%3A%221000%22%7D');
  const { total } = body as { total: number };
  await expect(page.getByText(new RegExp(`of ${total.toLocaleString('en-CA')}$`))).toBeVisible();
  await openPresets(page);
  await page.getByRole('button', { name: 'Recent Orders' }).click();
  await expect(chips(page)).toBeHidden();
  await expect(page.getByRole('columnheader', { name: 'Created Date' })).toHaveAttribute('aria-sort', 'descending');
});

test('every list has its own presets, on a narrow screen too', async ({ browser }) => {
  const page = await freshPage(browser, 'admin', '/customers?search=a');
  for (const [table, path] of [
    ['customers', '/customers?search=a'],
    ['users', '/users?search=demo'],
    ['groups', '/users?tab=groups&search=customer'],
  ] as const) {
    await page.goto(path);
    await savePreset(page, `Found ${table}`);
    await expectToast(page, `Filter preset "Found ${table}" saved successfully!`);
    expect(await stored(page, table)).toMatchObject([{ name: `Found ${table}`, columnFilters: [] }]);
    await page.getByRole('button', { name: 'Clear search' }).click();
    await page.setViewportSize({ width: 390, height: 844 });
    await openPresets(page);
    await expectAccessible(page);
    await preset(page, `Found ${table}`).click();
    await expect(page.getByRole('searchbox')).not.toHaveValue('');
    await page.setViewportSize({ width: 1440, height: 900 });
  }
});
