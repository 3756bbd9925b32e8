import { fileURLToPath } from 'node:url';
import { type BrowserContext, expect, type Page } from '@playwright/test';

/** A toast as it was shown. */
interface ShownToast {
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

async function readToasts(page: Page): Promise<ShownToast[]> {
  return JSON.parse((await page.evaluate(() => sessionStorage.getItem('toasts of the tests'))) ?? '[]');
}

const seenBefore = new WeakMap<Page, Map<string, number>>();

/**
 * Expects that the page has shown this text as a toast title or description exactly `times` times since it was last
 * expected on this page, whether still visible or not. 0: not shown since.
 */
export async function expectToast(page: Page, text: string | RegExp, times = 1): Promise<void> {
  const seen = seenBefore.get(page) ?? new Map<string, number>();
  seenBefore.set(page, seen);
  const before = seen.get(String(text)) ?? 0;
  const fits = (part: string) => (typeof text === 'string' ? part === text : text.test(part));
  // During a navigation, the page cannot be queried.
  const count = async () =>
    (await readToasts(page).catch(() => [])).filter(({ title, description }) => fits(title) || fits(description))
      .length;
  await expect.poll(count, { message: `toast: ${text}` }).toBe(before + times);
  seen.set(String(text), before + times);
}
