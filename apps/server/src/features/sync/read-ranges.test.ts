import type { IdRange, Reader } from '@portal/netsuite/source/record-source';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createShares, cutRange } from './id-ranges.ts';
import { createShareReader } from './read-ranges.ts';

const pageSize = 10;
/** Crowded in places, as those of an account are in which much else is numbered. */
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

/** Pages of these ids, each answered when its turn comes. */
function readerOf(all: readonly number[], answer: <Value>(value: Value) => Promise<Value>): Reader<{ id: string }> {
  return {
    pageSize,
    page: ({ after, upTo }: IdRange, limit) => {
      const found = all.filter((id) => id > Number(after) && id <= Number(upTo));
      const rows = found.slice(0, limit).map((id) => ({ id: String(id) }));
      return answer({ rows, faults: [], lastId: rows.at(-1)?.id ?? null, complete: found.length <= limit });
    },
    firstId: async () => null,
  };
}

test('each record lands once, in whatever order pages come, land, and shares are taken from one another', async () => {
  await fc.assert(
    fc.asyncProperty(ids, fc.integer({ min: 1, max: 4 }), fc.scheduler(), async (all, readers, turns) => {
      const landed: number[] = [];
      const shares = createShares(cutRange(String(all[0]), String(all.at(-1)), readers), all.length, pageSize);
      const context = { signal: new AbortController().signal, source: { read: async () => null } };
      const source = readerOf(all, (value) => turns.schedule(Promise.resolve(value)));
      const read = createShareReader(context as never, source, all.length);
      const work = async () => {
        for (let share = shares.take(); share !== undefined; share = shares.take()) {
          const mine = share;
          await read(mine, async ({ rows, lastId }) => {
            shares.reach(mine, lastId, rows.length);
            await turns.schedule(Promise.resolve());
            landed.push(...rows.map(({ id }) => Number(id)));
            shares.landed(mine, lastId);
          });
          shares.finish(mine);
        }
      };
      await turns.waitFor(Promise.all(Array.from({ length: readers }, work)));
      expect(landed.sort((a, b) => a - b)).toEqual(all);
      expect(shares.left()).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
