import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, test } from 'vitest';
import { startTestStore } from '../testing/store.ts';
import { openStorage } from './open-storage.ts';
import type { StorageTarget } from './storage.ts';

const folder = await mkdtemp(join(tmpdir(), 'portal-storage-'));
const store = await startTestStore();
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

const places: [string, StorageTarget, () => Promise<string[]>][] = [
  [
    'a folder',
    { kind: 'folder', folder: join(folder, 'new', 'files') },
    () => filesBelow(join(folder, 'new', 'files')),
  ],
  ['a store', store.target, store.keys],
];

async function filesBelow(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

const hash = (bytes: Iterable<Uint8Array>) => {
  const sum = createHash('sha256');
  for (const chunk of bytes) sum.update(chunk);
  return sum.digest('hex');
};
const key = () => `${randomUUID().slice(0, 2)}/${randomUUID()}`;

describe.each(places)('%s', async (_name, target, keys) => {
  const storage = await openStorage(target);
  const read = async (at: string) => {
    const found = await storage.read(at);
    return found && { size: found.size, hash: hash((await found.content.toArray()) as Buffer[]) };
  };

  test.each([
    ['one byte', [1]],
    ['a little', [1000, 1]],
    ['exactly one part of a multipart upload', [8 * 1024 * 1024]],
    ['one byte more than two parts, in odd chunks', [700_001, 15 * 1024 * 1024, 1_777_216 - 700_000]],
  ])('returns the stored bytes unchanged: %s', async (_size, lengths) => {
    const chunks = lengths.map((length) => randomBytes(length));
    const at = key();
    await storage.write(at, Readable.from(chunks));
    const size = lengths.reduce((sum, length) => sum + length);
    expect(await read(at)).toEqual({ size, hash: hash(chunks) });
    await storage.remove(at);
    expect(await read(at)).toBeUndefined();
  });

  test('a missing file reads as undefined, and removing it is no error', async () => {
    expect(await storage.read(key())).toBeUndefined();
    await expect(storage.remove(key())).resolves.toBeUndefined();
  });

  test('content that fails before its first byte, many times at once: the removal comes after the write', async () => {
    const before = await keys();
    const fail = async () => {
      const at = key();
      // biome-ignore lint/correctness/useYield: it fails before its first byte.
      const failing = (async function* () {
        throw new Error('the line broke');
      })();
      await expect(storage.write(at, failing)).rejects.toThrow('the line broke');
      await storage.remove(at);
    };
    await Promise.all(Array.from({ length: 100 }, fail));
    expect((await keys()).toSorted()).toEqual(before.toSorted());
  });

  test.each([
    ['at once', 0],
    ['in the first part', 1000],
    ['in the third part', 20 * 1024 * 1024],
  ])('content that fails %s: throws, and leaves nothing after a removal', async (_when, length) => {
    const at = key();
    const before = await keys();
    const broken = Readable.from(
      (async function* () {
        if (length > 0) yield randomBytes(length);
        throw new Error('the line broke');
      })(),
    );
    await expect(storage.write(at, broken)).rejects.toThrow('the line broke');
    await storage.remove(at);
    expect(await keys()).toEqual(before);
    expect(await storage.read(at)).toBeUndefined();
  });
});

test('unwritable storage stops the start with one line without secrets', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  const below = openStorage({ kind: 'folder', folder: join(file, 'below') });
  await expect(below).rejects.toThrow(`STORAGE_URL: nothing can be stored in the folder ${file}/below (ENOTDIR).`);
  const missing = openStorage({ ...store.target, bucket: 'another' });
  await expect(missing).rejects.toThrow('STORAGE_URL: nothing can be stored in the bucket another (NoSuchBucket).');
  const credentials = { accessKeyId: 'unknown', secretAccessKey: 'hidden' };
  const refused = openStorage({ ...store.target, credentials });
  await expect(refused).rejects.toThrow(/^STORAGE_URL: nothing can be stored in the bucket portal-files \(\w+\)\.$/);
});

test("the folder is readable only by the portal's user", async () => {
  const path = join(folder, 'closed');
  const storage = await openStorage({ kind: 'folder', folder: path });
  await storage.write('ab/file', Readable.from([Buffer.from('x')]));
  expect((await stat(join(path, 'ab', 'file'))).mode & 0o077).toBe(0);
  expect((await stat(path)).mode & 0o077).toBe(0);
});
