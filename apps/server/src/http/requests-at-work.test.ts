import { setTimeout as delay } from 'node:timers/promises';
import { assignOrders } from '@portal/contract/assignments';
import { getProfile } from '@portal/contract/auth';
import { getOrder, listOrders } from '@portal/contract/orders';
import { savePreference } from '@portal/contract/preferences';
import { afterAll, expect, test } from 'vitest';
import { orders, startAttachmentApp } from '../features/attachments/testing/attachment-app.ts';
import type { SignedIn } from '../testing/app.ts';

// Enough connections that they are not what limits the requests of a user.
const { app, add, upload, download, stored } = await startAttachmentApp({ config: { databaseConnections: 40 } });
afterAll(app.close);
const { pool } = app.database;

/** Queries that wait for a locked table; the job queue's short waits for its own locks do not count. */
const countWaiting = async () => {
  const { rowCount } = await pool.query(
    `select from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'relation'`,
  );
  return rowCount ?? 0;
};

/** Nobody can use this table during `work`. */
async function withLocked<Result>(
  table: 'sales_orders' | 'activity_log' | 'preferences',
  work: () => Promise<Result>,
): Promise<Result> {
  const holder = await pool.connect();
  try {
    await holder.query('begin');
    await holder.query(`lock table ${table} in access exclusive mode`);
    return await work();
  } finally {
    await holder.query('rollback');
    holder.release();
  }
}

const detailPath = getOrder.path.replace('{id}', orders.first);
/** Reads a page of the list; in place of every other page, the details of an order. */
const read = ({ token }: SignedIn, page: number, signal?: AbortSignal) =>
  app.fetch(`/api${page % 2 === 0 ? detailPath : `${listOrders.path}?page=${page}&sortBy=total`}`, {
    headers: { authorization: `Bearer ${token}` },
    ...(signal && { signal }),
  });
const readMany = (user: SignedIn, count: number, signal?: AbortSignal) =>
  Array.from({ length: count }, (_, index) => read(user, index + 1, signal));

test('a user has two requests at work, whatever the number sent; the others wait, and all are answered', async () => {
  const [one, other] = [await app.signIn('admin'), await app.signIn('admin')];
  await app.call(getProfile, { token: one.token });
  const sent = await withLocked('sales_orders', async () => {
    const requests = readMany(one, 30);
    await expect.poll(countWaiting).toBe(2);
    // Few enough to end before the lock timeout of the waiting requests, also on a busy machine.
    for (let time = 0; time < 4; time += 1) {
      expect((await app.call(getProfile, { token: other.token })).status).toBe(200);
      expect(await countWaiting()).toBe(2);
    }
    return { requests };
  });
  for (const response of await Promise.all(sent.requests)) expect(response.status).toBe(200);
});

test('waiting requests are dropped when their client disconnects', async () => {
  const [one, other] = [await app.signIn('admin'), await app.signIn('admin')];
  const leaving = new AbortController();
  await withLocked('sales_orders', async () => {
    const requests = readMany(one, 30, leaving.signal);
    const ended = Promise.allSettled(requests);
    await expect.poll(countWaiting).toBe(2);
    leaving.abort();
    await ended;
    await expect.poll(countWaiting).toBe(0);
    expect((await app.call(getProfile, { token: one.token })).status).toBe(200);
    expect((await app.call(getProfile, { token: other.token })).status).toBe(200);
  });
});

test('a write counts until it has ended, although its client has disconnected', async () => {
  const [one, other] = [await app.signIn('admin'), await app.signIn('admin')];
  const guests = [await app.signIn('customer_guest'), await app.signIn('customer_guest')];
  const assignTo = ({ id }: SignedIn, signal: AbortSignal) =>
    app.fetch(`/api${assignOrders.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${one.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ userId: id, orderIds: [orders.first] }),
      signal,
    });
  const { waiting } = await withLocked('sales_orders', async () => {
    const leaving = new AbortController();
    const left = Promise.allSettled(guests.map((guest) => assignTo(guest, leaving.signal)));
    await expect.poll(countWaiting).toBe(2);
    leaving.abort();
    await left;
    // Not a list, which may be cached.
    const waiting = read(one, 2);
    // Otherwise it would reach the database meanwhile.
    await delay(500);
    expect((await app.call(getProfile, { token: other.token })).status).toBe(200);
    expect(await countWaiting()).toBe(2);
    return { waiting };
  });
  expect((await waiting).status).toBe(200);
});

test('event streams and downloads do not keep the ordinary requests of their user waiting', async () => {
  const user = await app.signIn('customer_member');
  const { id } = await add(user, 'large.bin', new Uint8Array(20 * 1024 ** 2));
  const headers = { authorization: `Bearer ${user.token}` };
  const streams = await Promise.all([
    ...Array.from({ length: 5 }, () => app.fetch('/api/sync/events', { headers })),
    download(user, id),
  ]);
  expect(streams.map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect((await app.call(getProfile, { token: user.token })).status).toBe(200);
  for (const { body } of streams) await body?.cancel();
});

test('a user has one upload at work; the others wait before anything is written, and all are stored', async () => {
  const user = await app.signIn('admin');
  const { files } = await stored();
  const answers = await withLocked('activity_log', async () => {
    const uploads = Object.values(orders).map((orderId) =>
      upload(user.token, { file: { name: 'file.txt', content: 'text' }, orderId }),
    );
    await expect.poll(countWaiting).toBe(1);
    await expect.poll(stored).toMatchObject({ files: files + 1, unclaimed: 1 });
    return { uploads };
  });
  for (const { status } of await Promise.all(answers.uploads)) expect(status).toBe(201);
});

test('a user has one download at work; the others wait, one that is not read for a second at most', async () => {
  const user = await app.signIn('admin');
  const large = await add(user, 'large.bin', new Uint8Array(20 * 1024 ** 2));
  const small = await add(user, 'small.txt', 'text');
  const answers = await withLocked('activity_log', async () => {
    const downloads = Array.from({ length: 4 }, () => download(user, small.id));
    await expect.poll(countWaiting).toBe(1);
    for (let time = 0; time < 4; time += 1) {
      expect((await app.call(getProfile, { token: user.token })).status).toBe(200);
      expect(await countWaiting()).toBe(1);
    }
    return { downloads };
  });
  for (const answer of await Promise.all(answers.downloads)) expect(await answer.text()).toBe('text');
  const unread = await download(user, large.id);
  expect(await (await download(user, small.id)).text()).toBe('text');
  await unread.body?.cancel();
});

test('a user has one request with a large body at work, and is still served others', async () => {
  const user = await app.signIn('customer_member');
  const save = (label: string, characters: number) =>
    app.call(savePreference, { token: user.token, body: { label, prefrenceSetting: 'x'.repeat(characters) } });
  const answers = await withLocked('preferences', async () => {
    const saved = ['one', 'two', 'three', 'four'].map((label) => save(label, 200_000));
    await expect.poll(countWaiting).toBe(1);
    for (let time = 0; time < 4; time += 1) {
      expect((await app.call(getProfile, { token: user.token })).status).toBe(200);
      expect(await countWaiting()).toBe(1);
    }
    return { saved };
  });
  for (const { status } of await Promise.all(answers.saved)) expect(status).toBe(200);
});
