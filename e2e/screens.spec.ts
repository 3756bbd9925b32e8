import { expect, type Locator, type Page } from '@playwright/test';
import { type Account, accounts, pageAs } from './accounts.ts';
import { expectAccessible, expectLoaded } from './axe.ts';
import { test } from './test.ts';

interface Screen {
  path: string;
  title: string;
  description: string;
  /** Visible once the screen has loaded. */
  content: (page: Page) => Locator;
  /** Roles that have it; all if absent. */
  only?: readonly Account[];
}

const rangeOf = (page: Page) => page.getByText(/^(1–\d+ of [\d,]+|No (orders|customers) found\.)$/);
const screens: readonly Screen[] = [
  {
    path: '/overview',
    title: 'Overview',
    description: 'Dashboard overview and statistics',
    content: (page) => page.getByRole('region', { name: 'Activity, newest first' }),
  },
  { path: '/orders', title: 'Orders', description: 'Manage and track all orders', content: rangeOf },
  {
    path: '/customers',
    title: 'NetSuite Customers',
    description: 'Manage NetSuite customers',
    content: rangeOf,
  },
  {
    path: '/users',
    title: 'User Management',
    description: 'Manage user accounts and permissions',
    content: rangeOf,
    only: ['admin', 'customerAdmin'],
  },
  {
    path: '/profile',
    title: 'Profile',
    description: 'View and edit your profile',
    content: (page) => page.getByText('This device'),
  },
  {
    path: '/settings',
    title: 'Settings',
    description: 'Application settings and preferences',
    content: (page) => page.getByText('v1.0.0'),
  },
];

async function expectNoSidewaysScroll(page: Page) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}

/** At 400 % zoom of a window of 1280 × 1024 a row can still be scrolled to and read. */
async function expectRowsAtZoom(page: Page) {
  await page.setViewportSize({ width: 320, height: 256 });
  const card = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('link') })
    .nth(1);
  await card.scrollIntoViewIfNeeded();
  await expect(card).toBeInViewport({ ratio: 0.9 });
  await expectNoSidewaysScroll(page);
}

for (const account of Object.keys(accounts) as Account[]) {
  test(`every screen of ${account} is accessible and fits, wide and narrow, light and dark`, async ({ browser }) => {
    const page = await pageAs(browser, account);
    for (const { path, title, description, content, only } of screens) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(path);
      const isThere = only === undefined || only.includes(account);
      if (!isThere) await expect(page).toHaveURL(/\/overview$/);
      const shown = isThere ? { title, description } : screens[0];
      await expect(page.getByRole('heading', { name: shown?.title ?? '', level: 1 })).toBeVisible();
      await expect(page.getByText(shown?.description ?? '')).toBeVisible();
      await expect(page.getByRole('link', { name: title })).toHaveCount(isThere ? 1 : 0);
      if (!isThere) continue;
      await expect(content(page)).toBeVisible();
      await expectLoaded(page);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await page.setViewportSize({ width: 360, height: 780 });
      await expect(page.getByText(description)).toBeVisible();
      await expect(page.getByRole('button', { name: /^Theme:/ })).toBeVisible();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      if (account === 'admin' && content === rangeOf) await expectRowsAtZoom(page);
    }
  });
}

test('on a small screen, the menu slides in, traps the focus, and navigates', async ({ browser }) => {
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

test('the theme choice persists, and nothing flashes at load', async ({ browser }) => {
  const page = await pageAs(browser, 'admin', '/settings');
  await page.getByRole('radio', { name: 'Dark' }).click();
  await page.reload();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark');
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  await expect(page.getByText('v1.0.0')).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Dark Mode' })).toBeChecked();
});
