import type { Locator, Page } from 'playwright';
import { type BenchPage, slowdown, withPage } from './web-page.ts';
import type { WebServer } from './web-server.ts';

/** A click: milliseconds until the next frame, and until the frame with the result, excluding network time. */
export type Answer = { first: number; asked: number };

interface Click {
  name: string;
  where: (page: Page) => Locator;
  /** Script that returns whether the result is shown. */
  done: string;
}

const desk = { width: 1440, height: 900 };
const rows = 100;
/** Pause before a click in milliseconds, so that earlier work in the browser is done. */
const rest = 1500;
/** An order under the pointer is prefetched within this time. */
const rested = 600;
const calm = "document.querySelector('table[aria-busy]') === null";

export const clicks: readonly Click[] = [
  {
    name: 'next page',
    where: (page) => page.getByRole('button', { name: 'Next page' }),
    done: `document.querySelector('footer [role=status]').textContent.startsWith('${rows + 1}') && ${calm}`,
  },
  {
    name: 'sort',
    where: (page) => page.getByRole('button', { name: 'Total', exact: true }),
    done: `document.querySelector('th[aria-sort=ascending]')?.textContent.startsWith('Total') && ${calm}`,
  },
  {
    name: 'filter',
    where: (page) => page.getByRole('checkbox', { name: 'Billed', exact: true }),
    done: `location.search.includes('status') && ${calm}`,
  },
  {
    name: 'open an order',
    where: (page) => page.locator('[data-row-link]').nth(4),
    done: "document.querySelector('[role=dialog]') !== null",
  },
];

/** Mouse clicks in a list of a hundred orders on a slow computer. */
export function measureClick(server: WebServer, click: Click): Promise<Answer> {
  return withPage(server, { signedIn: true, viewport: desk }, async (bench) => {
    const { page } = bench;
    await page.goto(`/orders?limit=${rows}`);
    await page.locator('[data-row-link]').last().waitFor();
    if (click.name === 'filter') await page.getByRole('button', { name: /^Filter/ }).click();
    await click.where(page).hover();
    await page.waitForTimeout(rest);
    return time(bench, click);
  });
}

async function time({ page, devtools }: BenchPage, { done }: Click): Promise<Answer> {
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.waitForTimeout(rested);
  await page.evaluate(`timeClick(() => ${done})`);
  await page.mouse.down();
  await page.mouse.up();
  let asked: number | undefined;
  while (asked === undefined) {
    await page.waitForTimeout(100);
    asked = (await page.evaluate('seen.asked')) as number | undefined;
  }
  // The browser reports an input some frames later.
  await page.waitForTimeout(rested);
  const { inputs } = (await page.evaluate('seen')) as { inputs: number[] };
  return { first: Math.max(...inputs), asked };
}
