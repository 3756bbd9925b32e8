import { afterAll, expect, test } from 'vitest';
import { hourMs } from '../platform/clock.ts';
import { startTestApp } from '../testing/app.ts';
import { housekeepingJob } from './housekeeping.ts';

const retention = { activityDays: 400, notificationDays: 20, syncRunDays: 60 };
const app = await startTestApp({ config: { retention } });
afterAll(app.close);
const { db } = app.database;
const { queue } = app.portal.dependencies;

async function runHousekeeping(): Promise<void> {
  await queue.enqueue(db, housekeepingJob, {});
  const { pool } = app.database;
  const left = () => pool.query("select from pgboss.job where name = 'housekeeping' and state <> 'completed'");
  await expect.poll(async () => (await left()).rowCount, { timeout: 30_000 }).toBe(0);
}
const daysAgo = (days: number) => new Date(app.clock.now().getTime() - days * 24 * hourMs);

test('deletes invitation links 30 days after they expire, so that a used link still gets an explanation', async () => {
  const { id, email } = await app.createUser({ role: 'customer_member', status: 0 });
  const now = app.clock.now();
  const times = { created_at: now, expires_at: now };
  await db
    .insertInto('invitations')
    .values({ user_id: id, invited_by_name: 'Ada', ...times })
    .execute();
  const link = { token_hash: Buffer.alloc(32), user_id: id, email, ...times };
  await db.insertInto('invitation_links').values(link).execute();
  const links = () => db.selectFrom('invitation_links').select('user_id').execute();
  app.clock.advance(30 * 24 * hourMs);
  await runHousekeeping();
  expect(await links()).toHaveLength(1);
  app.clock.advance(1);
  await runHousekeeping();
  expect(await links()).toEqual([]);
  expect(await db.selectFrom('invitations').select('user_id').execute()).toHaveLength(1);
});

test('deletes activity entries with their counts, notifications and sync runs after the configured days', async () => {
  const { id: userId } = await app.createUser({ role: 'customer_member' });
  const entryIds = [];
  for (const days of [399, 401, 800]) {
    const entry = { created_date: daysAgo(days), action: 'sign-in', content: `${days} days ago` };
    const { id } = await db.insertInto('activity_log').values(entry).returning('id').executeTakeFirstOrThrow();
    await db.insertInto('activity_counts').values({ entry_id: id, count: 2 }).execute();
    entryIds.push(id);
  }
  for (const days of [19, 21]) {
    const event = { order_id: '1', kind: 'shipment', record_id: String(days), learned_at: daysAgo(days) } as const;
    const { id } = await db.insertInto('order_events').values(event).returning('id').executeTakeFirstOrThrow();
    const notification = { user_id: userId, event_id: id, created_at: daysAgo(days) };
    await db.insertInto('notifications').values(notification).execute();
  }
  const run = { kind: 'orders', phase: 'ended', mode: 'incremental', heartbeat_at: daysAgo(0) } as const;
  const complete = { ...run, status: 'complete' } as const;
  await db
    .insertInto('sync_runs')
    .values([
      { ...run, status: 'failed', started_at: daysAgo(200) },
      { ...complete, started_at: daysAgo(150), server_time: daysAgo(150) },
      { ...complete, started_at: daysAgo(61), server_time: daysAgo(61) },
      { ...complete, started_at: daysAgo(95), server_time: daysAgo(95), customer_id: '7' },
    ])
    .execute();
  await runHousekeeping();
  const entries = await db.selectFrom('activity_log').select('content').execute();
  expect(entries).toEqual([{ content: '399 days ago' }]);
  const counts = await db.selectFrom('activity_counts').select('entry_id').execute();
  expect(counts).toEqual([{ entry_id: entryIds[0] }]);
  const notifications = await db.selectFrom('notifications').select('created_at').execute();
  expect(notifications.map(({ created_at: at }) => new Date(at))).toEqual([daysAgo(19)]);
  const runs = await db.selectFrom('sync_runs').select('started_at').orderBy('started_at').execute();
  // The last successful run of each customer, and of all, is where the next one continues.
  expect(runs.map(({ started_at: at }) => new Date(at))).toEqual([daysAgo(95), daysAgo(61)]);
});

test('deletes what orders were before changes after 30 days, also if followers are not notified', async () => {
  const change = { order_id: '1', before: '{}' };
  const changes = [29, 30, 31].map((days) => ({ ...change, learned_at: daysAgo(days) }));
  await db.insertInto('changed_orders').values(changes).execute();
  app.clock.advance(1);
  await runHousekeeping();
  expect(await db.selectFrom('changed_orders').select('order_id').execute()).toHaveLength(1);
});

test('keeps the activity log forever by default', async () => {
  const unlimited = await startTestApp();
  const entry = { created_date: new Date('1999-12-31'), action: 'sign-in', content: 'long ago' };
  await unlimited.database.db.insertInto('activity_log').values(entry).execute();
  const { db: unlimitedDb } = unlimited.database;
  await unlimited.portal.dependencies.queue.enqueue(unlimitedDb, housekeepingJob, {});
  const ended = () =>
    unlimited.database.pool.query("select from pgboss.job where name = 'housekeeping' and state = 'completed'");
  await expect.poll(async () => (await ended()).rowCount, { timeout: 30_000 }).toBe(1);
  expect(await unlimitedDb.selectFrom('activity_log').select('content').execute()).toEqual([{ content: 'long ago' }]);
  await unlimited.close();
});
