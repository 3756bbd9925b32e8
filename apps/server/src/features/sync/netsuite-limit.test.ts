import { syncCustomers } from '@portal/contract/customers';
import type { EndpointDefinition } from '@portal/contract/endpoint';
import { syncOrders } from '@portal/contract/orders';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { callEndpoint } from '../../testing/client.ts';
import { forkPortal } from '../../testing/fork-portal.ts';
import { readNetsuiteLimit } from './netsuite-limit-queries.ts';
import { readMirror, readSource } from './testing/records.ts';
import { startSyncFixture } from './testing/sync-fixture.ts';

const limit = 3;
const wait = { timeout: 60_000 };
const { app, config, control, close } = await startSyncFixture(
  { data: { generate: { orders: 700, customers: 120, seed: 31 } } },
  { concurrency: limit, retry: { firstDelay: 50, longestDelay: 1600 } },
);
const other = await forkPortal(config);
afterAll(async () => {
  await other.kill();
  await close();
});

const { db, pool } = app.database;
const { token } = await app.signIn('admin');
const callHere = (endpoint: EndpointDefinition, as = token) => callEndpoint(app.url, endpoint, { token: as });
const callThere = (endpoint: EndpointDefinition, as = token) => callEndpoint(other.url, endpoint, { token: as });
const latency = (milliseconds: number) =>
  control.change({ latency: { query: { minimum: milliseconds, maximum: milliseconds } } });
const gauge = async (name: string) =>
  Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(await (await app.fetch('/metrics')).text())?.[1]);

beforeEach(async () => {
  await control.reset();
  // Pages are short, so that few records take several.
  await control.change({ concurrency: limit, pageRows: 200 });
  await pool.query(`
    truncate sales_orders, customers, sync_runs, sync_failures, sync_held_deletions, order_lines, netsuite_columns;
    update netsuite_limit set reduced_to = null, reduced_at = null`);
});
// A run may outlive the call that started it.
afterEach(async () => {
  await control.reset();
  const running = async () => (await pool.query("select from sync_runs where status = 'running'")).rowCount;
  await expect.poll(running, wait).toBe(0);
});

describe('the limit of concurrent requests', () => {
  test('holds for two portals together, which share it', async () => {
    await latency(20);
    const syncs = [callHere(syncOrders), callThere(syncCustomers)];
    await expect.poll(async () => new Set((await places()).map(({ owner }) => owner)).size, wait).toBe(2);
    for (const { status } of await Promise.all(syncs)) expect(status).toBe(200);
    const { byStatus, peakConcurrency } = await control.requests();
    expect(peakConcurrency).toBe(limit);
    expect(byStatus).not.toHaveProperty('429');
    expect(await readMirror(db, 'orders')).toEqual(await readSource(control, 'orders'));
    expect(await readMirror(db, 'customers')).toEqual(await readSource(control, 'customers'));
    await expect.poll(() => readNetsuiteLimit(db), wait).toMatchObject({ allowed: limit, inUse: 0, waiting: 0 });
  });

  test('is lowered for all portals when NetSuite refuses requests, and grows back with time', async () => {
    await control.change({ concurrency: 1 });
    await latency(20);
    const sync = callThere(syncOrders);
    await expect.poll(() => gauge('netsuite_concurrency_limit'), wait).toBeLessThan(limit);
    expect((await sync).status).toBe(200);
    await pool.query("update netsuite_limit set reduced_at = reduced_at - interval '1 minute'");
    expect(await gauge('netsuite_concurrency_limit')).toBe(limit);
  });
});

describe('a sync that a person of one customer waits for goes before a first sync', () => {
  test.each([
    ['of the same portal', callHere],
    ['of another portal', callThere],
  ])('%s', async (_name, callFirstSync) => {
    const [customerId = ''] = (await readSource(control, 'customers')).keys();
    const person = await app.signIn('customer_admin', { customerId });
    const countRequests = async (work: () => Promise<unknown>) => {
      const before = (await control.requests()).total;
      await work();
      return (await control.requests()).total - before;
    };
    const syncOfPerson = async () => expect((await callHere(syncCustomers, person.token)).status).toBe(200);
    await syncOfPerson();
    const alone = await countRequests(syncOfPerson);
    await pool.query('update netsuite_limit set configured = 1');
    await latency(200);
    const first = callFirstSync(syncOrders);
    await expect.poll(async () => (await readNetsuiteLimit(db)).waiting, wait).toBeGreaterThan(5);
    // One request of the first sync may run before each request of the person.
    expect(await countRequests(syncOfPerson)).toBeLessThanOrEqual(2 * alone + limit);
    const { rows: runs } = await pool.query("select from sync_runs where kind = 'orders' and status = 'running'");
    expect(runs).toHaveLength(1);
    await latency(0);
    expect((await first).status).toBe(200);
  });
});

test('repeated failures open a circuit breaker in all portals, which says when it tries again, and closes', async () => {
  await control.change({ faults: { serverError: 1 } });
  const message = async (call: typeof callHere) => (await call(syncCustomers)).body.message as string;
  const reason = 'NetSuite could not answer: An unexpected error occurred. Error ID: sandbox';
  const isOpen = new RegExp(
    `^NetSuite has failed repeatedly: ${reason}; the next attempt is made after (.{19}) UTC\\.$`,
  );
  await expect.poll(() => message(callHere), wait).toMatch(isOpen);
  const { openUntil, lastError } = await readNetsuiteLimit(db);
  expect(lastError?.message).toBe(`${reason}.`);
  expect(await gauge('netsuite_circuit_open')).toBe(1);
  await pool.query("update netsuite_limit set open_until = open_until + interval '1 hour'");
  await control.resetRequests();
  for (const call of [callHere, callThere]) {
    const [, until] = isOpen.exec(await message(call)) ?? [];
    expect(Date.parse(`${until?.replace(' ', 'T')}Z`)).toBeGreaterThan(Date.parse(openUntil ?? ''));
  }
  expect((await control.requests()).total).toBe(0);

  // One request finds out that NetSuite still fails; the next attempt is made later.
  await pool.query('update netsuite_limit set open_until = clock_timestamp()');
  expect(await message(callThere)).toMatch(isOpen);
  expect((await control.requests()).total).toBe(1);

  await control.reset();
  await pool.query('update netsuite_limit set open_until = clock_timestamp()');
  // The request that is let through may be one of the other portal's, which still tries its failed sync again.
  await expect.poll(async () => (await callHere(syncCustomers)).status, wait).toBe(200);
  await expect.poll(async () => (await callThere(syncOrders)).status, wait).toBe(200);
  expect(await readNetsuiteLimit(db)).toMatchObject({ openUntil: null });
});

test('places of a killed portal are available to the others', async () => {
  await latency(60_000);
  const lost = callThere(syncOrders).catch(() => undefined);
  await expect.poll(places, wait).not.toEqual([]);
  const ofKilled = await places();
  await other.kill();
  await lost;
  await latency(0);
  expect((await callHere(syncOrders)).status).toBe(200);
  await expect.poll(places, wait).toEqual([]);
  expect(ofKilled).not.toEqual([]);
});

const places = async () =>
  (await pool.query<{ owner: string }>('select owner from netsuite_places order by slot')).rows;
