import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openSession, readSessionSettings } from '@portal/server/features/auth/sessions';
import { hourMs } from '@portal/server/platform/clock';
import { openDatabase } from '@portal/server/platform/database';
import { createTestUser } from '@portal/server/testing/users';
import { startChild } from './child-server.ts';
import { seededDatabase, withPostgres } from './database.ts';
import { describeMachine } from './machine.ts';
import { median, printTable } from './report.ts';
import { seedLists } from './seed-lists.ts';
import type { SyncPortal, SyncPortalOrder } from './sync-portal.ts';

/**
 * How long those wait whom the portal does not know yet, while thousands of networks send requests:
 * `node bench/first-requests.ts [--folder data]`. First pages, each with the token of a new session, beside 1,000 connections
 * with made-up tokens, and readiness checks from the machine itself beside 2,000 connections with such checks; behind a proxy,
 * with 10,000 orders. Prints a table in Markdown; times are in milliseconds.
 */
const { values: options } = parseArgs({ options: { folder: { type: 'string' } } });
const orders = 10_000;
const repeats = 10;
const settleMs = 3000;
const serverKey = 'a key for this benchmark alone, of at least 32 characters';

const agent = new Agent({ keepAlive: true });
const anywhere = () => Array.from({ length: 4 }, () => 1 + Math.floor(Math.random() * 250)).join('.');

/** Resolves to the milliseconds until the whole answer has come; throws for any status but `wanted`. */
function send(url: string, headers: Record<string, string>, wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const sentAt = performance.now();
    const sent = request(url, { headers, agent }, (response) => {
      if (response.statusCode !== wanted) reject(new Error(`${url} answered ${response.statusCode}.`));
      response.on('end', () => resolve(performance.now() - sentAt)).resume();
    });
    sent.on('error', reject).end();
  });
}

/** Sends on so many connections, each request from another network, until the returned function is called. */
function flood(connections: number, url: string, makeHeaders: () => Record<string, string>, wanted: number) {
  let hasEnded = false;
  const loops = Array.from({ length: connections }, async () => {
    while (!hasEnded) await send(url, { 'x-forwarded-for': anywhere(), ...makeHeaders() }, wanted);
  });
  return async () => {
    hasEnded = true;
    await Promise.all(loops);
  };
}

async function measure(ask: () => Promise<number>): Promise<string> {
  const times: number[] = [];
  for (let time = 0; time < repeats; time += 1) {
    times.push(await ask());
    await delay(200);
  }
  return `${median(times).toFixed(0)} (${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)})`;
}

console.log(`Machine: ${describeMachine()}\n`);
await withPostgres(async (postgres) => {
  const databaseUrl = await seededDatabase(postgres, `orders_${orders}`, (url) => seedLists(url, orders));
  const order: SyncPortalOrder = { DATABASE_URL: databaseUrl, TRUST_PROXY: '1', SERVER_KEY: serverKey };
  const portal = await startChild<SyncPortal>('sync-portal.ts', order);
  const { db, close } = openDatabase({ url: databaseUrl, maxConnections: 1 });
  const { id } = await createTestUser(db, { role: 'customer_member', customerId: '2' });
  const settings = readSessionSettings({ serverKey, sessionLimits: { idleMs: hourMs, absoluteMs: hourMs } });
  const firstPage = async () => {
    const token = await openSession(db, id, 'bench', new Date(), settings);
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': '203.0.113.7' };
    return send(`${portal.url}/api/netsuite-sales-orders/customer?page=1&limit=10`, headers, 200);
  };
  const ready = `${portal.url}/api/health/ready`;
  const check = () => send(ready, {}, 200);
  const madeUp = () => ({ authorization: `Bearer made-up-token-${Math.random().toString().slice(2)}` });
  const rows: string[][] = [];
  for (const [name, ask, begin] of [
    ['first pages beside made-up tokens', firstPage, () => flood(1000, `${portal.url}/api/auth/profile`, madeUp, 401)],
    ['readiness checks beside others', check, () => flood(2000, ready, () => ({}), 200)],
  ] as const) {
    const quiet = await measure(ask);
    const end = begin();
    await delay(settleMs);
    rows.push([name, quiet, await measure(ask)]);
    await end();
    await delay(settleMs);
  }
  printTable(['median, lowest and highest of ten', 'quiet', 'during'], rows);
  await close();
  await portal.stop();
}, options.folder);
