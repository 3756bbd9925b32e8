import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, firefox, webkit } from '@playwright/test';
import { findChromium } from '../../tools/chromium.ts';
import type { Driver } from './driver.ts';
import { driveFirefox } from './firefox.ts';
import { drivePlaywright } from './playwright-browser.ts';
import { driveWebKit } from './webkit.ts';

/**
 * How to start each browser that the machine has, Chromium first: it is always there. Firefox and WebKit are those of
 * Playwright where they are installed, else the machine's own.
 */
export function findBrowsers(): { start: () => Promise<Driver> }[] {
  const found = [{ start: async () => drivePlaywright(await chromium.launch(await findChromium())) }];
  const ownFirefox = findProgram('firefox-esr', 'firefox');
  const ownWebKit = findProgram('WebKitWebDriver');
  if (existsSync(firefox.executablePath())) {
    found.push({ start: async () => drivePlaywright(await firefox.launch()) });
  } else if (ownFirefox !== undefined) {
    found.push({ start: () => driveFirefox(ownFirefox) });
  }
  if (existsSync(webkit.executablePath())) {
    found.push({ start: async () => drivePlaywright(await webkit.launch()) });
  } else if (ownWebKit !== undefined && findProgram('Xvfb') !== undefined) {
    found.push({ start: () => driveWebKit(ownWebKit) });
  }
  return found;
}

function findProgram(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
}
