import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { address, pageAs, signedOutPage } from './accounts.ts';
import { test } from './test.ts';

const sizes = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } } as const;
/** A hundred times less than what is called good; a tab whose count has a figure more than expected is below it. */
const most = 0.001;

/** Adds up what moves by itself: not within half a second of an input, as the browser tells it. */
function countShifts(): void {
  const shown = window as unknown as { shifted: number };
  shown.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) shown.shifted += entry.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** What is to be seen of each screen once it has all that it asked for. */
const signedInScreens = {
  '/overview': (page: Page) => [page.locator('main section[aria-label] ul > li')],
  '/orders': syncedRows,
  '/customers': syncedRows,
  '/users': (page: Page) => [rows(page)],
  '/profile': (page: Page) => [page.getByText('This device')],
  '/settings': (page: Page) => [page.getByRole('switch')],
  '/orders?limit=100': syncedRows,
} as const;

/** Of a table, or of the cards in its place where it is narrow. */
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
  test(`${size}: nothing moves while a screen loads`, async ({ browser }) => {
    const signedOut = await counted(await signedOutPage(browser), size);
    await expectStill(signedOut, '/login', [signedOut.getByLabel('Password', { exact: true })]);
    const page = await signedIn(browser, size);
    for (const [path, seen] of Object.entries(signedInScreens)) await expectStill(page, path, seen(page));
  });
}
