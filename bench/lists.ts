import { parseArgs } from 'node:util';
import { type ChildServer, readMemory, startChild } from './child-server.ts';
import { createDatabase, withPostgres } from './database.ts';
import { casesFor } from './list-cases.ts';
import type { ListServer, ListServerOrder } from './list-server.ts';
import { type Load, type Measured, measure } from './load.ts';
import { describeMachine } from './machine.ts';
import { median, printTable } from './report.ts';
import { seedLists } from './seed-lists.ts';

/**
 * How fast lists and dashboard answer, beside a bare handler in the same run: `node bench/lists.ts
 * [--orders 10000,100000,1000000] [--seconds 1] [--runs 5]`. Prints tables in Markdown; times are medians over the runs,
 * in milliseconds.
 */
const { values: options } = parseArgs({
  options: {
    orders: { type: 'string', default: '10000,100000,1000000' },
    seconds: { type: 'string', default: '1' },
    runs: { type: 'string', default: '5' },
  },
});
const sizes = options.orders.split(',').map(Number);
const [seconds, runs] = [Number(options.seconds), Number(options.runs)];
const warmUp = 3;
/** One user sends requests without a pause. */
const unlimited = { REQUESTS_PER_MINUTE: '1000000' };

type Compared = Measured & { share: number };
type Row = { name: string; compared: Compared };

/** Alternates with the bare handler in each run, so that other load on the machine affects both. */
async function repeat(load: Load, bare: Load): Promise<Compared> {
  await measure({ ...load, seconds: seconds / 2 });
  const measured: Compared[] = [];
  for (let run = 0; run < runs; run += 1) {
    const base = await measure(bare);
    const one = await measure(load);
    measured.push({ ...one, share: one.perSecond / base.perSecond });
  }
  const of = (key: keyof Compared) => median(measured.map((one) => one[key]));
  return { perSecond: of('perSecond'), share: of('share'), p50: of('p50'), p95: of('p95'), p99: of('p99') };
}

async function compare(databaseUrl: string, orders: number): Promise<Row[]> {
  const start = (kind: ListServerOrder['kind']): Promise<ChildServer<ListServer>> =>
    startChild('list-server.ts', { kind, databaseUrl, environment: unlimited } satisfies ListServerOrder);
  const [bare, portal] = [await start('bare'), await start('portal')];
  try {
    const base: Load = { url: bare.url, nextPaths: () => ['/'], seconds };
    const cases = casesFor(orders).map(({ name, paths, token }) => {
      const headers = { authorization: `Bearer ${portal.tokens[token]}` };
      return { name, load: { url: portal.url, nextPaths: paths, headers, seconds } satisfies Load };
    });
    // Warms up both, so that the JIT has compiled them.
    await measure({ ...base, seconds: warmUp });
    for (const { load } of cases.slice(0, 2)) await measure({ ...load, seconds: warmUp });
    const rows: Row[] = [{ name: 'bare handler', compared: await repeat(base, base) }];
    for (const { name, load } of cases) rows.push({ name, compared: await repeat(load, base) });
    report(orders, rows, await readMemory(portal.url));
    return rows;
  } finally {
    await Promise.all([bare.stop(), portal.stop()]);
  }
}

function report(orders: number, rows: readonly Row[], memory: number): void {
  console.log(`### ${orders.toLocaleString('en')} orders, 8 connections\n`);
  const head = ['work', 'per second', 'of the bare handler', 'p50', 'p95', 'p99'];
  const inRows = rows.map(({ name, compared: { perSecond, share, p50, p95, p99 } }) => {
    const times = [p50, p95, p99].map((ms) => ms.toFixed(1));
    return [name, Math.round(perSecond).toLocaleString('en'), share.toFixed(2), ...times];
  });
  printTable(head, inRows);
  console.log(`Memory of the portal afterwards: ${Math.round(memory / 1024 ** 2)} MiB\n`);
}

/** Growth factor of each unit of work from the fewest to the most orders, divided by that of the bare handler. */
function reportGrowth(smallest: readonly Row[], largest: readonly Row[]): void {
  const rows = smallest.map(({ name, compared }, index) => {
    const later = largest[index]?.compared;
    return [name, later === undefined ? '' : (compared.share / later.share).toFixed(2)];
  });
  console.log(`### Growth from ${sizes[0]?.toLocaleString('en')} to ${sizes.at(-1)?.toLocaleString('en')} orders\n`);
  printTable(['work', 'times as long'], rows);
}

console.log(`Machine: ${describeMachine()}\n`);
await withPostgres(async (postgres) => {
  const measured: Row[][] = [];
  for (const orders of sizes) {
    const url = await createDatabase(postgres, `orders_${orders}`);
    await seedLists(url, orders);
    measured.push(await compare(url, orders));
  }
  const [smallest, largest] = [measured[0], measured.at(-1)];
  if (smallest !== undefined && largest !== undefined && largest !== smallest) reportGrowth(smallest, largest);
});
