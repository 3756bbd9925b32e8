import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Config } from '../../config.ts';
import { startTestApp } from '../../testing/app.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { type ForkedPortal, forkPortal } from '../../testing/fork-portal.ts';
import { type EventReader, readEvents } from './testing/event-reader.ts';

const database = await createTestDatabase();
const app = await startTestApp({ database });
const { db, pool } = app.database;
const config = app.portal.dependencies.config as Config;
afterAll(async () => {
  await app.close();
  await database.drop();
});

describe('a client that stops reading', () => {
  // A separate process, since a write after the end of a response would crash it.
  let portal: ForkedPortal;
  beforeAll(async () => {
    portal = await forkPortal(config);
  });
  afterAll(() => portal.kill());

  const isUp = async () => (await fetch(`${portal.url}/api/health`)).status;

  /** Opens a stream, reads its first bytes and then stops reading. */
  async function stall(token: string): Promise<Socket> {
    const { hostname, port } = new URL(portal.url);
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    socket.write(`GET /api/sync/events HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\n\r\n`);
    await new Promise((resolve) => socket.once('data', resolve));
    socket.pause();
    return socket;
  }

  /**
   * Sends runs of 300 KB each, one after the other: more than the buffers of a connection hold. Waits until `reader` has
   * each, since a reader that cannot keep up is disconnected too.
   */
  async function sendEvents(count: number, reader: EventReader): Promise<void> {
    const run = {
      kind: 'orders',
      phase: 'ended',
      mode: 'dates',
      status: 'failed',
      message: 'x'.repeat(300_000),
    } as const;
    const at = new Date();
    for (let number = 0; number < count; number += 1) {
      const { id } = await db
        .insertInto('sync_runs')
        .values({ ...run, heartbeat_at: at, started_at: at })
        .returning('id')
        .executeTakeFirstOrThrow();
      await pool.query(`select pg_notify('sync_runs', $1)`, [id]);
      await expect.poll(() => reader.runs.at(-1)?.runId, { interval: 5 }).toBe(id);
    }
  }

  test('is disconnected when too much data is buffered for it, and the portal keeps running', async () => {
    const admin = await app.signIn('admin');
    const socket = await stall(admin.token);
    const reader = await readEvents(portal.url, admin.token);
    await sendEvents(60, reader);
    await expect.poll(() => reader.runs.length).toBe(60);
    socket.resetAndDestroy();
    expect(await isUp()).toBe(200);
    reader.leave();
    await db.deleteFrom('sync_runs').execute();
  });

  test('does not crash the portal when its session ends and more events are sent', async () => {
    const [leaver, admin] = [await app.signIn('admin'), await app.signIn('admin')];
    const socket = await stall(leaver.token);
    const reader = await readEvents(portal.url, admin.token);
    // A healthy stream of the same session, opened later, so that it also ends later.
    const witness = await readEvents(portal.url, leaver.token);
    await sendEvents(15, reader);
    await db.deleteFrom('sessions').where('user_id', '=', leaver.id).execute();
    await witness.ended;
    await sendEvents(30, reader);
    await expect.poll(() => reader.runs.length).toBe(45);
    socket.resetAndDestroy();
    expect(await isUp()).toBe(200);
    const next = await readEvents(portal.url, admin.token);
    expect(next.status).toBe(200);
    for (const { leave } of [reader, next]) leave();
    await db.deleteFrom('sync_runs').execute();
  });
});

describe('event streams of one user', () => {
  test('are limited to five across processes, fifty for staff, and closing one frees a slot', async () => {
    const other = await startTestApp({ database });
    const customer = await app.signIn('customer_member');
    const admin = await app.signIn('admin');
    const open = (count: number, token: string) =>
      Promise.all(
        Array.from({ length: count }, (_, number) => readEvents([app.url, other.url][number % 2] ?? '', token)),
      );
    const statuses = (readers: EventReader[]) => readers.map(({ status }) => status).toSorted();

    const first = await open(9, customer.token);
    expect(statuses(first)).toEqual([200, 200, 200, 200, 200, 429, 429, 429, 429]);
    const refused = await app.fetch('/api/sync/events', { headers: { authorization: `Bearer ${customer.token}` } });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({
      message: 'Too many live connections are open for your account. Close other tabs and try again.',
    });
    const many = await open(30, admin.token);
    expect(new Set(statuses(many))).toEqual(new Set([200]));

    first.find(({ status }) => status === 200)?.leave();
    const again = async () => {
      const reader = await readEvents(app.url, customer.token);
      first.push(reader);
      return reader.status;
    };
    await expect.poll(again).toBe(200);
    for (const { leave } of [...first, ...many]) leave();
    await other.close();
  });
});
