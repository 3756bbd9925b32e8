import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { seedOrders } from '@portal/server/features/orders/testing/seed-orders';
import { openDatabase } from '@portal/server/platform/database';
import { startEmbeddedPostgres } from '@portal/server/platform/embedded-postgres';
import { migrate } from '@portal/server/platform/migrate';
import { type Load, type Measured, measure } from './load.ts';

/**
 * How fast the order list answers, beside a bare handler in the same run: `node bench/orders-list.ts [--orders 1000000]
 * [--seconds 3] [--runs 5]`. Prints a table in Markdown; times are medians over the runs, in milliseconds.
 */
const { values: options } = parseArgs({
  options: {
    orders: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '3' },
    runs: { type: 'string', default: '5' },
    /** A seeded database to use instead of an own one. */
    database: { type: 'string' },
  },
});
const [orders, seconds, runs] = [Number(options.orders), Number(options.seconds), Number(options.runs)];

type Tokens = { admin: string; customer: string };
type Server = { url: string; tokens: Tokens; stop: () => void };

async function startServer(kind: 'portal' | 'bare', databaseUrl: string): Promise<Server> {
  const script = fileURLToPath(new URL('list-server.ts', import.meta.url));
  const child = spawn(process.execPath, [script, kind, databaseUrl], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface(child.stdout), 'line');
  return { ...(JSON.parse(String(line)) as Omit<Server, 'stop'>), stop: () => void child.kill() };
}

const random = (below: number) => Math.floor(Math.random() * below);
const pick = <Item>(items: readonly [Item, ...Item[]]) => items[random(items.length)] ?? items[0];
const dayOf = (index: number) => new Date(Date.UTC(2018, 0, 1 + index)).toISOString().slice(0, 10);
const words = [
  'North',
  'Cedar',
  'Lake',
  'Prairie',
  'Maple',
  'Granite',
  'Ridge',
  'Falls',
  'Supply',
  'Dairy',
  'Glass',
] as const;
const places = ['Bay', 'Ridge', 'Valley', 'Point', 'River', 'Hill', 'Falls', 'Creek', 'Island', 'Grove'] as const;
const statuses = [
  'Billed',
  'Closed',
  'Cancelled',
  'Pending Approval',
  'Billed,Closed',
  'Pending Billing,Cancelled',
] as const;
const columns = [
  'tranId',
  'memo',
  'entity',
  'status',
  'tranDate',
  'total',
  'email',
  'location',
  'custbody_ns_project',
] as const;

const list = (query: Record<string, string | number>) =>
  `/api/netsuite-sales-orders?${new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]))}`;

/** Unless it says otherwise, hardly any request is the same as another. */
const cases: Record<string, { path: () => string; token?: keyof Tokens }> = {
  'first page': { path: () => list({ page: 1, limit: 10 }) },
  "one customer's first page": { path: () => '/api/netsuite-sales-orders/customer?page=1&limit=10', token: 'customer' },
  'status and dates': {
    path: () => {
      const from = random(2400);
      const createData = `${dayOf(from)},${dayOf(from + random(700))}`;
      return list({ filter: JSON.stringify({ status: pick(statuses), createData }) });
    },
  },
  'part of a number': {
    path: () => list({ search: `SO${100_000 + random(orders)}`.slice(0, -random(3) || undefined) }),
  },
  'part of a name': { path: () => list({ search: `${pick(words)} ${pick(places)} ${pick(words)}`.slice(random(3)) }) },
  'a word in many names': { path: () => list({ search: pick(words).slice(random(2), -random(2) || undefined) }) },
  'sort by any column': { path: () => list({ sortBy: pick(columns), sortOrder: pick(['ASC', 'DESC']) }) },
  'last page': { path: () => list({ page: orders / 10 }) },
};

const median = (numbers: number[]) =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;

type Compared = Measured & { share: number };

/** Run by run beside the bare handler, so that whatever else the machine does meets both. */
async function repeat(load: Load, bare: Load): Promise<Compared> {
  await measure({ ...load, seconds: 0.5 });
  const measured: Compared[] = [];
  for (let run = 0; run < runs; run += 1) {
    const base = await measure(bare);
    const one = await measure(load);
    measured.push({ ...one, share: one.requestsPerSecond / base.requestsPerSecond });
  }
  const of = (key: keyof Compared) => median(measured.map((one) => one[key]));
  return {
    requestsPerSecond: of('requestsPerSecond'),
    share: of('share'),
    p50: of('p50'),
    p95: of('p95'),
    p99: of('p99'),
  };
}

async function compare(databaseUrl: string): Promise<void> {
  const bare = await startServer('bare', databaseUrl);
  const portal = await startServer('portal', databaseUrl);
  try {
    const base: Load = { url: bare.url, nextPath: () => '/', seconds };
    console.log(`${orders.toLocaleString('en')} orders, 8 connections\n`);
    console.log(
      '| work | requests/s | of the bare handler | p50 | p95 | p99 |\n| --- | ---: | ---: | ---: | ---: | ---: |',
    );
    report('bare handler', await repeat(base, base));
    for (const [name, { path, token = 'admin' }] of Object.entries(cases)) {
      const headers = { authorization: `Bearer ${portal.tokens[token]}` };
      report(name, await repeat({ url: portal.url, nextPath: path, headers, seconds }, base));
    }
  } finally {
    bare.stop();
    portal.stop();
  }
}

function report(name: string, { requestsPerSecond, share, p50, p95, p99 }: Compared): void {
  const times = [p50, p95, p99].map((ms) => ms.toFixed(1));
  console.log(`| ${[name, Math.round(requestsPerSecond), share.toFixed(2), ...times].join(' | ')} |`);
}

async function withSeededDatabase(use: (url: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'order-portal-bench-'));
  const postgres = await startEmbeddedPostgres({
    folder: join(folder, 'postgres'),
    settings: { shared_buffers: '1GB' },
  });
  try {
    const database = openDatabase({ url: postgres.url('postgres') });
    await migrate(database.db);
    await seedOrders(database.pool, orders);
    await database.close();
    await use(postgres.url('postgres'));
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

await (options.database === undefined ? withSeededDatabase(compare) : compare(options.database));
