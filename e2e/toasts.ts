import { fileURLToPath } from 'node:url';
import { type BrowserContext, expect, type Page } from '@playwright/test';

/** A toast as it was shown. */
interface Told {
  title: string;
  description: string;
}

const recorder = fileURLToPath(new URL('./record-toasts.js', import.meta.url));

/**
 * Lets every page of a context write down the toasts that it shows. They are gone after four seconds, which may be
 * over before a test on a busy machine comes to look.
 */
export async function recordToasts(context: BrowserContext): Promise<void> {
  await context.addInitScript({ path: recorder });
}

async function readToasts(page: Page): Promise<Told[]> {
  return JSON.parse((await page.evaluate(() => sessionStorage.getItem('told in the tests'))) ?? '[]');
}

const heardBefore = new WeakMap<Page, Map<string, number>>();

/**
 * The page has told this in toasts, as a title or as a description, exactly so many times since it was last expected
 * of this page, whether they show still or not. Zero times: and no more since.
 */
export async function expectToast(page: Page, text: string | RegExp, times = 1): Promise<void> {
  const heard = heardBefore.get(page) ?? new Map<string, number>();
  heardBefore.set(page, heard);
  const before = heard.get(String(text)) ?? 0;
  const fits = (part: string) => (typeof text === 'string' ? part === text : text.test(part));
  // While a page is being left there is none to ask.
  const count = async () =>
    (await readToasts(page).catch(() => [])).filter(({ title, description }) => fits(title) || fits(description))
      .length;
  await expect.poll(count, { message: `told: ${text}` }).toBe(before + times);
  heard.set(String(text), before + times);
}
