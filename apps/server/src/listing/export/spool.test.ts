import { mkdtemp, readdir, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTick } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { spool } from './spool.ts';

const folder = await mkdtemp(join(tmpdir(), 'spool-'));
const before = process.env.TMPDIR;
process.env.TMPDIR = folder;
afterAll(async () => {
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
  await rmdir(folder);
});

/** A source of these chunks that records how many bytes were taken from it, and whether it was ended. */
function sourceOf(chunks: readonly Uint8Array[], failure?: Error) {
  const state = { taken: 0, isEnded: false };
  async function* read() {
    try {
      for (const chunk of chunks) {
        state.taken += chunk.length;
        yield chunk;
      }
      if (failure !== undefined) throw failure;
    } finally {
      state.isEnded = true;
    }
  }
  return { state, chunks: read() };
}

const zeros = (count: number, length: number) => Array.from({ length: count }, () => new Uint8Array(length));
const never = async () => undefined;

test('passes all bytes on unchanged, whatever their number, the space and the pace of the reader', async () => {
  const chunksOf = fc.array(fc.uint8Array({ minLength: 1, maxLength: 300 }), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(chunksOf, fc.nat(3000), fc.boolean(), async (chunks, freeBytes, isSlow) => {
      const space = { freeBytes };
      const read: Buffer[] = [];
      let ended = 0;
      const onEnd = async () => {
        ended += 1;
      };
      for await (const bytes of spool(sourceOf(chunks).chunks, space, onEnd)) {
        if (isSlow) await nextTick();
        read.push(bytes);
      }
      expect(Buffer.concat(read)).toEqual(Buffer.concat(chunks));
      expect([space.freeBytes, ended, await readdir(folder)]).toEqual([freeBytes, 1, []]);
    }),
    { numRuns: 200 },
  );
});

test('reads the source to its end while the result is not read', async () => {
  const { state, chunks } = sourceOf(zeros(100, 1000));
  const result = spool(chunks, { freeBytes: 1_000_000 }, never);
  await result.next();
  await expect.poll(() => state.isEnded).toBe(true);
  expect(await readdir(folder)).toEqual([]);
  await result.return(undefined);
});

test('waits for the reader when its file would take more space than it leaves, and gives the space back', async () => {
  const space = { freeBytes: 10_000 };
  const { state, chunks } = sourceOf(zeros(100, 1000));
  const result = spool(chunks, space, never);
  await result.next();
  await expect.poll(() => space.freeBytes).toBe(5000);
  for (let times = 0; times < 20; times += 1) await nextTick();
  // Five in the file, at most two read, and one that waits.
  expect(state.taken).toBeLessThanOrEqual(8000);
  expect(state.isEnded).toBe(false);
  await result.return(undefined);
  expect([space.freeBytes, state.isEnded]).toEqual([10_000, true]);
});

test('throws an error of the source after the bytes before it', async () => {
  const failure = new Error('the source failed');
  const read: number[] = [];
  const reading = (async () => {
    for await (const bytes of spool(sourceOf(zeros(3, 1000), failure).chunks, { freeBytes: 1_000_000 }, never)) {
      read.push(bytes.length);
    }
  })();
  await expect(reading).rejects.toBe(failure);
  expect(read.reduce((sum, length) => sum + length, 0)).toBe(3000);
});
