import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { findFreePort } from '../tools/free-port.ts';
import { startMailServer } from '../tools/maildev.ts';
import { type AttackedPortal, attacks } from './attack-kinds.ts';
import type { AttackServerOrder } from './attack-server.ts';
import type { AttackOrder, AttackResult } from './attacker.ts';
import { startChild } from './child-server.ts';
import { seededDatabase, withPostgres } from './database.ts';
import { type Load, measure } from './load.ts';
import { describeMachine } from './machine.ts';
import { median, printTable } from './report.ts';
import { seedLists } from './seed-lists.ts';

/**
 * How much attacks slow others down: `node bench/attacks.ts [--orders 100000] [--seconds 8] [--runs 2] [--only text]
 * [--folder data]`. Eight users of other customers read their first page 70 times a second, before and during each attack,
 * and while the attacker sends the same, as often, to a server that does nothing with it, since attackers elsewhere would have
 * a machine of their own; ends with an error if one of them gets any status but 200. As root, portal and PostgreSQL have
 * priority over the attacker. Prints a table in Markdown; times are in milliseconds.
 */
const { values: options } = parseArgs({
  options: {
    orders: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '8' },
    runs: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
    folder: { type: 'string' },
  },
});
const [orders, seconds, runs] = [Number(options.orders), Number(options.seconds), Number(options.runs)];
/** Until limits of requests a minute, pauses and queues of the attack before are over. */
const restMs = 5000;
const attackerPriority = 0;

type Times = { p50: number; p95: number };
/** `elsewhere`: the attacker sends the same requests, as often, to a server that does no work for them. */
type Compared = { quiet: Times; during: Times; elsewhere: Times };

async function attack(order: AttackOrder): Promise<{ result: Promise<AttackResult> }> {
  const child = fork(join(import.meta.dirname, 'attacker.ts'), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  setPriority(child.pid ?? 0, attackerPriority);
  child.send(order);
  const result = once(child, 'message').then(([message]) => {
    child.kill('SIGKILL');
    return message as AttackResult;
  });
  // Node starts and compiles for a second.
  await delay(1000);
  return { result };
}

async function compare(portal: AttackedPortal, elsewhereUrl: string, name: string): Promise<string[]> {
  const nextPaths = () => ['/api/netsuite-sales-orders/customer?page=1&limit=10'];
  const load: Load = { url: portal.url, nextPaths, tokens: portal.tokens.others, pauseMs: 110, seconds };
  const compared: Compared[] = [];
  const all: AttackResult['answers'] = {};
  for (let run = 0; run < runs; run += 1) {
    await delay(restMs);
    const quiet = await measure(load);
    const order: AttackOrder = { name, portal, seconds: seconds + 1 };
    const { result } = await attack(order);
    const during = await measure(load);
    const { answers, meanMs } = await result;
    for (const [answer, times] of Object.entries(answers)) all[answer] = (all[answer] ?? 0) + times;
    await delay(restMs);
    const again = await attack({ ...order, elsewhere: { url: elsewhereUrl, meanMs } });
    const elsewhere = await measure(load);
    await again.result;
    compared.push({ quiet, during, elsewhere });
  }
  const cells = (['p50', 'p95'] as const).flatMap((part) => [
    (['quiet', 'elsewhere', 'during'] as const)
      .map((when) => median(compared.map((one) => one[when][part])).toFixed(1))
      .join(' / '),
    `${median(compared.map(({ quiet, during }) => during[part] / quiet[part])).toFixed(1)} ×`,
  ]);
  const answered = Object.entries(all).map(([answer, times]) => `${times} × ${answer}`);
  return [name, ...cells, answered.join(', ')];
}

console.log(`Machine: ${describeMachine()}\n`);
try {
  setPriority(-10);
} catch {
  console.log('Without priority over the attacker: that needs root.\n');
}
await withPostgres(async (postgres) => {
  const databaseUrl = await seededDatabase(postgres, `orders_${orders}`, (url) => seedLists(url, orders));
  const files = await mkdtemp(join(tmpdir(), 'order-portal-bench-files-'));
  const mail = await startMailServer({ smtpPort: await findFreePort(), inboxPort: await findFreePort() });
  const order: AttackServerOrder = { databaseUrl, filesUrl: pathToFileURL(files).href, smtpUrl: mail.smtpUrl };
  const portal = await startChild<AttackedPortal>('attack-server.ts', order);
  const elsewhere = await startChild<{ url: string }>('attack-elsewhere.ts', {});
  try {
    await measure({
      url: portal.url,
      nextPaths: () => ['/api/netsuite-sales-orders/customer'],
      tokens: portal.tokens.others,
      seconds: 3,
    });
    const rows: string[][] = [];
    for (const name of Object.keys(attacks).filter((each) => each.includes(options.only)))
      rows.push(await compare(portal, elsewhere.url, name));
    console.log(`### Others' first pages during attacks, ${orders.toLocaleString('en')} orders\n`);
    printTable(['attack', 'p50 quiet / elsewhere / during', '', 'p95 likewise', '', 'answers to the attacker'], rows);
  } finally {
    await portal.stop();
    await elsewhere.stop();
    await mail.stop();
    await rm(files, { recursive: true, force: true });
  }
}, options.folder);
