import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createShares, cutRange, type Share } from './id-ranges.ts';

const pageSize = 10;
const ids = fc
  .uniqueArray(fc.bigInt({ min: 1n, max: 5000n }), { minLength: 1, maxLength: 400 })
  .map((list) => list.sort((a, b) => Number(a - b)));

/** Readers that take turns in an order of the test's choosing, each a page at a time. */
function readAll(all: readonly bigint[], readers: number, nextReader: () => number) {
  const [first, last] = [String(all.at(0)), String(all.at(-1))];
  const shares = createShares(cutRange(first, last, readers), all.length, pageSize);
  const held: (Share | undefined)[] = Array.from({ length: readers }, () => undefined);
  const landed: bigint[] = [];
  const isCovered = () => {
    const left = shares.left();
    const isLeft = (id: bigint) => left.some(({ after, upTo }) => id > BigInt(after) && id <= BigInt(upTo));
    return all.every((id) => landed.includes(id) !== isLeft(id));
  };
  for (let idle = 0; idle < readers * 50; ) {
    const reader = nextReader() % readers;
    const share = held[reader] ?? shares.take();
    held[reader] = share;
    if (share === undefined) {
      idle += 1;
      continue;
    }
    const page = all.filter((id) => id > share.after && id <= share.upTo).slice(0, pageSize);
    const lastId = page.length < pageSize ? share.upTo : (page.at(-1) ?? share.upTo);
    shares.reach(share, lastId, page.length);
    landed.push(...page);
    shares.landed(share, lastId);
    if (share.after >= share.upTo) {
      shares.finish(share);
      held[reader] = undefined;
    }
    expect(isCovered()).toBe(true);
  }
  return landed;
}

describe('ids read in shares', () => {
  test('are each read once, whoever reads when, and what has not landed is always known', () => {
    fc.assert(
      fc.property(
        ids,
        fc.integer({ min: 1, max: 5 }),
        fc.infiniteStream(fc.nat({ max: 20 })),
        (all, readers, turns) => {
          const landed = readAll(all, readers, () => turns.next().value ?? 0);
          expect([...landed].sort((a, b) => Number(a - b))).toEqual(all);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('are shared out again where one share holds nearly all of them', () => {
    const crowded = Array.from({ length: 400 }, (_, index) => BigInt(100_000 + index));
    const shares = createShares(cutRange('1', '100400', 4), 401, pageSize);
    const begun = Array.from({ length: 4 }, () => shares.take());
    for (const share of begun.slice(0, 3)) if (share !== undefined) shares.finish(share);
    const last = begun[3];
    if (last === undefined) throw new Error('no share');
    shares.reach(last, crowded[9] ?? 0n, 10);
    shares.landed(last, crowded[9] ?? 0n);
    const taken = shares.take();
    expect(taken).toMatchObject({ upTo: 100_400n });
    expect(last.upTo).toBe(taken?.after);
  });

  test('of a few records make one share', () => {
    expect(cutRange('5', '5', 1)).toEqual([{ after: '4', upTo: '5' }]);
    expect(createShares(cutRange('5', '9', 1), 5, 1000).left()).toEqual([{ after: '4', upTo: '9' }]);
  });
});
