import type { Browser } from '@playwright/test';
import { type Driver, viewport } from './driver.ts';

/** A browser that Playwright has started, with one new page. */
export async function drivePlaywright(browser: Browser): Promise<Driver> {
  const page = await browser.newPage({ viewport });
  return {
    name: `${browser.browserType().name()} ${browser.version()}`,
    open: async (url) => void (await page.goto(url)),
    run: (inPage, input) => page.evaluate(inPage as never, input) as Promise<never>,
    press: (key) => page.keyboard.press(key),
    type: (text) => page.keyboard.type(text),
    click: (x, y) => page.mouse.click(x, y),
    hover: (x, y) => page.mouse.move(x, y),
    resize: (size) => page.setViewportSize(size),
    picture: () => page.screenshot(),
    close: () => browser.close(),
  };
}
