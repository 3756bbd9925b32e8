import type { IdRange } from '@portal/netsuite/source/record-source';

/** A range of ids that one reader processes in ascending order. */
export type WorkRange = {
  /** Everything up to and including this id has been written. */
  after: bigint;
  /** Everything up to and including this id has been read, if not written yet. */
  reached: bigint;
  /** Decreases when another reader takes over the upper part. */
  upTo: bigint;
  /** Records an id of the page that was read last. */
  density: number;
};

/** Minimum number of pages likely left in a range for a split to be worth another reader. */
const MIN_PAGES_TO_SPLIT = 2;

/**
 * Queue of ranges left to read. Ids are never evenly distributed, so equal ranges finish at different times. A reader
 * without a range takes the upper half of the range with the most records likely left, estimated from the density of its
 * last page.
 */
export function createRangeQueue(ranges: readonly IdRange[], expected: number, pageSize: number) {
  const waiting = ranges.map(toWorkRange).filter(({ after, upTo }) => after < upTo);
  const taken = new Set<WorkRange>();
  let recordsLeft = expected;

  const spanOf = ({ reached, upTo }: WorkRange) => Number(upTo - reached);

  function estimate(range: WorkRange): number {
    const wholeSpan = [...waiting, ...taken].reduce((sum, each) => sum + spanOf(each), 0);
    const part = wholeSpan === 0 ? 0 : (recordsLeft * spanOf(range)) / wholeSpan;
    return Math.min(recordsLeft, Math.max(part, range.density * spanOf(range)));
  }

  function split(): WorkRange | undefined {
    let largest: WorkRange | undefined;
    for (const range of taken) if (largest === undefined || estimate(range) > estimate(largest)) largest = range;
    if (largest === undefined || estimate(largest) < MIN_PAGES_TO_SPLIT * pageSize) return undefined;
    const middle = largest.reached + (largest.upTo - largest.reached) / 2n;
    if (middle <= largest.reached) return undefined;
    const upper = { after: middle, reached: middle, upTo: largest.upTo, density: 0 };
    largest.upTo = middle;
    return upper;
  }

  return {
    /** A free range, or the upper half of the largest one; undefined if there is nothing to take. */
    take(): WorkRange | undefined {
      const range = waiting.shift() ?? split();
      if (range !== undefined) taken.add(range);
      return range;
    },
    /** Records that a page of the range has been read, up to and including `lastId`. */
    reach(range: WorkRange, lastId: bigint, rows: number): void {
      const span = Number(lastId - range.reached);
      range.density = span > 0 ? rows / span : 0;
      range.reached = lastId;
      recordsLeft = Math.max(0, recordsLeft - rows);
    },
    /** Records that this page has been written. */
    written(range: WorkRange, lastId: bigint): void {
      range.after = range.upTo;
      if (lastId < range.upTo) range.after = lastId;
    },
    finish(range: WorkRange): void {
      range.after = range.upTo;
      taken.delete(range);
    },
    /** Ranges not written yet, as stored with each page. */
    left: (): IdRange[] => [...waiting, ...taken].flatMap(toRange),
  };
}

/** Splits the ids from `firstId` to `lastId` into at most `parts` ranges of equal size. */
export function cutRange(firstId: string, lastId: string, parts: number): IdRange[] {
  const begin = BigInt(firstId) - 1n;
  const cutAt = (part: number) => begin + ((BigInt(lastId) - begin) * BigInt(part)) / BigInt(parts);
  return Array.from({ length: parts }, (_, part) => ({ after: cutAt(part), upTo: cutAt(part + 1) })).flatMap(toRange);
}

/** A range of which nothing has been read. */
export function toWorkRange({ after, upTo }: IdRange): WorkRange {
  return { after: BigInt(after), reached: BigInt(after), upTo: BigInt(upTo), density: 0 };
}

/** The part of a range that is not written yet; none if all of it is. */
function toRange({ after, upTo }: Pick<WorkRange, 'after' | 'upTo'>): IdRange[] {
  return after < upTo ? [{ after: (after < 0n ? 0n : after).toString(), upTo: upTo.toString() }] : [];
}
