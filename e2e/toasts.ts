import { fileURLToPath } from 'node:url';
import { type BrowserContext, expect, type Page } from '@playwright/test';

/** A toast as it was shown. */
interface Told {
  title: string;
  description: string;
}

const recorder = fileURLToPath(new URL('./record-toasts.js', import.meta.url));

/**
 * Records the toasts in every page of a context. A toast disappears after four seconds, which may be before a test on
 * a busy machine checks for it.
 */
export async function recordToasts(context: BrowserContext): Promise<void> {
  await context.addInitScript({ path: recorder });
}

async function readToasts(page: Page): Promise<Told[]> {
  return JSON.parse((await page.evaluate(() => sessionStorage.getItem('told in the tests'))) ?? '[]');
}

const heardBefore = new WeakMap<Page, Map<string, number>>();

/**
 * Expects that the page has shown this text as a toast title or description exactly `times` times since it was last
 * expected on this page, whether still visible or not. 0: not shown since.
 */
export async function expectToast(page: Page, text: string | RegExp, times = 1): Promise<void> {
  const heard = heardBefore.get(page) ?? new Map<string, number>();
  heardBefore.set(page, heard);
  const before = heard.get(String(text)) ?? 0;
  const fits = (part: string) => (typeof text === 'string' ? part === text : text.test(part));
  // During a navigation, the page cannot be queried.
  const count = async () =>
    (await readToasts(page).catch(() => [])).filter(({ title, description }) => fits(title) || fits(description))
      .length;
  await expect.poll(count, { message: `told: ${text}` }).toBe(before + times);
  heard.set(String(text), before + times);
}
