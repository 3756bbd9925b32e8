import { slowdown, withPage } from './web-page.ts';
import type { WebServer } from './web-server.ts';

/** Cost of a first visit: paint and blocking times in milliseconds, layout shift, and kB transferred. */
export type Load = { fcp: number; lcp: number; tbt: number; shift: number; kilobytes: number };

const phone = { width: 412, height: 823 };
/** Lighthouse's: 150 ms there and back, 1.6 Mbit/s down and 0.75 up. */
const slowLine = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 };
/** A longer task counts as blocking (a long task). */
const longTask = 50;
/** How long measuring continues after the screen is shown. */
const after = 4000;

interface Seen {
  paints: Record<string, number>;
  tasks: { startTime: number; duration: number }[];
  shift: number;
}

/** Loads a screen for the first time on a slow phone with a slow network. `shown`: visible when it has loaded. */
export function measureLoad(server: WebServer, path: string, shown: string): Promise<Load> {
  const options = { signedIn: path !== '/login', viewport: phone };
  return withPage(server, options, async ({ page, devtools }) => {
    let bytes = 0;
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', slowLine);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.goto(path);
    await page.locator(shown).first().waitFor();
    const kilobytes = bytes / 1000;
    await page.waitForTimeout(after);
    const { paints, tasks, shift } = (await page.evaluate('seen')) as Seen;
    const fcp = paints['first-contentful-paint'] ?? Number.NaN;
    const blocking = tasks.filter(({ startTime, duration }) => startTime + duration > fcp);
    const tbt = blocking.reduce((sum, { duration }) => sum + duration - longTask, 0);
    return { fcp, lcp: paints['largest-contentful-paint'] ?? Number.NaN, tbt, shift, kilobytes };
  });
}
