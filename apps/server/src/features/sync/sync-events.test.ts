import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { syncCustomers } from '@portal/contract/customers';
import { afterAll, describe, expect, test } from 'vitest';
import { startTestApp } from '../../testing/app.ts';
import { readEvents } from './testing/event-reader.ts';
import { readSource } from './testing/records.ts';
import { startSyncFixture } from './testing/sync-fixture.ts';

const { app, control, config, database, close } = await startSyncFixture({
  data: { generate: { orders: 100, customers: 10, seed: 41 } },
});
afterAll(close);
const [own = '', other = ''] = (await readSource(control, 'customers')).keys();
const admin = await app.signIn('admin');
const customerAdmin = await app.signIn('customer_admin', { customerId: own });
const stranger = await app.signIn('customer_admin', { customerId: other });
const guest = await app.signIn('customer_guest', { customerId: own });

/** PostgreSQL connections that listen for runs. */
const countListeners = async () => {
  const { rows } = await app.database.pool.query(
    `select count(*)::int as listeners from pg_stat_activity
     where datname = current_database() and pid in (select pid from pg_locks where locktype = 'advisory' and mode = 'ExclusiveLock')
       and application_name = 'order-portal'`,
  );
  return rows[0].listeners;
};

/** Terminates all other connections of the portals and waits until they have ended. */
const cutListeners = async () => {
  const { rows } = await app.database.pool.query(
    `with others as materialized (
       select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
       and application_name = 'order-portal'
     ) select pg_terminate_backend(pid, 5000) from others`,
  );
  expect(rows.length).toBeGreaterThan(0);
};

describe('sync events', () => {
  test('report a run from its start to its end', async () => {
    const events = await readEvents(app.url, admin.token);
    expect(events.status).toBe(200);
    expect(events.headers.get('content-type')).toContain('text/event-stream');
    expect(events.headers.get('cache-control')).toBe('no-store');
    const { body } = await app.call(syncCustomers, { token: admin.token });
    await expect.poll(() => events.runs.at(-1)?.status).toBe('complete');
    expect(events.runs.at(-1)).toMatchObject({ ...body, phase: 'ended', kind: 'customers', expected: 10 });
    expect(events.runs.every(({ runId }) => runId === body.runId)).toBe(true);
    events.leave();
  });

  test("are limited to the user's own customer", async () => {
    const [all, mine, theirs] = await Promise.all(
      [admin, customerAdmin, stranger].map(({ token }) => readEvents(app.url, token)),
    );
    const everybodys = (await app.call(syncCustomers, { token: admin.token })).body.runId;
    const ours = (await app.call(syncCustomers, { token: customerAdmin.token })).body.runId;
    const ended = () => new Set(all?.runs.filter(({ status }) => status === 'complete').map(({ runId }) => runId));
    await expect.poll(ended).toEqual(new Set([everybodys, ours]));
    await expect.poll(() => mine?.runs.at(-1)?.status).toBe('complete');
    expect(new Set(mine?.runs.map(({ runId }) => runId))).toEqual(new Set([ours]));
    expect(theirs?.runs).toEqual([]);
    for (const events of [all, mine, theirs]) events?.leave();
  });

  test('report runs of other servers', async () => {
    const elsewhere = await startTestApp({ database, config });
    const events = await readEvents(elsewhere.url, admin.token);
    const { runId } = (await app.call(syncCustomers, { token: admin.token })).body;
    await expect.poll(() => events.runs.at(-1)).toMatchObject({ runId, status: 'complete' });
    await elsewhere.close();
    await events.ended;
  });

  test('share one database connection among all readers', async () => {
    const readers = await Promise.all(Array.from({ length: 12 }, () => readEvents(app.url, admin.token)));
    expect(await countListeners()).toBe(1);
    for (const reader of readers) reader.leave();
    await app.call(syncCustomers, { token: admin.token });
    expect(await countListeners()).toBe(1);
  });

  test('continue after that connection is lost', async () => {
    const events = await readEvents(app.url, admin.token);
    await cutListeners();
    await app.call(syncCustomers, { token: admin.token });
    await expect.poll(() => events.runs.at(-1)?.status).toBe('complete');
    events.leave();
  });

  test('report runs that started and ended while that connection was lost', async () => {
    const elsewhere = await startTestApp({ database, config });
    const before = await readEvents(app.url, admin.token);
    await cutListeners();
    // A sync request makes it reconnect immediately; the other process reconnects after a delay.
    const { runId } = (await elsewhere.call(syncCustomers, { token: admin.token })).body;
    await expect.poll(() => before.runs.at(-1)).toMatchObject({ runId, status: 'complete' });
    expect(new Set(before.runs.map((run) => run.runId))).toEqual(new Set([runId]));
    before.leave();
    await elsewhere.close();
  });

  test('end with the session and do not extend it', async () => {
    const leaver = await app.signIn('member');
    const mover = await app.signIn('customer_admin', { customerId: own });
    const [left, moved, staying] = await Promise.all(
      [leaver, mover, admin].map(({ token }) => readEvents(app.url, token)),
    );
    const lastUse = () => app.database.db.selectFrom('sessions').select(['id', 'last_used_at']).orderBy('id').execute();
    app.clock.advance(5 * 60_000);
    const before = await lastUse();
    await app.database.db.deleteFrom('sessions').where('user_id', '=', leaver.id).execute();
    await app.database.db.updateTable('users').set({ customer_id: other }).where('id', '=', mover.id).execute();
    await left?.ended;
    await moved?.ended;
    const after = await lastUse();
    expect(before).toEqual(expect.arrayContaining(after));
    await app.call(syncCustomers, { token: admin.token });
    await expect.poll(() => staying?.runs.at(-1)?.status).toBe('complete');
    staying?.leave();
  });

  test('end for a browser that disconnects immediately', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    const { hostname, port } = new URL(app.url);
    for (let number = 0; number < 60; number += 1) {
      const socket = connect(Number(port), hostname).on('error', () => undefined);
      const authorization = `Authorization: Bearer ${admin.token}`;
      socket.write(`GET /api/sync/events HTTP/1.1\r\nHost: ${hostname}\r\n${authorization}\r\n\r\n`);
      await delay(number % 4);
      socket.destroy();
    }
    // Each stream that continued would have one.
    await expect.poll(timers).toBeLessThan(before + 10);
  });

  test('are denied to guests and without a session', async () => {
    expect((await app.fetch('/api/sync/events', { headers: { authorization: `Bearer ${guest.token}` } })).status).toBe(
      403,
    );
    expect((await app.fetch('/api/sync/events')).status).toBe(401);
  });
});
