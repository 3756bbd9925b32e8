import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { findChromium } from '../tools/chromium.ts';
import { findFreePort } from '../tools/free-port.ts';
import type { WebServer } from './web-server.ts';

/** Scores out of 100, and the metrics behind the performance score in milliseconds. */
export type Audit = {
  performance: number;
  accessibility: number;
  practices: number;
  fcp: number;
  lcp: number;
  tbt: number;
};

/** Not a dependency of the project: npm downloads it on demand. */
const lighthouse = 'lighthouse@12.8.2';

/** Runs Lighthouse, its phone with the slow line simulated, on a screen in a new browser. */
export async function audit({ url, token, user }: WebServer, path: string): Promise<Audit> {
  const folder = await mkdtemp(join(tmpdir(), 'order-portal-lighthouse-'));
  const port = await findFreePort();
  const launch = await findChromium();
  const args = [...launch.args, `--remote-debugging-port=${port}`];
  const browser = await chromium.launchPersistentContext(join(folder, 'profile'), { ...launch, args });
  try {
    if (path !== '/login') {
      const page = await browser.newPage();
      await page.goto(`${url}/favicon.svg`);
      await page.evaluate(`Object.assign(localStorage, ${JSON.stringify({ token, user })})`);
      await page.close();
    }
    const report = join(folder, 'report.json');
    const options = [
      `--port=${port}`,
      '--disable-storage-reset',
      '--output=json',
      `--output-path=${report}`,
      '--quiet',
    ];
    const run = spawn('npx', ['--yes', lighthouse, url + path, ...options], { stdio: ['ignore', 'ignore', 'inherit'] });
    const [code] = await once(run, 'exit');
    if (code !== 0) throw new Error(`Lighthouse ended with ${code}`);
    return read(JSON.parse(await readFile(report, 'utf8')));
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Report {
  categories: Record<string, { score: number }>;
  audits: Record<string, { numericValue: number }>;
}

function read({ categories, audits }: Report): Audit {
  const score = (name: string) => Math.round((categories[name]?.score ?? Number.NaN) * 100);
  const time = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    practices: score('best-practices'),
    fcp: time('first-contentful-paint'),
    lcp: time('largest-contentful-paint'),
    tbt: time('total-blocking-time'),
  };
}
