import { parseArgs } from 'node:util';
import { openDatabase } from '@portal/server/platform/database';
import { type ChildServer, readMemory, startChild } from './child-server.ts';
import { createDatabase, withPostgres } from './database.ts';
import { casesFor } from './list-cases.ts';
import type { ListServer, ListServerOrder } from './list-server.ts';
import { type Load, measure } from './load.ts';
import { describeMachine } from './machine.ts';
import { median, printTable } from './report.ts';
import { seedLists } from './seed-lists.ts';

/**
 * Growth with the number of orders: `node bench/scale.ts [--orders 100000,1000000] [--seconds 2] [--runs 3]`. Disk,
 * writing and vacuum, lists by one process, and the gain of a second one in alternating rounds. Prints Markdown.
 */
const { values: options } = parseArgs({
  options: {
    orders: { type: 'string', default: '100000,1000000' },
    seconds: { type: 'string', default: '2' },
    runs: { type: 'string', default: '3' },
  },
});
const [seconds, runs] = [Number(options.seconds), Number(options.runs)];
const changed = 10_000;
const unlimited = { REQUESTS_PER_MINUTE: '1000000' };
type Row = [name: string, value: string];

async function measureSize(url: string, orders: number): Promise<Row[]> {
  const begin = performance.now();
  await seedLists(url, orders);
  const rows: Row[] = [['seeded in, with vacuum, s', ((performance.now() - begin) / 1000).toFixed(0)]];
  const { pool, close } = openDatabase({ url, timeouts: { request: { statementMs: 0, lockMs: 0 } } });
  const { rows: sizes } = await pool.query<{ database: string; heap: string; indexes: string }>(
    `select pg_database_size(current_database()) as database, pg_table_size('sales_orders') as heap,
       pg_indexes_size('sales_orders') as indexes`,
  );
  for (const [name, bytes] of Object.entries(sizes[0] ?? {})) {
    rows.push([`${name}, MiB`, Math.round(Number(bytes) / 1024 ** 2).toLocaleString('en')]);
  }
  const time = async (statement: string) => {
    const start = performance.now();
    await pool.query(statement);
    return (performance.now() - start) / 1000;
  };
  const writing = await time(
    `update sales_orders set memo = memo || '!' where id in (select id from sales_orders order by id limit ${changed})`,
  );
  rows.push([`orders updated a second, ${changed} in one statement`, Math.round(changed / writing).toString()]);
  rows.push(['vacuum afterwards, s', (await time('vacuum analyze sales_orders')).toFixed(1)]);
  await close();
  return [...rows, ...(await measureLists(url, orders))];
}

async function measureLists(databaseUrl: string, orders: number): Promise<Row[]> {
  const order: ListServerOrder = { kind: 'portal', databaseUrl, environment: unlimited };
  const start = () => startChild<ListServer>('list-server.ts', order);
  const portals: [ChildServer<ListServer>, ChildServer<ListServer>] = [await start(), await start()];
  const [first] = portals;
  try {
    const loadOf = (portal: ListServer, { paths, token }: ReturnType<typeof casesFor>[number]): Load => ({
      url: portal.url,
      nextPaths: paths,
      headers: { authorization: `Bearer ${portal.tokens[token]}` },
      seconds,
    });
    const rows: Row[] = [];
    for (const one of casesFor(orders)) {
      await measure(loadOf(first, one));
      const { p50, p95 } = await measure(loadOf(first, one));
      rows.push([`${one.name}, p50 / p95, ms`, `${p50.toFixed(1)} / ${p95.toFixed(1)}`]);
    }
    rows.push(['memory of a process, MiB', Math.round((await readMemory(first.url)) / 1024 ** 2).toString()]);
    const [page] = casesFor(orders);
    if (page === undefined) return rows;
    await measure(loadOf(portals[1], page));
    const gains: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      const alone = await measure({ ...loadOf(first, page), connections: 16 });
      const together = await Promise.all(portals.map((portal) => measure(loadOf(portal, page))));
      gains.push(together.reduce((sum, { perSecond }) => sum + perSecond, 0) / alone.perSecond);
    }
    return [...rows, ['first pages a second, two processes ÷ one', median(gains).toFixed(2)]];
  } finally {
    await Promise.all(portals.map((portal) => portal.stop()));
  }
}

console.log(`Machine: ${describeMachine()}\n`);
await withPostgres(async (postgres) => {
  const columns: Row[][] = [];
  const sizes = options.orders.split(',').map(Number);
  for (const orders of sizes) {
    columns.push(await measureSize(await createDatabase(postgres, `orders_${orders}`), orders));
  }
  const rows = (columns[0] ?? []).map(([name], index) => [name, ...columns.map((column) => column[index]?.[1] ?? '')]);
  printTable(['', ...sizes.map((orders) => `${orders.toLocaleString('en')} orders`)], rows);
});
