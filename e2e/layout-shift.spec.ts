import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { address, pageAs, signedOutPage } from './accounts.ts';
import { test } from './test.ts';

const sizes = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } } as const;
/** A hundredth of the "good" threshold; a tab whose count gets an extra digit stays below it. */
const most = 0.001;

/** Sums up the layout shifts that the browser does not attribute to recent input. */
function countShifts(): void {
  const shown = window as unknown as { shifted: number };
  shown.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) shown.shifted += entry.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Elements that are visible on each screen once it has loaded. */
const signedInScreens = {
  '/overview': (page: Page) => [page.locator('main section[aria-label] ul > li')],
  '/orders': syncedRows,
  '/customers': syncedRows,
  '/users': (page: Page) => [rows(page)],
  '/profile': (page: Page) => [page.getByText('This device')],
  '/settings': (page: Page) => [page.getByRole('switch')],
  '/orders?limit=100': syncedRows,
} as const;

/** Rows of a table, or the cards that replace it on narrow screens. */
function rows(page: Page): Locator {
  return page.locator('main [data-row-link], main ul[aria-label] > li > a');
}

function syncedRows(page: Page): Locator[] {
  return [rows(page), page.getByText(/^Synced /)];
}

async function expectStill(page: Page, path: string, seen: readonly Locator[]): Promise<void> {
  await page.goto(address('PORTAL_URL') + path);
  for (const each of seen) await expect(each.first()).toBeVisible();
  await expect(page.locator('.animate-pulse')).toHaveCount(0);
  const shifted = await page.evaluate(() => (window as unknown as { shifted: number }).shifted);
  expect(shifted, path).toBeLessThan(most);
}

async function counted(page: Page, size: keyof typeof sizes): Promise<Page> {
  await page.setViewportSize(sizes[size]);
  await page.addInitScript(countShifts);
  return page;
}

async function signedIn(browser: Browser, size: keyof typeof sizes): Promise<Page> {
  return counted(await pageAs(browser, 'admin', '/settings'), size);
}

for (const size of ['wide', 'narrow'] as const) {
  test(`${size}: no layout shift while a screen loads`, async ({ browser }) => {
    const signedOut = await counted(await signedOutPage(browser), size);
    await expectStill(signedOut, '/login', [signedOut.getByLabel('Password', { exact: true })]);
    const page = await signedIn(browser, size);
    for (const [path, seen] of Object.entries(signedInScreens)) await expectStill(page, path, seen(page));
  });

  test(`${size}: no layout shift while the overview of a guest loads`, async ({ browser }) => {
    const page = await counted(await pageAs(browser, 'guest', '/settings'), size);
    // The rest of the page is loaded before the open orders.
    await page.route(/assigned-orders.*filter=/, async (route) => {
      await page.waitForTimeout(1000);
      await route.continue();
    });
    await expectStill(page, '/overview', [page.getByRole('link', { name: /^View all/ })]);
  });
}
