import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import type { SyncResult } from '@portal/contract/sync';
import { createSandboxControl } from '@portal/netsuite-sandbox/control-client';
import { openDatabase } from '@portal/server/platform/database';
import { type ChildServer, readMemory, startChild } from './child-server.ts';
import { createDatabase, withPostgres } from './database.ts';
import { describeMachine } from './machine.ts';
import { printTable } from './report.ts';
import { startBenchSandbox } from './sandbox.ts';
import type { SyncPortal, SyncPortalOrder } from './sync-portal.ts';

/**
 * How fast orders come over from the sandbox, which runs on the same cores: `node bench/sync.ts [--orders 100000]
 * [--latency 1000]`. The latency is that of a request, in milliseconds, for the first table alone. Prints Markdown.
 */
const { values: options } = parseArgs({
  options: { orders: { type: 'string', default: '100000' }, latency: { type: 'string', default: '1000' } },
});
const orders = Number(options.orders);
const latency = Number(options.latency);
const concurrency = 4;

type Timed = { result: SyncResult; seconds: number; requests: number; peak: number };

console.log(`Machine: ${describeMachine()}\n`);
await withPostgres(async (postgres) => {
  const { sandbox, environment: netsuite } = await startBenchSandbox(postgres, { orders, customers: 5000 });
  const control = createSandboxControl(sandbox.controlUrl);

  const startPortal = (databaseUrl: string): Promise<ChildServer<SyncPortal>> =>
    startChild('sync-portal.ts', {
      ...netsuite,
      DATABASE_URL: databaseUrl,
      NETSUITE_CONCURRENCY: String(concurrency),
    } satisfies SyncPortalOrder);

  /** One sync of orders, with its number of requests and the peak memory. */
  async function sync({ url, token }: SyncPortal): Promise<Timed> {
    await control.resetRequests();
    let peak = 0;
    const watch = setInterval(async () => {
      peak = Math.max(peak, await readMemory(url).catch(() => 0));
    }, 500);
    const begin = performance.now();
    // Not fetch, which gives up after five minutes without an answer.
    const request = get(`${url}/api/netsuite-sales-orders/sync`, { headers: { authorization: `Bearer ${token}` } });
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    const seconds = (performance.now() - begin) / 1000;
    clearInterval(watch);
    const result = (await json(answer)) as SyncResult;
    if (answer.statusCode !== 200) throw new Error(JSON.stringify(result));
    const { total: requests } = await control.requests();
    return { result, seconds, requests, peak };
  }

  const rows: string[][] = [];
  const note = (name: string, { result, seconds, requests, peak }: Timed, compared: string) =>
    rows.push([
      name,
      seconds.toFixed(1),
      Math.round(result.fetched / seconds).toLocaleString('en'),
      String(requests),
      peak === 0 ? '' : String(Math.round(peak / 1024 ** 2)),
      compared,
    ]);

  if (latency > 0) {
    const portal = await startPortal(await createDatabase(postgres, 'slow'));
    await control.change({ latency: { query: { minimum: latency, maximum: latency } } });
    const slow = await sync(portal);
    // Each request is a page: of orders, of their lines, their addresses or names.
    const ideal = (slow.requests * latency) / 1000 / concurrency;
    note(
      `first sync, ${latency} ms a request, ${concurrency} at a time`,
      slow,
      `${(slow.seconds / ideal).toFixed(2)} × requests × latency ÷ ${concurrency}`,
    );
    await control.reset();
    await portal.stop();
  }

  const databaseUrl = await createDatabase(postgres, 'fast');
  const portal = await startPortal(databaseUrl);
  const fast = await sync(portal);
  note('first sync, no latency', fast, '');
  const nothing = await sync(portal);
  const { created, updated, deleted } = nothing.result;
  note('nothing changed', nothing, `${created + updated + deleted} rows written`);
  await portal.stop();
  await sandbox.close();

  printTable(['sync', 'seconds', 'orders a second', 'requests', 'peak MiB', 'compared'], rows);
  const bulk = await measureBulk(databaseUrl);
  const rate = fast.result.fetched / fast.seconds;
  console.log(`One bulk statement into the same table: ${Math.round(bulk).toLocaleString('en')} orders a second;`);
  console.log(`the first sync without latency reaches ${(rate / bulk).toFixed(2)} of that.\n`);
});

/** Orders a second when a tenth of them is written anew by one statement, with the table's indexes and triggers. */
async function measureBulk(databaseUrl: string): Promise<number> {
  const { pool, close } = openDatabase({ url: databaseUrl, timeouts: { request: { statementMs: 0, lockMs: 0 } } });
  const share = Math.min(100_000, Math.ceil(orders / 10));
  await pool.query('create table again as select * from sales_orders order by id desc limit 0');
  await pool.query('insert into again select * from sales_orders order by id desc limit $1', [share]);
  await pool.query('delete from sales_orders where id in (select id from again)');
  const { rows } = await pool.query<{ names: string }>(
    `select string_agg(quote_ident(attname), ', ') as names from pg_attribute
     where attrelid = 'sales_orders'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
  );
  const names = rows[0]?.names ?? '';
  const begin = performance.now();
  await pool.query(`insert into sales_orders (${names}) select ${names} from again`);
  const seconds = (performance.now() - begin) / 1000;
  await close();
  return share / seconds;
}
