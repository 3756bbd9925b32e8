import { playwright } from '@vitest/browser-playwright';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { findChromium } from './tools/chromium.ts';

const server: TestProjectConfiguration = {
  test: {
    name: 'server',
    environment: 'node',
    // The modules of the server hold no state: a worker loads them once for all its files.
    isolate: false,
    include: ['apps/server/src/**/*.test.ts', 'packages/*/src/**/*.test.ts', 'tools/**/*.test.ts'],
    globalSetup: ['apps/server/src/testing/global-setup.ts'],
    // For what hangs, not for what is slow: a busy machine is no failure.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
};

const chromium = await findChromium();

const web: TestProjectConfiguration = {
  extends: './apps/web/vite.config.ts',
  root: './apps/web',
  test: {
    name: 'web',
    include: ['src/**/*.test.{ts,tsx}'],
    // For what hangs, as above.
    testTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    browser: {
      enabled: true,
      connectTimeout: 300_000,
      headless: true,
      screenshotFailures: false,
      // Tests that concern time zones move to them; the others expect UTC.
      provider: playwright({ launchOptions: { ...chromium, env: { ...chromium.env, TZ: 'UTC' } } }),
      instances: [{ browser: 'chromium' }],
    },
  },
};

export default defineConfig({
  test: {
    // Two cores must do: each server test file has its own database and server.
    maxWorkers: 2,
    // Each concurrent test may have a portal, a second one and a NetSuite sandbox with their connections to PostgreSQL.
    maxConcurrency: 3,
    projects: [server, web],
  },
});
