import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import type { Config } from '../../config.ts';
import { hourMs } from '../../platform/clock.ts';
import { startTestApp } from '../../testing/app.ts';
import { createTestClock } from '../../testing/clock.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { forkPortal } from '../../testing/fork-portal.ts';
import { startTestStore } from '../../testing/store.ts';
import { orders, startAttachmentApp, upsertTestOrders } from './testing/attachment-app.ts';
import { beginUpload, formBytes, until, write } from './testing/raw-upload.ts';

const store = await startTestStore();
const inFolder = await startAttachmentApp();
const inStore = await startAttachmentApp({ config: { storage: store.target } });
afterAll(async () => {
  await inFolder.app.close();
  await inStore.app.close();
  await store.close();
});
const content = randomBytes(12 * 1024 ** 2);
const form = formBytes('large.bin', content, 'after the file');

describe.each([
  ['a folder', inFolder, async () => (await inFolder.stored()).files],
  ['a bucket', inStore, async () => (await store.keys()).length],
])('into %s', (_place, portal, countFiles) => {
  const lies = async () => ({ ...(await portal.stored()), files: await countFiles() });

  test('a completed upload keeps the description that follows the file', async () => {
    const admin = await portal.app.signIn('admin');
    const before = await lies();
    const socket = await beginUpload(portal.app.url, admin.token, orders.first, form.length);
    await write(socket, form);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 201 /);
    expect(await lies()).toEqual({ attachments: 1, files: before.files + 1, unclaimed: 0 });
    const [file] = (await portal.list(admin)).body;
    expect(file).toMatchObject({ description: 'after the file', size: content.length });
    const answer = await portal.download(admin, file.id);
    expect(content.equals(Buffer.from(await answer.arrayBuffer()))).toBe(true);
  });

  test('an upload aborted at any point leaves no row and no bytes', async () => {
    const admin = await portal.app.signIn('admin');
    const before = await lies();
    const cut = fc.integer({ min: 0, max: form.length - 1 });
    await fc.assert(
      fc.asyncProperty(cut, async (length) => {
        const socket = await beginUpload(portal.app.url, admin.token, orders.first, form.length);
        await write(socket, form.subarray(0, length));
        await until(async () => (await portal.stored()).unclaimed === 1);
        socket.destroy();
        await until(async () => (await portal.stored()).unclaimed === 0);
        expect(await lies()).toEqual(before);
      }),
      { numRuns: 10, examples: [[0], [200], [form.length - 1], [form.length - 200]] },
    );
  });

  test('an upload aborted immediately leaves nothing', async () => {
    const admin = await portal.app.signIn('admin');
    const before = await lies();
    for (const length of [0, 1, 70, 78, 300]) {
      for (const wait of [0, 1, 2, 4, 8]) {
        const socket = await beginUpload(portal.app.url, admin.token, orders.first, form.length);
        await write(socket, form.subarray(0, length));
        await delay(wait);
        socket.destroy();
      }
    }
    // By then the portal has received all of them.
    const last = await portal.add(admin);
    expect((await portal.remove(admin, last.id)).status).toBe(200);
    await until(async () => (await portal.stored()).unclaimed === 0);
    expect(await lies()).toEqual(before);
  });
});

test('a restarted portal removes uploads that were in progress when it was killed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-killed-'));
  const database = await createTestDatabase();
  const config = inFolder.app.portal.dependencies.config as Config;
  const storage = { kind: 'folder', folder } as const;
  await upsertTestOrders(database.database.pool);
  const count = async (table: 'attachments' | 'unclaimed_files') =>
    (await database.database.db.selectFrom(table).select('id').execute()).length;
  const files = async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;
  const next = () =>
    startTestApp({ database, config: { storage }, clock: createTestClock(new Date(Date.now() + 3 * hourMs)) });
  const first = await next();
  const admin = await first.signIn('admin');
  await first.close();
  const portal = await forkPortal({ ...config, databaseUrl: database.url, storage });
  try {
    const socket = await beginUpload(portal.url, admin.token, orders.first, form.length);
    await write(socket, form.subarray(0, 5_000_000));
    await until(async () => (await files()) === 1);
  } finally {
    await portal.kill();
  }
  expect([await count('attachments'), await count('unclaimed_files'), await files()]).toEqual([0, 1, 1]);
  const app = await next();
  await until(async () => (await count('unclaimed_files')) === 0);
  expect([await count('attachments'), await files()]).toEqual([0, 0]);
  await app.close();
  await database.drop();
  await rm(folder, { recursive: true });
});
