import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { exportOrders, listOrders } from '@portal/contract/orders';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchExport } from '../../listing/export/testing/read-export.ts';
import { type SignedIn, startTestApp, type TestApp } from '../../testing/app.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { findExporting, openExport, readOn, slowDownOrders } from './testing/export-client.ts';
import { seedLongOrders } from './testing/seed-orders.ts';

const database = await createTestDatabase();
const app = await startTestApp({ database });
const exportLimits = { totalMs: 300_000, stalledMs: 30_000, spoolBytes: 1024 ** 3 };
/** Without space for unread rows, so that an export reads the database at the speed of its reader. */
const tight = await startTestApp({
  database,
  clock: app.clock,
  config: { exportLimits: { ...exportLimits, spoolBytes: 0 } },
});
afterAll(async () => {
  await tight.close();
  await app.close();
  await database.drop();
});
const { pool } = app.database;
/** With long texts, so that a file is larger than what a connection buffers. */
const total = 6000;
let admin: SignedIn;

beforeAll(async () => {
  await seedLongOrders(pool, total, 2000);
  admin = await app.signIn('admin');
});

const open = (format: string, url = app.url, { token } = admin) => openExport(url, token, format);
const exporting = () => findExporting(pool);

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await delay(10);
}
/** Exports of a user that wait or whose file is not received yet. */
async function heldBy({ id }: SignedIn): Promise<number> {
  const { rowCount } = await pool.query('select from leases where key = $1', [`export of ${id}`]);
  return rowCount ?? 0;
}
const untilFree = () => until(async () => (await exporting()).length === 0);
/** A user's lease ends after the query of its export. */
const leases = async () => (await pool.query(`select from leases where key like 'export of %'`)).rows;

describe.each(['csv', 'xlsx'])('a large export as %s', (format) => {
  test('is complete and announces its row count', async () => {
    const response = await open(format);
    expect([response.statusCode, response.headers['x-row-count']]).toEqual([200, String(total)]);
    expect((await readOn(response)).isWhole).toBe(true);
    await untilFree();
  });

  test('is aborted if the database connection is lost midway', async () => {
    const response = await open(format, tight.url);
    const [pid] = await exporting();
    expect(pid).toBeGreaterThan(0);
    await pool.query('select pg_terminate_backend($1)', [pid]);
    const { isWhole, bytes } = await readOn(response);
    expect(isWhole).toBe(false);
    expect(bytes).toBeGreaterThan(0);
    await untilFree();
    expect((await readOn(await open(format))).isWhole).toBe(true);
  });

  test('waits for a slow reader if there is no space, and stops its query when the reader disconnects', async () => {
    for (const read of [false, true]) {
      const response = await open(format, tight.url);
      if (read) await new Promise((resolve) => response.once('data', resolve));
      response.pause();
      expect(await exporting()).toHaveLength(1);
      response.destroy();
      await untilFree();
    }
  });
});

test('stops counting and sorting when the reader disconnects', async () => {
  await until(async () => (await leases()).length === 0);
  await slowDownOrders(pool, total, 600);
  const leaving = new AbortController();
  const answer = fetchExport(app, exportOrders, admin.token, { format: 'csv' }, { signal: leaving.signal });
  const failed = expect(answer).rejects.toThrow();
  await until(async () => (await exporting()).length === 1);
  leaving.abort();
  await failed;
  await untilFree();
});

test('is limited to one at a time per user, across processes, and refuses others after a second', async () => {
  const other = await startTestApp({ database, clock: app.clock });
  try {
    const response = await open('csv');
    response.pause();
    for (const at of [app, other]) {
      const startedAt = performance.now();
      const second = await fetchExport(at, exportOrders, admin.token, { format: 'csv' });
      expect([second.status, second.headers.get('retry-after')]).toEqual([429, '5']);
      expect(await second.json()).toMatchObject({ message: expect.stringContaining('Your other export') });
      expect(performance.now() - startedAt).toBeGreaterThan(990);
    }
    response.destroy();
    await untilFree();
    expect((await readOn(await open('csv', other.url))).isWhole).toBe(true);
  } finally {
    await other.close();
  }
});

test('exports of one customer leave a slot for everyone else', async () => {
  const [one, colleague] = [await app.signIn('customer_member'), await app.signIn('customer_admin')];
  await slowDownOrders(pool, total, 600);
  const leaving = [new AbortController(), new AbortController(), new AbortController()] as const;
  const begin = ({ token }: SignedIn, { signal }: AbortController) =>
    expect(fetchExport(app, exportOrders, token, { format: 'csv' }, { signal })).rejects.toThrow();
  const first = begin(one, leaving[0]);
  await until(async () => (await exporting()).length === 1);
  const second = begin(colleague, leaving[1]);
  await until(async () => (await heldBy(colleague)) === 1);
  const third = begin(admin, leaving[2]);
  await until(async () => (await exporting()).length === 2);
  // The administrator has the other slot, and the colleague still waits.
  leaving[2].abort();
  await until(async () => (await exporting()).length === 1);
  for (const one of leaving) one.abort();
  await Promise.all([first, second, third]);
  await untilFree();
});

test('slow readers hold neither slots nor connections, and get complete files', async () => {
  const readers = [await app.signIn('customer_member'), await app.signIn('customer_member', { customerId: '2' })];
  const slow: IncomingMessage[] = [];
  for (const [index, reader] of readers.entries()) {
    slow.push((await open(index === 0 ? 'csv' : 'xlsx', app.url, reader)).pause());
  }
  await untilFree();
  const third = await open('csv');
  expect(third.statusCode).toBe(200);
  expect((await readOn(third)).isWhole).toBe(true);
  for (const response of slow) {
    expect(Number(response.headers['x-row-count'])).toBeGreaterThan(total / 5);
    expect((await readOn(response)).isWhole).toBe(true);
  }
});

test('two run concurrently; the third waits until one ends, and lists still respond', async () => {
  const [second, last] = [await app.signIn('member'), await app.signIn('member')];
  const responses = [await open('csv', tight.url), await open('xlsx', tight.url, second)];
  const waiting = fetchExport(tight, exportOrders, last.token, { format: 'csv', search: 'SO100001' });
  await until(async () => (await heldBy(last)) === 1);
  const { status, body } = await tight.call(listOrders, { token: admin.token });
  expect([status, body.total]).toEqual([200, total]);
  expect(await exporting()).toHaveLength(2);
  responses[0]?.destroy();
  expect((await waiting).status).toBe(200);
  expect((await readOn(responses[1] as IncomingMessage)).isWhole).toBe(true);
  await untilFree();
});

describe('with limits of a second or less', () => {
  let hasty: TestApp;
  beforeAll(async () => {
    hasty = await startTestApp({
      database,
      clock: app.clock,
      // Without space for unread rows, the database is read until the reader is cut off.
      config: { databaseStatementMs: 1000, exportLimits: { ...exportLimits, stalledMs: 500, spoolBytes: 0 } },
    });
  });
  afterAll(() => hasty.close());

  test('sorting for longer than a reader may pause (30 s by default) or a request may query does not cut an export', async () => {
    await slowDownOrders(pool, total, 1.5);
    const response = await open('csv', hasty.url);
    expect([response.statusCode, response.headers['x-row-count']]).toEqual([200, String(total)]);
    expect((await readOn(response)).isWhole).toBe(true);
  });

  test('disconnects an inactive reader and frees its slot', async () => {
    const response = await open('csv', hasty.url);
    response.pause();
    await untilFree();
    expect((await readOn(response)).isWhole).toBe(false);
    expect((await readOn(await open('csv', hasty.url))).isWhole).toBe(true);
  });

  test('disconnects an inactive reader of rows that were read already, and lets the user export again', async () => {
    const spooling = await startTestApp({
      database,
      clock: app.clock,
      config: { exportLimits: { ...exportLimits, stalledMs: 500 } },
    });
    try {
      const response = await open('csv', spooling.url);
      response.pause();
      await untilFree();
      await until(async () => (await heldBy(admin)) === 0);
      expect((await readOn(response)).isWhole).toBe(false);
      expect((await fetchExport(spooling, exportOrders, admin.token, { format: 'csv' })).status).toBe(200);
    } finally {
      await spooling.close();
    }
  });

  test('disconnects a slow reader when the total time is over', async () => {
    const brief = await startTestApp({
      database,
      clock: app.clock,
      config: { exportLimits: { ...exportLimits, totalMs: 1000, stalledMs: 500 } },
    });
    try {
      const response = await open('csv', brief.url);
      const reading = (async () => {
        for await (const _chunk of response) await delay(100);
      })().then(
        () => 'whole',
        () => 'cut',
      );
      await untilFree();
      expect(await reading).toBe('cut');
    } finally {
      await brief.close();
    }
  });
});

test('readers who disconnect immediately hold no resources', async () => {
  const { hostname, port } = new URL(app.url);
  for (let wait = 0; wait < 16; wait += 1) {
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    const path = `/api${exportOrders.path}?format=csv`;
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${admin.token}\r\n\r\n`);
    await delay(wait / 2);
    socket.destroy();
  }
  await untilFree();
  expect((await readOn(await open('csv'))).isWhole).toBe(true);
});
