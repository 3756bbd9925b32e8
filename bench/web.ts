import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type ChildServer, startChild } from './child-server.ts';
import { createDatabase, withPostgres } from './database.ts';
import { audit } from './lighthouse.ts';
import { describeMachine } from './machine.ts';
import { median, printTable } from './report.ts';
import { startBenchSandbox } from './sandbox.ts';
import { clicks, measureClick } from './web-input.ts';
import { measureLoad } from './web-load.ts';
import type { WebServer, WebServerOrder } from './web-server.ts';

/**
 * Measures load and input times of the built web app: `node bench/web.ts [--builds apps/web/dist] [--runs 5]
 * [--orders 2000] [--only load,input,lighthouse]`. Several builds, separated by commas, are measured alternately.
 * Lighthouse, which npm downloads, runs only if named. Prints medians as Markdown.
 */
const { values: options } = parseArgs({
  options: {
    builds: { type: 'string', default: 'apps/web/dist' },
    runs: { type: 'string', default: '5' },
    orders: { type: 'string', default: '2000' },
    only: { type: 'string', default: 'load,input' },
  },
});
const builds = options.builds.split(',');
const parts = options.only.split(',');
const screens = [
  { name: 'sign-in', path: '/login', shown: 'input[type=password]' },
  { name: 'orders', path: '/orders', shown: 'main li a' },
];

type Build = { name: string; server: ChildServer<WebServer> };
type Figures = Record<string, number>;

/** Measures the builds alternately, so that other load on the machine affects them all; one row per build. */
async function sequentially(over: readonly Build[], name: string, measure: (server: WebServer) => Promise<Figures>) {
  const measured = over.map((): Figures[] => []);
  for (let run = 0; run < Number(options.runs); run += 1) {
    for (const [index, { server }] of over.entries()) measured[index]?.push(await measure(server));
  }
  return over.map((build, index) => {
    const figures = measured[index] ?? [];
    const of = (key: string) => median(figures.map((each) => each[key] ?? Number.NaN));
    const keys = Object.keys(figures[0] ?? {});
    return [name, build.name, ...keys.map((key) => of(key).toFixed(key === 'shift' ? 4 : 0))];
  });
}

async function report(over: readonly Build[]): Promise<void> {
  if (parts.includes('load')) {
    const rows: string[][] = [];
    for (const { name, path, shown } of screens) {
      rows.push(...(await sequentially(over, name, (server) => measureLoad(server, path, shown))));
    }
    printTable(['first visit', 'build', 'first paint', 'largest paint', 'blocked', 'shift', 'kB until shown'], rows);
  }
  if (parts.includes('input')) {
    const rows: string[][] = [];
    for (const click of clicks)
      rows.push(...(await sequentially(over, click.name, (server) => measureClick(server, click))));
    printTable(['click', 'build', 'next frame', 'what was asked for'], rows);
  }
  if (parts.includes('lighthouse')) {
    const rows: string[][] = [];
    for (const { name, path } of screens)
      rows.push(...(await sequentially(over, name, (server) => audit(server, path))));
    const scores = ['performance', 'accessibility', 'best practices'];
    printTable(['Lighthouse', 'build', ...scores, 'first paint', 'largest paint', 'blocked'], rows);
  }
}

console.log(`Machine: ${describeMachine()}\n`);
await withPostgres(async (postgres) => {
  const { sandbox, environment: netsuite } = await startBenchSandbox(postgres, {
    orders: Number(options.orders),
    customers: 500,
  });
  const environment = {
    ...netsuite,
    DATABASE_URL: await createDatabase(postgres, 'portal'),
  };
  const over: Build[] = [];
  try {
    for (const name of builds) {
      const order: WebServerOrder = { environment, webFolder: resolve(name) };
      over.push({ name, server: await startChild<WebServer>('web-server.ts', order) });
    }
    await syncOrders(over[0]);
    await report(over);
  } finally {
    await Promise.all(over.map(({ server }) => server.stop()));
    await sandbox.close();
  }
});

async function syncOrders(build: Build | undefined): Promise<void> {
  if (build === undefined) throw new Error('No build is named.');
  const { url, token } = build.server;
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/api/netsuite-sales-orders/sync`, { headers });
  if (!answer.ok) throw new Error(await answer.text());
}
