import { syncOrders } from '@portal/contract/orders';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp } from '../../testing/app.ts';
import { type ForkedPortal, forkPortal } from '../../testing/fork-portal.ts';
import { readMirror, readSource } from './testing/records.ts';
import { startSyncFixture } from './testing/sync-fixture.ts';

/** Pages are short, so that few orders take several. */
const pageRows = 200;
const orders = 900;
const { app, control, config, database, close } = await startSyncFixture(
  { data: { generate: { orders, customers: 50, seed: 13 } } },
  { concurrency: 2 },
);
afterAll(close);
const { db, pool } = app.database;
const { token } = await app.signIn('admin');

const latency = (minimum: number, maximum = minimum) => control.change({ latency: { query: { minimum, maximum } } });
/** Lets a sync go on without delays after what was to happen in its middle. */
const hurry = () => latency(0);
// Later syncs find no change in fulfillments and invoices.
await app.call(syncOrders, { token });

let victim: ForkedPortal | undefined;
afterEach(() => victim?.kill());
beforeEach(async () => {
  await control.reset();
  await pool.query("truncate sales_orders, sync_failures, order_lines; delete from sync_runs where kind = 'orders'");
  await control.change({ pageRows });
  await latency(50, 80);
});

const readRuns = () =>
  db.selectFrom('sync_runs').selectAll().where('kind', '=', 'orders').orderBy('started_at').execute();
const lastRun = async () => (await readRuns()).at(-1);
const fetched = async () => Number((await lastRun())?.fetched ?? 0);
const waitUntilFetched = (rows: number) => expect.poll(fetched, { interval: 20 }).toBeGreaterThanOrEqual(rows);
const expectSame = async () => expect(await readMirror(db, 'orders')).toEqual(await readSource(control, 'orders'));

/** Requests a sync from a portal; the test handles the response. */
function ask(url: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = fetch(`${url}/api/netsuite-sales-orders/sync`, { headers: { authorization: `Bearer ${token}` } }).then(
    async (response) => ({ status: response.status, body: (await response.json()) as Record<string, unknown> }),
  );
  answer.catch(() => undefined);
  return answer;
}

describe('a portal that is killed in the middle of a sync', () => {
  test('leaves complete pages, from which the next sync resumes without loss or duplicates', async () => {
    victim = await forkPortal(config);
    ask(victim.url);
    await waitUntilFetched(pageRows);
    await victim.kill();
    const before = await lastRun();
    expect(before).toMatchObject({ status: 'running' });
    expect((await readMirror(db, 'orders')).size).toBe(Number(before?.fetched));
    expect(Number(before?.fetched)).toBeLessThan(orders);

    await hurry();
    const { body } = await app.call(syncOrders, { token });
    expect(body).toMatchObject({ runId: before?.id, status: 'complete', fetched: orders, created: orders, updated: 0 });
    expect(await readRuns()).toHaveLength(1);
    await expectSame();
  });

  test('is replaced by one that resumes the run and reads changes made meanwhile', async () => {
    victim = await forkPortal(config);
    ask(victim.url);
    await waitUntilFetched(pageRows);
    await victim.kill();
    const [upserted = ''] = (await readMirror(db, 'orders')).keys();
    await control.patchRecord('salesOrder', upserted, { memo: 'changed while nobody looked' });

    await hurry();
    const next = await startTestApp({ database, config });
    await expect.poll(async () => (await lastRun())?.status).toBe('complete');
    await next.close();
    expect(await readRuns()).toHaveLength(1);
    await expectSame();
  });

  test('can be killed any number of times: the mirror is the same in the end', async () => {
    for (const rows of [1, 300, 500]) {
      victim = await forkPortal(config);
      ask(victim.url);
      await waitUntilFetched(rows);
      await victim.kill();
    }
    await hurry();
    expect((await app.call(syncOrders, { token })).body).toMatchObject({ status: 'complete', created: orders });
    expect(await readRuns()).toHaveLength(1);
    await expectSame();
  });
});

describe('a portal that loses its database in the middle of a sync', () => {
  test('reports the error and resumes on the next request', async () => {
    const answer = ask(app.url);
    await waitUntilFetched(pageRows);
    await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
    await hurry();
    expect([200, 503]).toContain((await answer).status);
    expect((await app.call(syncOrders, { token })).body).toMatchObject({ status: 'complete' });
    await expectSame();
  });
});

describe('two portals on one database', () => {
  test('share one sync, whichever receives the request', async () => {
    victim = await forkPortal(config);
    const first = ask(victim.url);
    await waitUntilFetched(1);
    const second = app.call(syncOrders, { token });
    await latency(5);
    expect((await second).body).toMatchObject({ status: 'complete', created: orders });
    expect((await first).body).toEqual((await second).body);
    expect(await readRuns()).toHaveLength(1);
    await expectSame();
  });

  test('take over from each other: a waiting process replaces one that dies', async () => {
    victim = await forkPortal(config);
    ask(victim.url);
    await waitUntilFetched(pageRows);
    const joined = app.call(syncOrders, { token });
    await victim.kill();
    await hurry();
    expect((await joined).body).toMatchObject({ status: 'complete', created: orders });
    expect(await readRuns()).toHaveLength(1);
    await expectSame();
  });

  test('answer immediately when closed, and leave the run to the others', async () => {
    const other = await startTestApp({ database, config });
    const answer = ask(other.url);
    await waitUntilFetched(pageRows);
    await other.close();
    expect(await answer).toMatchObject({ status: 503 });
    expect(await lastRun()).toMatchObject({ status: 'running' });
    await hurry();
    expect((await app.call(syncOrders, { token })).body).toMatchObject({ status: 'complete', created: orders });
    await expectSame();
  });
});
