import { NetsuiteError } from '@portal/netsuite/client/netsuite-error';
import type { Reader } from '@portal/netsuite/source/record-kind';
import { everything, type IdRange, type Selection } from '@portal/netsuite/source/record-source';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRangeQueue, cutRange, toWorkRange } from './id-ranges.ts';
import type { MirroredRow } from './mirrors.ts';
import { createRangeReader } from './read-ranges.ts';

const pageSize = 10;
/** Clustered ids, as in accounts whose ids are shared with other records. */
const ids = fc
  .array(fc.oneof({ weight: 9, arbitrary: fc.constant(1) }, fc.integer({ min: 2, max: 900 })), {
    minLength: 1,
    maxLength: 200,
    size: 'max',
  })
  .map((gaps) => {
    let id = 0;
    return gaps.map((gap) => {
      id += gap;
      return id;
    });
  });

/** Pages of these ids, each resolved when the test says so. */
function readerOf(all: readonly number[], answer: <Value>(value: Value) => Promise<Value>): Reader<MirroredRow> {
  return {
    pageSize,
    page: (_selection: Selection, { after, upTo }: IdRange, limit) => {
      const found = all.filter((id) => id > Number(after) && id <= Number(upTo));
      const rows = found.slice(0, limit).map((id) => ({ id: String(id), lastModifiedDate: null }));
      return answer({ rows, failures: [], lastId: rows.at(-1)?.id ?? null, complete: found.length <= limit });
    },
    read: async () => ({ rows: [], failures: [], lastId: null, complete: true }),
    notes: new Set(),
    loadNames: async () => undefined,
    names: () => [],
    firstId: async () => null,
    buckets: async () => [],
  };
}

test('writes each record once, for any order of reads, writes and range splits', async () => {
  await fc.assert(
    fc.asyncProperty(ids, fc.integer({ min: 1, max: 4 }), fc.scheduler(), async (all, readers, turns) => {
      const written: number[] = [];
      const queue = createRangeQueue(cutRange(String(all[0]), String(all.at(-1)), readers), all.length, pageSize);
      const reader = readerOf(all, (value) => turns.schedule(Promise.resolve(value)));
      const context = { signal: new AbortController().signal, reader };
      const read = createRangeReader(context, everything, all.length);
      const work = async () => {
        for (let range = queue.take(); range !== undefined; range = queue.take()) {
          const current = range;
          await read(current, async ({ rows, lastId }) => {
            queue.reach(current, lastId, rows.length);
            await turns.schedule(Promise.resolve());
            written.push(...rows.map(({ id }) => Number(id)));
            queue.written(current, lastId);
          });
          queue.finish(current);
        }
      };
      await turns.waitFor(Promise.all(Array.from({ length: readers }, work)));
      expect(written.sort((a, b) => a - b)).toEqual(all);
      expect(queue.left()).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test('isolates a record that cannot be read', async () => {
  const all = Array.from({ length: 25 }, (_, index) => index + 1);
  const answering = readerOf(all, (value) => Promise.resolve(value));
  const failure = new NetsuiteError({ kind: 'unavailable', status: 500, code: null, detail: 'unavailable for 17' });
  const reader: Reader<MirroredRow> = {
    ...answering,
    async page(selection, range, limit, call) {
      const page = await answering.page(selection, range, limit, call);
      if (page.rows.some(({ id }) => id === '17')) throw failure;
      return page;
    },
    read: () => Promise.reject(failure),
    firstId: async (_selection, { after }) => String(Number(after) + 1),
  };
  const read = createRangeReader({ signal: new AbortController().signal, reader }, everything, all.length);
  const range = toWorkRange({ after: '0', upTo: '25' });
  const written: string[] = [];
  const failed: unknown[] = [];
  await read(range, async ({ rows, failures = [], lastId }) => {
    range.reached = lastId;
    written.push(...rows.map(({ id }) => id));
    failed.push(...failures);
  });
  expect(written).toEqual(all.filter((id) => id !== 17).map(String));
  expect(failed).toEqual([{ id: '17', reason: 'unavailable for 17' }]);
});
