import { expect, type Page } from '@playwright/test';
import { callApi, pageAs } from './accounts.ts';
import { assignToGuest } from './assigned.ts';
import { expectAccessible } from './axe.ts';
import { test } from './test.ts';

interface Orders {
  total: number;
  items: { id: string; rawData: { tranId: string; entity: { id: string; refName: string } } }[];
}

const paletteOf = (page: Page) => page.getByRole('dialog', { name: 'Command palette' });
const shortcutsOf = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' });

async function openPalette(page: Page) {
  const palette = paletteOf(page);
  // The page may not handle keys yet. The key also closes the palette, so press it again only if it is not open.
  await expect(async () => {
    if (await palette.isHidden()) await page.keyboard.press('Control+k');
    await expect(palette).toBeVisible({ timeout: 5000 });
  }).toPass();
  await expect(palette.getByRole('combobox')).toBeFocused();
  return palette;
}

test('an administrator reaches pages, orders, customers, theme and shortcuts by keyboard alone', async ({
  browser,
}) => {
  const page = await pageAs(browser, 'admin');
  const { items } = (await callApi(page, '/netsuite-sales-orders?limit=1&sortBy=tranId&sortOrder=DESC')).body as Orders;
  const { tranId, entity } = items[0]?.rawData ?? { tranId: '', entity: { id: '', refName: '' } };

  const palette = await openPalette(page);
  await expectAccessible(page);
  await page.keyboard.type(tranId.replace(/^\D+/, ''));
  await expect(palette.getByRole('option', { name: tranId })).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/orders\?order=\d+$/);
  await expect(page.getByRole('dialog', { name: tranId })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/overview$/);

  await openPalette(page);
  await page.keyboard.type(entity.refName);
  await expect(palette.getByRole('group', { name: 'Customers' }).getByText(entity.refName).first()).toBeVisible();
  await palette.getByRole('option', { name: /^Show all [\d,]+ orders$/ }).click();
  await expect(page).toHaveURL(/\/orders\?search=/);
  await expect(page.getByRole('searchbox')).toHaveValue(entity.refName);

  await openPalette(page);
  await page.keyboard.type('no such thing at all');
  await expect(palette.getByText('Nothing found for “no such thing at all”.')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();

  await openPalette(page);
  await page.keyboard.type('dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await openPalette(page);
  await page.keyboard.type('settings');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/settings$/);
  await page.keyboard.press('?');
  await expect(shortcutsOf(page)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await page.getByRole('switch', { name: 'Keyboard shortcuts' }).click();
  await page.reload();
  await expect(page.getByRole('switch', { name: 'Keyboard shortcuts' })).not.toBeChecked();
  await page.keyboard.press('?');
  await openPalette(page);
  await expect(shortcutsOf(page)).toBeHidden();
});

test('the palette opens another order from an open one, and Back returns; it stays closed over an open form', async ({
  browser,
}) => {
  const page = await pageAs(browser, 'member');
  const { items } = (await callApi(page, '/netsuite-sales-orders/customer?limit=2')).body as Orders;
  const [one, other] = items;
  await page.goto(`/orders?order=${one?.id}`);
  await expect(page.getByRole('dialog', { name: one?.rawData.tranId ?? '' })).toBeVisible();
  await openPalette(page);
  await page.keyboard.type(other?.rawData.tranId ?? '');
  // It is selected a moment after it is shown, and Enter chooses what is selected.
  const option = paletteOf(page).getByRole('option', { name: other?.rawData.tranId ?? '' });
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: other?.rawData.tranId ?? '' })).toBeVisible();
  expect(await page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true);
  await page.goBack();
  await expect(page.getByRole('dialog', { name: one?.rawData.tranId ?? '' })).toBeVisible();

  await page.goto('/orders?assign=1');
  await expect(page.getByRole('dialog', { name: /Assign Orders/ })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(paletteOf(page)).toBeHidden();
});

test('a customer member finds only its own orders, on a small screen too', async ({ browser }) => {
  const admin = await pageAs(browser, 'admin');
  const page = await pageAs(browser, 'customerMember');
  const own = (await callApi(page, '/netsuite-sales-orders/customer?limit=1')).body as Orders;
  const all = (await callApi(admin, '/netsuite-sales-orders?limit=100')).body as Orders;
  const customer = own.items[0]?.rawData.entity.id;
  const foreign = all.items.find(({ rawData }) => rawData.entity.id !== customer)?.rawData.tranId ?? '';

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Command palette' }).click();
  const palette = paletteOf(page);
  await expect(palette.getByRole('option', { name: 'Overview' })).toBeVisible();
  expect(await palette.boundingBox()).toMatchObject({ width: 390, height: 844 });
  await expect(palette.getByRole('option', { name: 'User Management' })).toHaveCount(0);
  await expectAccessible(page);
  await palette.getByRole('combobox').fill(foreign);
  await expect(palette.getByText(`Nothing found for “${foreign}”.`)).toBeVisible();
  const number = own.items[0]?.rawData.tranId ?? '';
  await palette.getByRole('combobox').fill(number);
  await palette.getByRole('option', { name: number }).click();
  await expect(page.getByRole('dialog', { name: number })).toBeVisible();
});

test('a guest finds its assigned orders, but not by a hidden order number', async ({ browser }) => {
  const admin = await pageAs(browser, 'admin');
  const { items } = (await callApi(admin, '/netsuite-sales-orders?limit=1')).body as Orders;
  const [order] = items;
  const unassign = await assignToGuest(browser, [order?.id ?? '']);
  try {
    const page = await pageAs(browser, 'guest');
    const palette = await openPalette(page);
    for (const missing of ['User Management', 'Sync Orders', 'Sync Customers']) {
      await expect(palette.getByRole('option', { name: missing })).toHaveCount(0);
    }
    await page.keyboard.type(order?.rawData.tranId ?? '');
    await expect(palette.getByText(/^Nothing found for/)).toBeVisible();
    await palette.getByRole('combobox').fill(order?.rawData.entity.refName ?? '');
    // Named by its place and customer, not by its id.
    const option = palette.getByRole('option', { name: order?.rawData.entity.refName ?? '' }).first();
    await expect(option).toBeVisible();
    await expect(option).not.toContainText(order?.id ?? '');
    await option.click();
    await expect(page).toHaveURL(new RegExp(`order=${order?.id}$`));
    await expect(page.getByRole('dialog')).toBeVisible();
  } finally {
    await unassign();
  }
});
