import { randomUUID } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { assignOrders, unassignOrders } from '@portal/contract/assignments';
import { beginSignIn, getProfile } from '@portal/contract/auth';
import type { EndpointDefinition } from '@portal/contract/endpoint';
import { getOrder, listAssignedOrders, listOrders, syncOrders } from '@portal/contract/orders';
import { deleteUser } from '@portal/contract/users';
import { afterAll, describe, expect, test } from 'vitest';
import { keyOf } from './features/attachments/stored-files.ts';
import { startSyncFixture } from './features/sync/testing/sync-fixture.ts';
import { housekeepingJob } from './jobs/housekeeping.ts';
import { createOutbox } from './jobs/send-mail.ts';
import { syncJob } from './jobs/sync-jobs.ts';
import { hourMs } from './platform/clock.ts';
import { deriveKey } from './platform/crypto.ts';
import { startTestApp } from './testing/app.ts';
import { type CallInput, callEndpoint } from './testing/client.ts';
import { forkPortal } from './testing/fork-portal.ts';
import { startTestInbox } from './testing/mail.ts';
import { addressHeader } from './testing/sign-in.ts';

const orderCount = 1500;
const inbox = await startTestInbox();
const { app, control, config, database, close } = await startSyncFixture(
  { data: { generate: { orders: orderCount, customers: 60, seed: 71 } } },
  { config: { smtpUrl: inbox.smtpUrl, trustProxy: 1 } },
);
const { db, pool } = app.database;
/** A portal in its own process with a distinct sender, so that its emails can be recognized. */
const other = await forkPortal({ ...config, mailFrom: 'The other <other@test.example>' });
afterAll(async () => {
  await other.kill();
  await close();
  await inbox.stop();
});
const admin = await app.signIn('admin');
const { token } = admin;
const { queue } = app.portal.dependencies;
const callOther = <E extends EndpointDefinition>(endpoint: E, input?: CallInput<E>) =>
  callEndpoint(other.url, endpoint, input);

const unfinished = async (name: string) =>
  (await pool.query("select from pgboss.job where name = $1 and state <> 'completed'", [name])).rowCount;

describe('jobs of two portals', () => {
  test('are performed once: emails', async () => {
    const outbox = createOutbox(queue, deriveKey(config.serverKey, 'queued mail'));
    const mailTo = (to: string) => ({ kind: 'one-time-code' as const, to, name: null, code: '123456', minutes: 5 });
    const people: string[] = [];
    const senders = new Set<string | undefined>();
    while (senders.size < 2) {
      const more = Array.from({ length: 20 }, () => `${randomUUID()}@test.example`);
      people.push(...more);
      await db.transaction().execute(async (transaction) => {
        for (const to of more) await outbox.post(transaction, mailTo(to));
      });
      await expect.poll(() => unfinished('send-mail'), { timeout: 60_000 }).toBe(0);
      const received = (await (await fetch(`${inbox.inboxUrl}/email`)).json()) as Received[];
      const addresses = received.flatMap(({ to }) => to.map(({ address }) => address));
      expect(addresses.sort()).toEqual(people.sort());
      for (const { from } of received) senders.add(from[0]?.address);
    }
    expect([...senders].sort()).toEqual(['other@test.example', 'portal@test.example']);
  });

  test('are performed once: scheduled syncs', async () => {
    await db.transaction().execute(async (transaction) => {
      for (let time = 0; time < 5; time += 1) await queue.enqueue(transaction, syncJob, {});
    });
    const runs = () => db.selectFrom('sync_runs').select(['kind', 'status', 'fetched']).orderBy('kind').execute();
    const complete = { status: 'complete' };
    const count = async (type: 'itemFulfillment' | 'invoice') => String((await control.listRecords(type)).length);
    const expected = [
      { kind: 'customers', ...complete, fetched: '60' },
      { kind: 'fulfillments', ...complete, fetched: await count('itemFulfillment') },
      { kind: 'invoices', ...complete, fetched: await count('invoice') },
      { kind: 'orders', ...complete, fetched: String(orderCount) },
    ];
    await expect.poll(runs, { timeout: 60_000 }).toEqual(expected);
    await expect.poll(() => unfinished('sync')).toBe(0);
    expect(await runs()).toEqual(expected);
  });

  test('do not interfere: concurrent cleanup jobs', async () => {
    const since = new Date(Date.now() - 3 * hourMs);
    const ids = Array.from({ length: 40 }, () => randomUUID());
    for (const id of ids) {
      const path = join(app.storageFolder, keyOf(id));
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, 'left behind');
    }
    await db
      .insertInto('unclaimed_files')
      .values(ids.map((id) => ({ id, since })))
      .execute();
    await db.transaction().execute(async (transaction) => {
      for (let time = 0; time < 4; time += 1) await queue.enqueue(transaction, housekeepingJob, {});
    });
    await expect.poll(() => unfinished('housekeeping'), { timeout: 60_000 }).toBe(0);
    expect(await db.selectFrom('unclaimed_files').select('id').execute()).toEqual([]);
    const left = await readdir(app.storageFolder, { recursive: true, withFileTypes: true });
    expect(left.filter((entry) => entry.isFile())).toEqual([]);
    const tries = await pool.query("select from pgboss.job where name = 'housekeeping' and retry_count > 0");
    expect(tries.rowCount).toBe(0);
  });
});

type Received = { to: { address: string }[]; from: { address: string }[] };

test('rate limits count both portals together', async () => {
  const headers = addressHeader('203.0.113.9');
  const tryAt = (portal: 'here' | 'there') => {
    const input = { body: { email: `${randomUUID()}@test.example`, password: 'not the password' }, headers };
    return portal === 'here' ? app.call(beginSignIn, input) : callOther(beginSignIn, input);
  };
  for (let time = 0; time < 5; time += 1) {
    expect((await tryAt('here')).status).toBe(400);
    expect((await tryAt('there')).status).toBe(400);
  }
  for (const portal of ['here', 'there'] as const) {
    const refused = await tryAt(portal);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  }
});

describe('changes by one portal are visible in the other', () => {
  const lists = [
    { limit: 10 },
    { limit: 10, search: 'a' },
    { limit: 10, search: 'marked' },
    { limit: 10, page: 50, search: 'a', sortBy: 'total' },
    { limit: 10, page: 140 },
    { limit: 100, filter: JSON.stringify({ total: '100,' }), sortBy: 'memo', sortOrder: 'DESC' as const },
  ];

  test('edited, deleted and new orders: lists and totals that it had cached', async () => {
    const askOther = () =>
      Promise.all(lists.map(async (query) => (await callOther(listOrders, { token, query })).body));
    const ids = (await db.selectFrom('sales_orders').select('id').orderBy('id').execute()).map(({ id }) => id);
    const totals = [];
    for (let time = 0; time < 5; time += 1) {
      await askOther();
      const [edited = '', deleted = '', copied = ''] = ids.slice(time * 300);
      await control.patchRecord('salesOrder', edited, { memo: `marked ${time}` });
      await control.deleteRecord('salesOrder', deleted);
      if (time > 2) {
        const { id: _, ...body } = await control.getRecord('salesOrder', copied);
        await control.putRecord('salesOrder', `99900${time}`, { ...body, memo: `marked twice ${time}` });
      }
      await app.call(syncOrders, { token });
      // A list that is not cached.
      const fresh = await startTestApp({ database, config });
      const shown = await askOther();
      expect(shown).toEqual(
        await Promise.all(lists.map(async (query) => (await fresh.call(listOrders, { token, query })).body)),
      );
      await fresh.close();
      totals.push([shown[0]?.total, shown[2]?.total]);
      const { body } = await callOther(getOrder, { token, params: { id: edited } });
      expect(body.rawData.memo).toBe(`marked ${time}`);
      expect((await callOther(getOrder, { token, params: { id: deleted } })).status).toBe(404);
    }
    expect(totals).toEqual([
      [orderCount - 1, 1],
      [orderCount - 2, 2],
      [orderCount - 3, 3],
      [orderCount - 3, 5],
      [orderCount - 3, 7],
    ]);
  });

  test('assigned and unassigned orders, and deleted users', async () => {
    const guest = await app.signIn('customer_guest');
    const orders = await db.selectFrom('sales_orders').select('id').orderBy('id').limit(3).execute();
    const orderIds = orders.map(({ id }) => id);
    const seen = async () => (await callOther(listAssignedOrders, { token: guest.token })).body.total;
    expect(await seen()).toBe(0);
    await app.call(assignOrders, { token, body: { userId: guest.id, orderIds } });
    expect(await seen()).toBe(3);
    const body = { orderIds: orderIds.slice(1) };
    await app.call(unassignOrders, { token, params: { userId: guest.id }, body });
    expect(await seen()).toBe(1);
    expect((await callOther(getProfile, { token: guest.token })).status).toBe(200);
    await app.call(deleteUser, { token, params: { id: guest.id } });
    expect((await callOther(getProfile, { token: guest.token })).status).toBe(401);
  });
});
