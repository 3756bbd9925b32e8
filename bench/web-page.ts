import { fileURLToPath } from 'node:url';
import { type CDPSession, chromium, type Page } from 'playwright';
import { findChromium } from '../tools/chromium.ts';
import type { WebServer } from './web-server.ts';

/** A page and its CDP session. */
export type BenchPage = { page: Page; devtools: CDPSession };

/** CPU slowdown factor. */
export const slowdown = 4;

const watch = fileURLToPath(new URL('web-watch.js', import.meta.url));

/** Runs `use` with a new browser, so that nothing is cached from earlier measurements. */
export async function withPage<Result>(
  { url, token, user }: WebServer,
  { signedIn, viewport }: { signedIn: boolean; viewport: { width: number; height: number } },
  use: (page: BenchPage) => Promise<Result>,
): Promise<Result> {
  const browser = await chromium.launch(await findChromium());
  try {
    // As the sign-in leaves the browser.
    const localStorage = signedIn ? Object.entries({ token, user }).map(([name, value]) => ({ name, value })) : [];
    const context = await browser.newContext({
      viewport,
      baseURL: url,
      storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
    });
    await context.addInitScript({ path: watch });
    const page = await context.newPage();
    return await use({ page, devtools: await context.newCDPSession(page) });
  } finally {
    await browser.close();
  }
}
