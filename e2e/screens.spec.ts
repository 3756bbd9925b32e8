import { expect, type Page, test } from '@playwright/test';
import { pageAs } from './accounts.ts';
import { expectAccessible } from './axe.ts';

const screens = [
  { path: '/overview', title: 'Overview', description: 'Dashboard overview and statistics' },
  { path: '/orders', title: 'Orders', description: 'Manage and track all orders' },
  { path: '/customers', title: 'NetSuite Customers', description: 'Manage NetSuite customers' },
  { path: '/profile', title: 'Profile', description: 'View and edit your profile' },
  { path: '/settings', title: 'Settings', description: 'Application settings and preferences' },
];

async function expectNoSidewaysScroll(page: Page) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}

for (const { path, title, description } of screens) {
  test(`${path} is accessible and fits, wide and narrow, light and dark`, async ({ browser }) => {
    const page = await pageAs(browser, 'admin', path);
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    await expect(page.getByText(description)).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 360, height: 780 });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
}

test('on a small screen the menu slides in, holds the focus, and leads on', async ({ browser }) => {
  const page = await pageAs(browser, 'admin', '/orders');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: /menu/i }).click();
  const menu = page.getByRole('dialog');
  await expect(menu.getByRole('link', { name: 'Overview' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: /menu/i }).click();
  await menu.getByRole('link', { name: 'NetSuite Customers' }).click();
  await expect(page).toHaveURL(/customers/);
});

test('the theme switcher keeps its choice, and nothing flashes at load', async ({ browser }) => {
  const page = await pageAs(browser, 'admin', '/settings');
  await page.getByRole('radio', { name: 'Dark' }).click();
  await page.reload();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark');
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  await expect(page.getByText('v1.0.0')).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Dark Mode' })).toBeChecked();
});
