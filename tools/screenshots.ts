/**
 * Saves screenshots of every screen and dialog, light and dark, wide and narrow, to `screenshots/`; with arguments only
 * the scenes whose name contains one of them. The one in the README is copied to `docs/pictures/`.
 */
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, expect } from '@playwright/test';
import { address, pageAs, signedOutPage } from '../e2e/accounts.ts';
import { assignToGuest, findOrderIds } from '../e2e/assigned.ts';
import startStack from '../e2e/stack.ts';
import { findChromium } from './chromium.ts';
import { type Scene, scenes } from './screenshot-scenes.ts';

const folder = 'screenshots';
const sizes = {
  wide: { width: 1440, height: 900 },
  laptop: { width: 1280, height: 800 },
  tablet: { width: 1024, height: 768 },
  narrow: { width: 390, height: 844 },
} as const;
const usualSizes: readonly string[] = ['wide', 'narrow'];
const themes = ['light', 'dark'] as const;

async function take(browser: Browser, scene: Scene): Promise<void> {
  for (const [size, viewport] of Object.entries(sizes)) {
    if (!scene.inAllSizes && !usualSizes.includes(size)) continue;
    const page = await (scene.account === undefined ? signedOutPage(browser) : pageAs(browser, scene.account));
    await page.setViewportSize(viewport);
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await page.goto(address('PORTAL_URL') + scene.path);
      await page.waitForLoadState('networkidle');
      await scene.prepare?.(page);
      // A dialog may first load a lazy part of the app.
      await page.waitForTimeout(500);
      await expect(page.locator('.animate-pulse')).toHaveCount(0);
      await page.screenshot({ path: join(folder, `${scene.name}-${size}-${theme}.png`) });
    }
    await page.context().close();
  }
}

const parts = process.argv.slice(2);
const wanted = scenes.filter(({ name }) => parts.length === 0 || parts.some((part) => name.includes(part)));
await rm(folder, { recursive: true, force: true });
await mkdir('docs/pictures', { recursive: true });
const stop = await startStack();
const { executablePath, args, env } = await findChromium();
const browser = await chromium.launch({ executablePath, args, env });
try {
  await assignToGuest(browser, await findOrderIds(browser, 'limit=12'));
  for (const scene of wanted) await take(browser, scene);
  if (wanted.length === scenes.length) {
    await copyFile(join(folder, 'orders-wide-light.png'), 'docs/pictures/orders.png');
  }
} finally {
  await browser.close();
  await stop();
}
console.log(`${wanted.length} scenes in ${folder}/`);
