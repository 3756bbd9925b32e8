import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type ChildServer, readMemory, startChild } from './child-server.ts';
import { seededDatabase, withPostgres } from './database.ts';
import { type Case, casesFor } from './list-cases.ts';
import type { ListServer, ListServerOrder } from './list-server.ts';
import { type Load, type Measured, measure } from './load.ts';
import { describeMachine } from './machine.ts';
import { median, printTable } from './report.ts';
import { seedLists } from './seed-lists.ts';

/**
 * How fast lists, orders and dashboard answer, beside a bare handler in the same run: `node bench/lists.ts
 * [--orders 10000,100000,1000000] [--seconds 1] [--runs 5] [--cases first,last] [--folder data] [--beside checkout]`.
 * `--folder` keeps the databases for later runs. `--beside` measures another checkout in the same rounds, on a database
 * that its own bench has seeded. Prints tables in Markdown; times are medians over the runs, in milliseconds.
 */
const { values: options } = parseArgs({
  options: {
    orders: { type: 'string', default: '10000,100000,1000000' },
    seconds: { type: 'string', default: '1' },
    runs: { type: 'string', default: '5' },
    cases: { type: 'string', default: '1,100' },
    folder: { type: 'string' },
    beside: { type: 'string' },
  },
});
const sizes = options.orders.split(',').map(Number);
const [seconds, runs] = [Number(options.seconds), Number(options.runs)];
const [firstCase = 1, lastCase = 100] = options.cases.split(',').map(Number);
const besideBench = options.beside === undefined ? undefined : resolve(options.beside, 'bench');
const warmUp = 0.7;
/** Eight users send requests without a pause. */
const unlimited = { REQUESTS_PER_MINUTE: '1000000', REQUESTS_BUSY_PERCENT: '1000000' };

type Compared = Measured & { share: number };
/** `beside`: of the other checkout, if it answers this work. */
type Row = { name: string; compared: Compared; beside?: Compared | undefined };

/** Alternates with the bare handler in each run, so that other load on the machine affects all. */
async function repeat(loads: readonly Load[], bare: Load): Promise<Compared[]> {
  for (const load of loads) await measure({ ...load, seconds: seconds / 2 });
  const measured: Compared[][] = loads.map(() => []);
  for (let run = 0; run < runs; run += 1) {
    const base = await measure(bare);
    for (const [index, load] of loads.entries()) {
      const one = await measure(load);
      measured[index]?.push({ ...one, share: one.perSecond / base.perSecond });
    }
  }
  return measured.map((ofLoad) => {
    const of = (key: keyof Compared) => median(ofLoad.map((one) => one[key]));
    return { perSecond: of('perSecond'), share: of('share'), p50: of('p50'), p95: of('p95'), p99: of('p99') };
  });
}

type Databases = { now: string; beside: string | undefined };

async function compare({ now, beside }: Databases, orders: number): Promise<Row[]> {
  const start = (
    kind: ListServerOrder['kind'],
    databaseUrl: string,
    bench?: string,
  ): Promise<ChildServer<ListServer>> =>
    startChild('list-server.ts', { kind, databaseUrl, environment: unlimited } satisfies ListServerOrder, bench);
  const [bare, portal] = [await start('bare', now), await start('portal', now)];
  const other = beside === undefined ? undefined : await start('portal', beside, besideBench);
  try {
    const base: Load = { url: bare.url, nextPaths: () => ['/'], seconds };
    const loadOf = ({ url, tokens }: ListServer, { paths, token }: Case): Load => ({
      url,
      nextPaths: paths,
      // Releases before 2026-11-23 sign in one user of each kind.
      tokens: [tokens[token]].flat(),
      seconds,
    });
    const measured = casesFor(orders).slice(firstCase - 1, lastCase);
    // Warms up with all work, so that the servers are compiled, have done what they do after a start, and find data in memory.
    await measure({ ...base, seconds: warmUp });
    for (const server of other === undefined ? [portal] : [portal, other]) {
      for (const one of measured) {
        const load = loadOf(server, one);
        if (await answers(load)) await measure({ ...load, seconds: warmUp });
      }
    }
    const [itself] = await repeat([base], base);
    const rows: Row[] = itself === undefined ? [] : [{ name: 'bare handler', compared: itself }];
    for (const one of measured) {
      const loads = [loadOf(portal, one)];
      if (other !== undefined && (await answers(loadOf(other, one)))) loads.push(loadOf(other, one));
      const [compared, ofOther] = await repeat(loads, base);
      if (compared !== undefined) rows.push({ name: one.name, compared, beside: ofOther });
    }
    report(orders, rows, await readMemory(portal.url));
    return rows;
  } finally {
    await Promise.all([bare, portal, other].map((server) => server?.stop()));
  }
}

async function answers({ url, nextPaths, tokens = [] }: Load): Promise<boolean> {
  for (const path of nextPaths()) {
    const headers = { authorization: `Bearer ${tokens[0]}` };
    if (!(await fetch(url + path, { headers })).ok) return false;
  }
  return true;
}

const inMs = ({ p50, p95, p99 }: Measured) => [p50, p95, p99].map((ms) => ms.toFixed(1));

function report(orders: number, rows: readonly Row[], memory: number): void {
  console.log(`### ${orders.toLocaleString('en')} orders, 8 connections of 8 users\n`);
  const head = ['work', 'per second', 'of the bare handler', 'p50', 'p95', 'p99'];
  const besideHead = besideBench === undefined ? [] : ['p50 beside', 'p95', 'p99', 'per second, times as many'];
  const inRows = rows.map(({ name, compared, beside }) => {
    const { perSecond, share } = compared;
    const times = beside === undefined ? [] : [...inMs(beside), (perSecond / beside.perSecond).toFixed(2)];
    const columns = besideHead.map((_, index) => times[index] ?? '');
    return [name, Math.round(perSecond).toLocaleString('en'), share.toFixed(2), ...inMs(compared), ...columns];
  });
  printTable([...head, ...besideHead], inRows);
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

/** Runs the other checkout's own seed. */
async function seedBeside(url: string, orders: number): Promise<void> {
  const script = `await (await import(process.argv[1])).seedLists(process.argv[2], Number(process.argv[3]))`;
  const seed = resolve(String(besideBench), 'seed-lists.ts');
  const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', script, seed, url, String(orders)], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`${seed} ended with ${status}`);
}

console.log(`Machine: ${describeMachine()}\n`);
await withPostgres(async (postgres) => {
  const measured: Row[][] = [];
  for (const orders of sizes) {
    const now = await seededDatabase(postgres, `orders_${orders}`, (url) => seedLists(url, orders));
    const beside =
      besideBench === undefined
        ? undefined
        : await seededDatabase(postgres, `beside_${orders}`, (url) => seedBeside(url, orders));
    measured.push(await compare({ now, beside }, orders));
  }
  const [smallest, largest] = [measured[0], measured.at(-1)];
  if (smallest !== undefined && largest !== undefined && largest !== smallest) reportGrowth(smallest, largest);
}, options.folder);
