import { parseArgs } from 'node:util';
import { type ChildServer, startChild } from './child-server.ts';
import { createDatabase, withPostgres } from './database.ts';
import type { ListServer, ListServerOrder } from './list-server.ts';
import { type Load, measure } from './load.ts';
import { describeMachine } from './machine.ts';
import { median, printTable } from './report.ts';
import { seedLists } from './seed-lists.ts';

/**
 * Measures how much one user slows down other users: another user reads the first page, alternately while the server
 * is idle and while one customer-side user sends 600 requests a minute, 30 searches a second, 300 syncs and 150 saves
 * at once. `node bench/hammer.ts [--orders 100000] [--seconds 5] [--runs 5]` prints both times, their ratio, and the
 * responses to the hammering user. Fails when another user gets any status but 200.
 */
const { values: options } = parseArgs({
  options: {
    orders: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '5' },
    runs: { type: 'string', default: '5' },
  },
});
const [orders, seconds, runs] = [Number(options.orders), Number(options.seconds), Number(options.runs)];

const searches = ['σ'.repeat(180), 'a', 'e'.repeat(180), '-', 'North', '1111111', 'so', 'é'];

/** Sends the target's requests until stopped; counts the responses by status. */
function hammer(url: string, token: string | undefined): { stop(): Promise<void>; statuses: Map<number, number> } {
  const statuses = new Map<number, number>();
  const ending = new AbortController();
  const running = new Set<Promise<void>>();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const send = (path: string, init: RequestInit = {}) => {
    const request = fetch(`${url}/api${path}`, { ...init, headers, signal: ending.signal })
      .then(async (response) => {
        await response.arrayBuffer();
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      })
      .catch(() => undefined)
      .finally(() => running.delete(request));
    running.add(request);
  };
  const list = '/netsuite-sales-orders/customer';
  let count = 0;
  const timers = [
    setInterval(() => send(`${list}?page=${1 + (count++ % 50)}`), 100),
    setInterval(() => {
      const search = `${searches[count % searches.length]}${count % 7 === 0 ? count : ''}`;
      send(`${list}?${new URLSearchParams({ search })}`);
      count += 1;
    }, 1000 / 30),
    setInterval(() => {
      for (let number = 0; number < 150; number += 1) {
        const body = JSON.stringify({ label: `label ${number % 50}`, prefrenceSetting: '[]' });
        send('/prefrences', { method: 'POST', body });
      }
    }, 1000),
    setInterval(() => send('/netsuite-sales-orders/sync'), (seconds * 1000) / 300),
  ];
  const stop = async () => {
    for (const timer of timers) clearInterval(timer);
    ending.abort();
    await Promise.all(running);
  };
  return { stop, statuses };
}

/** The default limits, and fair connection sharing without any other limit. */
const variants = {
  'default limits': {},
  'no limit on requests': { REQUESTS_PER_MINUTE: '1000000', REQUESTS_AT_ONCE: '10000' },
};

async function compare(name: string, order: ListServerOrder): Promise<string[]> {
  const portal: ChildServer<ListServer> = await startChild('list-server.ts', order);
  try {
    const nextPaths = () => ['/api/netsuite-sales-orders?page=1&limit=10'];
    const load: Load = {
      url: portal.url,
      nextPaths,
      tokens: portal.tokens.admin,
      connections: 1,
      pauseMs: 20,
      seconds,
    };
    await measure({ ...load, pauseMs: 0, seconds: 2 });
    const statuses = new Map<number, number>();
    const measured: { quiet: number; hammered: number }[] = [];
    for (let run = 0; run < runs; run += 1) {
      const quiet = await measure(load);
      const hammering = hammer(portal.url, portal.tokens.customer[0]);
      const hammered = await measure(load);
      await hammering.stop();
      for (const [status, times] of hammering.statuses) statuses.set(status, (statuses.get(status) ?? 0) + times);
      measured.push({ quiet: quiet.p95, hammered: hammered.p95 });
    }
    const quiet = median(measured.map((one) => one.quiet));
    const hammered = median(measured.map((one) => one.hammered));
    const answers = [...statuses]
      .sort(([one], [other]) => one - other)
      .map(([status, times]) => `${times} × ${status}`);
    return [name, quiet.toFixed(1), hammered.toFixed(1), (hammered / quiet).toFixed(1), answers.join(', ')];
  } finally {
    await portal.stop();
  }
}

console.log(`Machine: ${describeMachine()}\n`);
await withPostgres(async (postgres) => {
  const databaseUrl = await createDatabase(postgres, 'hammer');
  await seedLists(databaseUrl, orders);
  const rows: string[][] = [];
  for (const [name, environment] of Object.entries(variants)) {
    rows.push(await compare(name, { kind: 'portal', databaseUrl, environment }));
  }
  console.log(`### Everybody else's first page while one user hammers, ${orders.toLocaleString('en')} orders\n`);
  printTable(['', 'p95 quiet', 'p95 hammered', 'times', 'answers to the hammering user'], rows);
});
