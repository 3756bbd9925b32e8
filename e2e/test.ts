import { test as base } from '@playwright/test';
import { recordToasts } from './toasts.ts';

/**
 * Playwright's own, that also closes each browser context a test opened. It closes only those of its `page` fixture by
 * itself: the others would stay open, with their event streams and their refetching, through all the tests that follow.
 */
export const test = base.extend<{ closing: undefined }>({
  closing: [
    async ({ browser }, use) => {
      await use(undefined);
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
  context: async ({ context }, use) => {
    await recordToasts(context);
    await use(context);
  },
});
