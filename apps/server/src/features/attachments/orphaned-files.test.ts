import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { housekeepingJob } from '../../jobs/housekeeping.ts';
import { hourMs } from '../../platform/clock.ts';
import { keyOf } from './stored-files.ts';
import { orders, startAttachmentApp } from './testing/attachment-app.ts';
import { until } from './testing/raw-upload.ts';

const { app, add, list, remove, download, stored } = await startAttachmentApp();
afterAll(app.close);
const { db } = app.database;
const { queue } = app.portal.dependencies;
const day = 24 * hourMs;
const admin = () => app.signIn('admin');

/** Runs the cleanup job to completion. */
async function keepHouse(): Promise<void> {
  // Its last work but one: what is counted has run out.
  const expired = { key: 'housekeeping', hits: [], allowed: true, retry_at: null };
  await db
    .insertInto('rate_limits')
    .values({ ...expired, expires_at: '2000-01-01T00:00:00Z' })
    .execute();
  await queue.enqueue(db, housekeepingJob, {});
  const jobs = () =>
    app.database.pool.query(`select from pgboss.job where name = '${housekeepingJob.name}' and state <> 'completed'`);
  await until(async () => (await jobs()).rowCount === 0);
  expect(await db.selectFrom('rate_limits').select('key').where('key', '=', 'housekeeping').execute()).toEqual([]);
}

async function putBytes(id: string): Promise<void> {
  const path = join(app.storageFolder, keyOf(id));
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, 'bytes of a process that is no more');
}

test('deletes bytes of unfinished uploads after two hours, but none of active uploads or existing files', async () => {
  const old = '11111111-1111-4111-8111-111111111111';
  const young = '22222222-2222-4222-8222-222222222222';
  const { id: kept } = await add(await admin());
  const before = await stored();
  await db.insertInto('unclaimed_files').values({ id: old, since: app.clock.now() }).execute();
  app.clock.advance(hourMs);
  await db.insertInto('unclaimed_files').values({ id: young, since: app.clock.now() }).execute();
  await putBytes(old);
  await putBytes(young);
  await keepHouse();
  expect(await stored()).toMatchObject({ files: before.files + 2, unclaimed: 2 });
  app.clock.advance(hourMs);
  await keepHouse();
  expect(await stored()).toMatchObject({ files: before.files + 1, unclaimed: 1 });
  app.clock.advance(hourMs);
  await keepHouse();
  expect(await stored()).toEqual(before);
  expect(await (await download(await admin(), kept)).text()).toBe('some text');
});

test('retries bytes that could not be deleted', async () => {
  const user = await admin();
  const { id } = await add(user);
  const before = await stored();
  const path = join(app.storageFolder, keyOf(id));
  // Makes every deletion fail, even for root.
  await rm(path);
  await mkdir(path);
  expect((await remove(user, id)).status).toBe(200);
  expect(await stored()).toMatchObject({ unclaimed: 1, attachments: Number(before.attachments) - 1 });
  await rm(path, { recursive: true });
  await writeFile(path, 'to be removed');
  app.clock.advance(2 * hourMs);
  await keepHouse();
  expect(await stored()).toMatchObject({ unclaimed: 0, files: before.files - 1 });
});

test('keeps files for 30 days after their order leaves the mirror, and shows them again if it returns', async () => {
  const { id } = await add(await admin(), 'of the order.txt', 'kept', orders.second);
  const before = await stored();
  const order = await db
    .deleteFrom('sales_orders')
    .where('id', '=', orders.second)
    .returning(['id', 'customer_id', 'tran_id'])
    .executeTakeFirstOrThrow();
  const isUnreachable = async () => {
    expect((await list(await admin(), orders.second)).status).toBe(404);
    expect((await download(await admin(), id)).status).toBe(404);
    expect((await remove(await admin(), id)).status).toBe(404);
  };
  await isUnreachable();
  await keepHouse();
  app.clock.advance(30 * day - 1);
  await keepHouse();
  expect(await stored()).toEqual(before);
  // The order returns on the last day, so the 30 days start again when it leaves the next time.
  await db.insertInto('sales_orders').values(order).execute();
  await keepHouse();
  expect(await (await download(await admin(), id)).text()).toBe('kept');
  await db.deleteFrom('sales_orders').where('id', '=', orders.second).execute();
  app.clock.advance(29 * day);
  await keepHouse();
  app.clock.advance(30 * day - 1);
  await keepHouse();
  expect(await stored()).toEqual(before);
  app.clock.advance(1);
  await keepHouse();
  expect(await stored()).toEqual({
    files: before.files - 1,
    attachments: Number(before.attachments) - 1,
    unclaimed: 0,
  });
  await isUnreachable();
});
