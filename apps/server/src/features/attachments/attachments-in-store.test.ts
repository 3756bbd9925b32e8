import { createHash, randomBytes } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { startTestStore } from '../../testing/store.ts';
import { startAttachmentApp } from './testing/attachment-app.ts';

const store = await startTestStore();
const { app, add, upload, download, remove } = await startAttachmentApp({ config: { storage: store.target } });
afterAll(async () => {
  await app.close();
  await store.close();
});
const admin = await app.signIn('admin');
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('uploads, downloads and deletes files in an S3-compatible store', async () => {
  const bytes = new Uint8Array(randomBytes(12 * 1024 ** 2 + 1));
  const { id } = await add(admin, 'large.bin', bytes);
  expect(await store.keys()).toHaveLength(1);
  const answer = await download(admin, id);
  expect(answer.headers.get('content-length')).toBe(String(bytes.length));
  expect(hash(new Uint8Array(await answer.arrayBuffer()))).toBe(hash(bytes));
  expect((await remove(admin, id)).status).toBe(200);
  expect(await store.keys()).toEqual([]);
});

test('leaves nothing in the store after a rejected upload', async () => {
  const content = new Uint8Array(26 * 1024 ** 2);
  expect((await upload(admin.token, { file: { name: 'too large', content } })).status).toBe(413);
  expect((await upload(admin.token, { file: { name: 'empty', content: '' } })).status).toBe(400);
  const file = { name: 'one of two', content: 'text' };
  expect((await upload(admin.token, { file: [file, file] })).status).toBe(400);
  expect(await store.keys()).toEqual([]);
});

test('answers 503 while the store is unavailable, and loses no file', async () => {
  const { id } = await add(admin);
  await store.pause();
  expect((await upload(admin.token, { file: { name: 'a', content: 'text' } })).status).toBe(503);
  expect((await download(admin, id)).status).toBe(503);
  await store.resume();
  const answer = await download(admin, id);
  expect(await answer.text()).toBe('some text');
  expect(await store.keys()).toHaveLength(1);
});
