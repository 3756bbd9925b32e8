import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { startAttachmentApp } from '../features/attachments/testing/attachment-app.ts';
import { openStorage } from '../platform/open-storage.ts';
import { createTestDatabase } from '../testing/database.ts';
import { runCommand } from '../testing/run-command.ts';
import { startTestStore } from '../testing/store.ts';

const folder = await mkdtemp(join(tmpdir(), 'portal-move-'));
const database = await createTestDatabase();
const store = await startTestStore();
afterAll(async () => {
  await store.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

test('storage move resumes after an interruption, verifies each file, and can also move files back to a folder', async () => {
  const [home, back] = [join(folder, 'home'), join(folder, 'back')];
  const { app, add } = await startAttachmentApp({ database, config: { storage: { kind: 'folder', folder: home } } });
  const admin = await app.signIn('admin');
  const ids: string[] = [];
  for (const name of ['one', 'two', 'three']) ids.push((await add(admin, name, `content of ${name}`)).id);
  await app.close();
  const [one = '', two = '', three = ''] = ids.map((id) => `${id.slice(0, 2)}/${id}`);
  const bucket = await openStorage(store.target);
  const write = (key: string, text: string) =>
    bucket.write(
      key,
      (async function* () {
        yield Buffer.from(text);
      })(),
    );
  await write(one, 'content of one');
  await write(two, 'content');

  const { accessKeyId, secretAccessKey } = store.target.credentials;
  const { endpoint, region } = store.target;
  const s3 = `s3://${accessKeyId}:${secretAccessKey}@${store.target.bucket}?endpoint=${endpoint}&region=${region}`;
  const move = (from: string, to: string) =>
    runCommand(['storage', 'move'], { DATABASE_URL: database.url, STORAGE_URL: from, NEW_STORAGE_URL: to });
  expect(await move(pathToFileURL(home).href, s3)).toEqual({
    code: 0,
    output: '2 files copied, 1 were there already, 0 missing, 0 damaged.\n',
  });
  expect(await store.keys()).toEqual([one, two, three].sort());

  await write(three, 'other bytes');
  expect(await move(s3, pathToFileURL(back).href)).toEqual({
    code: 1,
    output: `damaged: attachment ${ids[2]}\n2 files copied, 0 were there already, 0 missing, 1 damaged.\n`,
  });
  const restored = await openStorage({ kind: 'folder', folder: back });
  expect(Buffer.concat((await (await restored.read(two))?.content.toArray()) ?? []).toString()).toBe('content of two');
  expect(await restored.read(three)).toBeUndefined();
});
