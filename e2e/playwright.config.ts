import { defineConfig } from '@playwright/test';
import { findChromium } from '../tools/chromium.ts';

/** Set by `npm test`. */
const isWholeRun = process.env.PLAYWRIGHT_JSON_OUTPUT_NAME !== undefined;

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './stack.ts',
  workers: 1, // one stack, and two cores
  // These timeouts are for hangs, not for slow steps.
  timeout: 300_000,
  expect: { timeout: 60_000, toPass: { timeout: 60_000 } },
  reporter: isWholeRun ? [['list'], ['json']] : [['list']],
  use: {
    browserName: 'chromium',
    launchOptions: await findChromium(),
    viewport: { width: 1440, height: 900 },
    actionTimeout: 60_000,
    // Takes a fifth of a test's CPU time, with screenshots two fifths: the whole run leaves it to a run of the file alone.
    trace: isWholeRun ? 'off' : { mode: 'retain-on-failure', screenshots: false },
  },
});
