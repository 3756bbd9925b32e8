import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { listActivity } from '@portal/contract/activity';
import { assignOrders } from '@portal/contract/assignments';
import { getProfile } from '@portal/contract/auth';
import { listCustomers } from '@portal/contract/customers';
import { getReadiness } from '@portal/contract/health';
import { inviteUser } from '@portal/contract/invitations';
import { exportOrders, getOrder, listOrders, syncOrders } from '@portal/contract/orders';
import { listUsers } from '@portal/contract/users';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { findFreePort } from '../../../tools/free-port.ts';
import { startEmbeddedPostgres, throwAwaySettings } from '../../../tools/postgres/embedded-postgres.ts';
import { beginUpload, formBytes, write } from './features/attachments/testing/raw-upload.ts';
import { readEvents } from './features/sync/testing/event-reader.ts';
import { readMirror, readSource } from './features/sync/testing/records.ts';
import { startSyncFixture } from './features/sync/testing/sync-fixture.ts';
import { fetchExport } from './listing/export/testing/read-export.ts';
import { openDatabase } from './platform/database.ts';

// A separate PostgreSQL server, since this test stops it.
const folder = await mkdtemp(join(tmpdir(), 'order-portal-outage-'));
const start = (port: number) =>
  startEmbeddedPostgres({ folder: join(folder, 'postgres'), port, settings: throwAwaySettings });
let postgres = await start(await findFreePort());
const url = postgres.url('postgres');
const own = openDatabase({ url });
const { app, control, close } = await startSyncFixture(
  { data: { generate: { orders: 600, customers: 40, seed: 23 } } },
  { database: { url, database: own, drop: own.close }, concurrency: 2 },
);
afterAll(async () => {
  await close();
  await own.close();
  await postgres.stop();
  await rm(folder, { recursive: true });
});

type Outcome = { call: string; status: number };
/** No complete response, for example an export that is aborted midway. */
const cut = 0;

test('answers 503 while PostgreSQL is stopped under load, also in the middle of an export and a sync, and recovers after its restart', {
  timeout: 240_000,
}, async () => {
  const { token } = await app.signIn('admin');
  const guest = await app.signIn('customer_guest');
  expect((await app.call(syncOrders, { token })).body.status).toBe('complete');
  const [id = ''] = (await readMirror(own.db, 'orders')).keys();
  const { id: groupId } = await own.db
    .selectFrom('groups')
    .select('id')
    .where('type', '=', 'member')
    .executeTakeFirstOrThrow();
  const calls: Record<string, () => Promise<{ status: number }>> = {
    health: () => app.call(getReadiness),
    profile: () => app.call(getProfile, { token }),
    'a page': () => app.call(listOrders, { token, query: { sortBy: 'total' } }),
    'a search': () => app.call(listOrders, { token, query: { search: 'a' } }),
    'an order': () => app.call(getOrder, { token, params: { id } }),
    customers: () => app.call(listCustomers, { token }),
    users: () => app.call(listUsers, { token }),
    activity: () => app.call(listActivity, { token }),
    'an assignment': () => app.call(assignOrders, { token, body: { userId: guest.id, orderIds: [id] } }),
    'an invitation': () =>
      app.call(inviteUser, { token, body: { email: `${randomUUID()}@test.example`, fullName: 'Bob', groupId } }),
    'an export': async () => {
      const response = await fetchExport(app, exportOrders, token, { format: 'csv' });
      const whole = await response.text().catch(() => undefined);
      return { status: whole === undefined ? cut : response.status };
    },
  };
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
  });
  const outcomes: Outcome[] = [];
  const load = Promise.all(
    Object.entries(calls).map(async ([call, ask]) => {
      while (!isOver) {
        outcomes.push({ call, status: (await ask()).status });
        await delay(10);
      }
    }),
  );
  /** Waits until each request has had such a response again. */
  const untilEach = async (isWanted: (status: number) => boolean) => {
    const seen = outcomes.length;
    const left = () => {
      const found = outcomes.slice(seen).filter(({ status }) => isWanted(status));
      return Object.keys(calls).filter((call) => !found.some((outcome) => outcome.call === call));
    };
    // A response outside the contract ends the load.
    await Promise.race([expect.poll(left, { timeout: 60_000 }).toEqual([]), load]);
  };
  const isNormal = (status: number) => status === 200 || status === 201;
  const events = await readEvents(app.url, token);

  await untilEach(isNormal);
  expect(outcomes.filter(({ status }) => !isNormal(status))).toEqual([]);
  const form = formBytes('large.bin', Buffer.alloc(3_000_000, 'x'), 'sent while the database went');
  const upload = await beginUpload(app.url, token, id, form.length);
  await write(upload, form.subarray(0, 1_000_000));
  await control.change({ latency: { query: { minimum: 200, maximum: 300 } } });
  const query = { startDate: '1990-01-01' };
  const sync = app.call(syncOrders, { token, query });
  await expect.poll(() => events.runs.at(-1)?.phase).toBe('reading');

  await postgres.stop();
  await untilEach((status) => status === 503);
  const stopped = outcomes.length;
  await write(upload, form.subarray(1_000_000));
  expect(await text(upload)).toMatch(/^HTTP\/1\.1 503 [\s\S]*"statusCode":503,/);
  expect((await sync).status).toBe(503);
  await untilEach((status) => status === 503);
  expect(outcomes.slice(stopped).filter(({ status }) => isNormal(status))).toEqual([]);

  postgres = await start(postgres.port);
  await untilEach(isNormal);
  const normal = outcomes.length;
  await control.reset();
  const { body } = await app.call(syncOrders, { token, query });
  expect(body.status).toBe('complete');
  expect(await readMirror(own.db, 'orders')).toEqual(await readSource(control, 'orders'));
  // Received on the stream that was open all the time.
  const lastOfOrders = () => events.runs.findLast(({ kind }) => kind === 'orders');
  await expect.poll(lastOfOrders).toMatchObject({ runId: body.runId, status: 'complete' });
  events.leave();
  const again = await beginUpload(app.url, token, id, form.length);
  await write(again, form);
  expect(await text(again)).toMatch(/^HTTP\/1\.1 201 /);
  isOver = true;
  await load;
  expect(outcomes.slice(normal).filter(({ status }) => !isNormal(status))).toEqual([]);
  const isCutExport = ({ call, status }: Outcome) => call === 'an export' && status === cut;
  const abnormal = outcomes.filter((outcome) => !isNormal(outcome.status) && !isCutExport(outcome));
  expect(new Set(abnormal.map(({ status }) => status))).toEqual(new Set([503]));
});
