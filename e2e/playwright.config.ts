import { defineConfig } from '@playwright/test';
import { findChromium } from '../tools/chromium.ts';

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './stack.ts',
  workers: 1, // one stack, and two cores
  // These timeouts are for hangs, not for slow steps.
  timeout: 300_000,
  expect: { timeout: 60_000, toPass: { timeout: 60_000 } },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  use: {
    browserName: 'chromium',
    launchOptions: await findChromium(),
    viewport: { width: 1440, height: 900 },
    actionTimeout: 60_000,
    // Recording screenshots takes a fifth to a quarter of a test's CPU time; snapshots of the page remain.
    trace: { mode: 'retain-on-failure', screenshots: false },
  },
});
