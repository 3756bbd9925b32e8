import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type DatabaseClient, openDatabase } from '@portal/server/platform/database';
import { type ChildServer, readMemory, readMetric, startChild } from './child-server.ts';
import { seededDatabase, withPostgres } from './database.ts';
import { casesFor } from './list-cases.ts';
import type { ListServer, ListServerOrder } from './list-server.ts';
import { type Load, measure } from './load.ts';
import { describeMachine } from './machine.ts';
import { printTable } from './report.ts';
import { seedLists } from './seed-lists.ts';

/**
 * Growth with the number of orders: `node bench/scale.ts [--orders 100000,1000000] [--seconds 3] [--processes 1,2,4]
 * [--folder data]`. Disk, writing and vacuum, then first pages by several processes: with how much CPU time of a process
 * and of PostgreSQL, which holds also where all share few cores. Reads /proc, so Linux only. `--folder` keeps the
 * databases, which `bench/lists.ts --folder` uses too. Prints Markdown.
 */
const { values: options } = parseArgs({
  options: {
    orders: { type: 'string', default: '100000,1000000' },
    seconds: { type: 'string', default: '3' },
    processes: { type: 'string', default: '1,2,4' },
    folder: { type: 'string' },
  },
});
const seconds = Number(options.seconds);
const changed = 10_000;
const unlimited = { REQUESTS_PER_MINUTE: '1000000', REQUESTS_BUSY_PERCENT: '1000000' };
type Row = [name: string, value: string];

const tables = ['sales_orders', 'order_lines', 'fulfillments', 'invoices', 'order_events'] as const;
const inMebibytes = (bytes: number) => Math.round(bytes / 1024 ** 2).toLocaleString('en');

async function measureDisk({ pool }: DatabaseClient): Promise<Row[]> {
  const size = async (expression: string) => {
    const { rows } = await pool.query<{ bytes: string }>(`select ${expression} as bytes`);
    return inMebibytes(Number(rows[0]?.bytes));
  };
  const rows: Row[] = [['database, MiB', await size('pg_database_size(current_database())')]];
  for (const table of tables) {
    const heap = await size(`pg_table_size('${table}')`);
    rows.push([`${table}: table / indexes, MiB`, `${heap} / ${await size(`pg_indexes_size('${table}')`)}`]);
  }
  return rows;
}

/** Updates the latest orders, as a sync does, and cleans up after it. */
async function measureWriting({ pool }: DatabaseClient): Promise<Row[]> {
  const time = async (statement: string) => {
    const start = performance.now();
    await pool.query(statement);
    return (performance.now() - start) / 1000;
  };
  const latest = `select id from sales_orders order by id desc limit ${changed}`;
  const writing = await time(`update sales_orders set memo = memo || '!' where id in (${latest})`);
  return [
    [`orders updated a second, ${changed} in one statement`, Math.round(changed / writing).toLocaleString('en')],
    ['vacuum of the orders afterwards, s', (await time('vacuum sales_orders')).toFixed(1)],
    ['analyze of the orders, s', (await time('analyze sales_orders')).toFixed(1)],
  ];
}

/** CPU seconds of all processes of PostgreSQL that serve a connection. */
async function readPostgresCpu({ pool }: DatabaseClient): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('select pid from pg_stat_activity where pid <> pg_backend_pid()');
  const used = rows.map(async ({ pid }) => {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // User and system time, in hundredths of a second.
    return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100;
  });
  return (await Promise.all(used)).reduce((sum, each) => sum + each, 0);
}

async function measureProcesses(database: DatabaseClient, portals: readonly ChildServer<ListServer>[]): Promise<Row[]> {
  const [page] = casesFor(1);
  if (page === undefined) return [];
  const loadOf = ({ url, tokens }: ListServer): Load => ({
    url,
    nextPaths: page.paths,
    tokens: tokens[page.token],
    connections: 16 / portals.length,
    seconds,
  });
  const measureAll = () => Promise.all(portals.map((portal) => measure(loadOf(portal))));
  const readCpu = async () => {
    const used = await Promise.all(portals.map(({ url }) => readMetric(url, 'process_cpu_seconds_total')));
    return { portals: used.reduce((sum, each) => sum + each, 0), postgres: await readPostgresCpu(database) };
  };
  await measureAll();
  const before = await readCpu();
  const measured = await measureAll();
  const after = await readCpu();
  const perSecond = measured.reduce((sum, each) => sum + each.perSecond, 0);
  const perRequest = (cpuSeconds: number) => ((cpuSeconds / (perSecond * seconds)) * 1000).toFixed(2);
  const memory = Math.max(...(await Promise.all(portals.map(({ url }) => readMemory(url)))));
  const name = `${portals.length} ${portals.length === 1 ? 'process' : 'processes'}`;
  return [
    [`${name}: first pages a second`, Math.round(perSecond).toLocaleString('en')],
    [
      `${name}: CPU ms per page, portal / PostgreSQL`,
      `${perRequest(after.portals - before.portals)} / ${perRequest(after.postgres - before.postgres)}`,
    ],
    [`${name}: memory of the largest, MiB`, inMebibytes(memory)],
  ];
}

async function measureSize(databaseUrl: string): Promise<Row[]> {
  const database = openDatabase({ url: databaseUrl, timeouts: { request: { statementMs: 0, lockMs: 0 } } });
  const rows = [...(await measureDisk(database)), ...(await measureWriting(database))];
  for (const count of options.processes.split(',').map(Number)) {
    const order: ListServerOrder = { kind: 'portal', databaseUrl, environment: unlimited };
    const portals = await Promise.all(
      Array.from({ length: count }, () => startChild<ListServer>('list-server.ts', order)),
    );
    try {
      rows.push(...(await measureProcesses(database, portals)));
    } finally {
      await Promise.all(portals.map((portal) => portal.stop()));
    }
  }
  await database.close();
  return rows;
}

console.log(`Machine: ${describeMachine()}\n`);
await withPostgres(async (postgres) => {
  const columns: Row[][] = [];
  const sizes = options.orders.split(',').map(Number);
  for (const orders of sizes) {
    const seed = (url: string) => seedLists(url, orders);
    columns.push(await measureSize(await seededDatabase(postgres, `orders_${orders}`, seed)));
  }
  const rows = (columns[0] ?? []).map(([name], index) => [name, ...columns.map((column) => column[index]?.[1] ?? '')]);
  printTable(['', ...sizes.map((orders) => `${orders.toLocaleString('en')} orders`)], rows);
}, options.folder);
