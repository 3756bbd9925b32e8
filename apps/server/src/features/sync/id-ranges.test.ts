import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRangeQueue, cutRange, type WorkRange } from './id-ranges.ts';

const pageSize = 10;
const ids = fc
  .uniqueArray(fc.bigInt({ min: 1n, max: 5000n }), { minLength: 1, maxLength: 400 })
  .map((list) => list.sort((a, b) => Number(a - b)));

/** Simulated readers that read a page at a time, in an order chosen by the test. */
function readAll(all: readonly bigint[], readers: number, nextReader: () => number) {
  const [first, last] = [String(all.at(0)), String(all.at(-1))];
  const queue = createRangeQueue(cutRange(first, last, readers), all.length, pageSize);
  const held: (WorkRange | undefined)[] = Array.from({ length: readers }, () => undefined);
  const written: bigint[] = [];
  const isCovered = () => {
    const left = queue.left();
    const isLeft = (id: bigint) => left.some(({ after, upTo }) => id > BigInt(after) && id <= BigInt(upTo));
    return all.every((id) => written.includes(id) !== isLeft(id));
  };
  for (let idle = 0; idle < readers * 50; ) {
    const reader = nextReader() % readers;
    const range = held[reader] ?? queue.take();
    held[reader] = range;
    if (range === undefined) {
      idle += 1;
      continue;
    }
    const page = all.filter((id) => id > range.after && id <= range.upTo).slice(0, pageSize);
    const lastId = page.length < pageSize ? range.upTo : (page.at(-1) ?? range.upTo);
    queue.reach(range, lastId, page.length);
    written.push(...page);
    queue.written(range, lastId);
    if (range.after >= range.upTo) {
      queue.finish(range);
      held[reader] = undefined;
    }
    expect(isCovered()).toBe(true);
  }
  return written;
}

describe('ids read in ranges', () => {
  test('are each read once, with the remaining ranges always known', () => {
    fc.assert(
      fc.property(
        ids,
        fc.integer({ min: 1, max: 5 }),
        fc.infiniteStream(fc.nat({ max: 20 })),
        (all, readers, turns) => {
          const written = readAll(all, readers, () => turns.next().value ?? 0);
          expect([...written].sort((a, b) => Number(a - b))).toEqual(all);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('are split again when one range contains nearly all ids', () => {
    const crowded = Array.from({ length: 400 }, (_, index) => BigInt(100_000 + index));
    const queue = createRangeQueue(cutRange('1', '100400', 4), 401, pageSize);
    const begun = Array.from({ length: 4 }, () => queue.take());
    for (const range of begun.slice(0, 3)) if (range !== undefined) queue.finish(range);
    const last = begun[3];
    if (last === undefined) throw new Error('no range');
    queue.reach(last, crowded[9] ?? 0n, 10);
    queue.written(last, crowded[9] ?? 0n);
    const taken = queue.take();
    expect(taken).toMatchObject({ upTo: 100_400n });
    expect(last.upTo).toBe(taken?.after);
  });

  test('form one range when there are few', () => {
    expect(cutRange('5', '5', 1)).toEqual([{ after: '4', upTo: '5' }]);
    expect(createRangeQueue(cutRange('5', '9', 1), 5, 1000).left()).toEqual([{ after: '4', upTo: '9' }]);
  });
});
