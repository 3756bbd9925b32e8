import { randomUUID } from 'node:crypto';
import { syncOrders } from '@portal/contract/orders';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type SignedIn, startTestApp } from '../../testing/app.ts';
import { enqueueRequest } from './claim.ts';
import { readMirror, readSource } from './testing/records.ts';
import { startSyncFixture } from './testing/sync-fixture.ts';

const { app, control, config, database, close } = await startSyncFixture({
  data: { generate: { orders: 300, customers: 10, seed: 61 } },
});
const elsewhere = await startTestApp({ database, config, clock: app.clock });
afterAll(async () => {
  await elsewhere.close();
  await close();
});
const { db, pool } = app.database;

const source = [...(await readSource(control, 'orders')).values()];
const customerIds = [...new Set(source.map(({ customerId }) => customerId ?? ''))].filter((id) => id !== '');
const [own = '', other = ''] = customerIds;
const admin = await app.signIn('admin');
const members = await Promise.all([1, 2, 3].map(() => app.signIn('customer_member', { customerId: own })));
const neighbor = await app.signIn('customer_member', { customerId: other });
const urls = [app.url, elsewhere.url];

type Ask = { status: number; body: { runId: string; status: string } };

/** Requests a sync of one day's orders from one of the two processes; each day is a separate request. */
function ask(by: SignedIn, number: number, signal?: AbortSignal): Promise<Ask> {
  const day = new Date(Date.UTC(2024, 0, 1 + number)).toISOString().slice(0, 10);
  return askFor(by, number, `?startDate=${day}&endDate=${day}`, signal);
}

async function askFor({ token }: SignedIn, number: number, query: string, signal?: AbortSignal): Promise<Ask> {
  const url = `${urls[number % 2]}/api/netsuite-sales-orders/sync${query}`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` }, ...(signal && { signal }) });
  return { status: response.status, body: (await response.json()) as Ask['body'] };
}

const runsOf = (customerId: string | null) =>
  db
    .selectFrom('sync_runs')
    .selectAll()
    .where('kind', '=', 'orders')
    .where(({ eb }) => (customerId === null ? eb('customer_id', 'is', null) : eb('customer_id', '=', customerId)))
    .orderBy('started_at')
    .orderBy('heartbeat_at')
    .execute();
const countRunning = async () => (await runsOf(own)).filter(({ status }) => status === 'running').length;
const countWaiting = async () =>
  (await db.selectFrom('sync_requests').select('id').where('run_id', 'is', null).execute()).length;

beforeEach(async () => {
  await control.reset();
  await pool.query('truncate sales_orders, sync_runs, sync_failures, order_lines');
  await hold();
});

/** Blocks NetSuite's answers until `release`, so that a run lasts as long as the test needs it. */
const hold = () => control.change({ latency: { query: { minimum: 300_000, maximum: 300_000 } } });
const release = () => control.change({ latency: { query: { minimum: 0, maximum: 0 } } });

describe('many syncs asked for by people of one customer', () => {
  test('are dropped when their callers disconnect, and do not delay staff', async () => {
    const leaving = new AbortController();
    const asked = Array.from({ length: 120 }, (_, number) =>
      ask(members[number % 3] ?? admin, number, leaving.signal).catch(() => undefined),
    );
    await expect.poll(countRunning).toBe(1);
    await expect.poll(countWaiting).toBe(119);
    leaving.abort();
    await Promise.all(asked);
    await expect.poll(countWaiting).toBe(0);
    await release();
    const { status, body } = await app.call(syncOrders, { token: admin.token });
    expect([status, body.status]).toEqual([200, 'complete']);
    // Only the run that was in progress when they disconnected.
    expect(await runsOf(own)).toHaveLength(1);
  });

  test('become one current run and one queued run, for any dates and across processes', async () => {
    const first = ask(members[0] ?? admin, 0);
    await expect.poll(countRunning).toBe(1);
    const asked = Array.from({ length: 90 }, (_, number) => ask(members[number % 3] ?? admin, number + 1));
    await expect.poll(countWaiting).toBe(90);
    const theirs = ask(neighbor, 1);
    await release();
    const answers = await Promise.all([first, ...asked]);
    expect((await theirs).status).toBe(200);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.slice(1).map(({ body }) => body.runId)).size).toBe(1);
    expect(await runsOf(own)).toMatchObject([
      { start_date: '2024-01-01', end_date: '2024-01-01', status: 'complete' },
      { start_date: '2024-01-02', end_date: '2024-03-31', status: 'complete' },
    ]);
    // Each caller got the orders of its day.
    const wanted = source.filter(
      ({ customerId, tranDate }) =>
        customerId === own && (tranDate ?? '') >= '2024-01-01' && (tranDate ?? '') <= '2024-03-31',
    );
    const mirrored = await readMirror(db, 'orders');
    for (const order of wanted) expect(mirrored.get(order.id ?? '')).toEqual(order);
    expect(await db.selectFrom('sync_requests').selectAll().execute()).toEqual([]);
  });

  test('become one queued run of everything, if some are for days and some for changes', async () => {
    const first = ask(members[0] ?? admin, 0);
    await expect.poll(countRunning).toBe(1);
    const asked = members.flatMap((member, number) => [ask(member, number + 1), askFor(member, number, '')]);
    await expect.poll(countWaiting).toBe(6);
    await release();
    const answers = await Promise.all([first, ...asked]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await runsOf(own)).toMatchObject([
      { mode: 'dates', status: 'complete' },
      { mode: 'incremental', watermark: null, start_date: null, end_date: null, status: 'complete' },
    ]);
    const mirrored = await readMirror(db, 'orders');
    for (const order of source.filter(({ customerId }) => customerId === own)) {
      expect(mirrored.get(order.id ?? '')).toEqual(order);
    }
  });

  test('wait while a scheduled sync runs first', async () => {
    const callers = await Promise.all(customerIds.map((customerId) => app.signIn('customer_member', { customerId })));
    const asked = callers.map((caller) => ask(caller, 0));
    await expect.poll(countWaiting).toBe(callers.length - 1);
    const waiting = await db.selectFrom('sync_requests').selectAll().where('run_id', 'is', null).execute();
    const [{ owner } = { owner: '' }] = waiting;
    const behind = waiting.map(({ requested_by: by }) => by);
    // As the schedule adds it, which reads customers first.
    const whole = { kind: 'orders', mode: 'incremental', customer_id: null, start_date: null, end_date: null } as const;
    await enqueueRequest(db, { id: randomUUID(), request: { ...whole, requested_by: null } }, owner);
    await release();
    await Promise.all(asked);
    const runs = db.selectFrom('sync_runs').select(['requested_by', 'heartbeat_at']).where('kind', '=', 'orders');
    const order = (await runs.orderBy('heartbeat_at').execute()).map(({ requested_by: by }) => by);
    expect(order.indexOf(null)).toBe(1);
    for (const by of behind) expect(order.indexOf(by)).toBeGreaterThan(order.indexOf(null));
  });
});
