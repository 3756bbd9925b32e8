import type { IdRange } from '@portal/netsuite/source/record-source';

/** A share of the ids that one reader works through from below. */
export type Share = {
  /** All up to and with this id has landed. */
  after: bigint;
  /** All up to and with this id has been read, if not landed yet. */
  reached: bigint;
  /** Falls when another reader takes over the rest. */
  upTo: bigint;
  /** Records an id, in the page read last. */
  density: number;
};

/** What is left to read, in shares that can be read side by side. */
export type Shares = {
  /** A share nobody is reading, or the upper half of the largest one; undefined when all is in hands. */
  take(): Share | undefined;
  /** A page of the share has been read, up to and with `lastId`. */
  reach(share: Share, lastId: bigint, rows: number): void;
  /** That page has landed. */
  landed(share: Share, lastId: bigint): void;
  /** Nothing of the share is left. */
  finish(share: Share): void;
  /** What has not landed, as it is stored with each page. */
  left(): IdRange[];
};

/** A share is cut in two when so many pages are likely left in it: less is not worth another reader. */
const pagesWorthSharing = 2;

/**
 * Ids are never evenly spread, so that equal shares end at different times. A reader without a share takes the upper
 * half of what is left of the one in which most records are likely left: as many as its last page promises, or its part
 * of all that are left.
 */
export function createShares(ranges: readonly IdRange[], expected: number, pageSize: number): Shares {
  const waiting = ranges.map(toShare).filter(({ after, upTo }) => after < upTo);
  const taken = new Set<Share>();
  let recordsLeft = expected;

  const spanOf = ({ reached, upTo }: Share) => Number(upTo - reached);

  function estimate(share: Share): number {
    const wholeSpan = [...waiting, ...taken].reduce((sum, each) => sum + spanOf(each), 0);
    const part = wholeSpan === 0 ? 0 : (recordsLeft * spanOf(share)) / wholeSpan;
    return Math.min(recordsLeft, Math.max(part, share.density * spanOf(share)));
  }

  function split(): Share | undefined {
    let largest: Share | undefined;
    for (const share of taken) if (largest === undefined || estimate(share) > estimate(largest)) largest = share;
    if (largest === undefined || estimate(largest) < pagesWorthSharing * pageSize) return undefined;
    const middle = largest.reached + (largest.upTo - largest.reached) / 2n;
    if (middle <= largest.reached) return undefined;
    const upper = newShare(middle, largest.upTo);
    largest.upTo = middle;
    return upper;
  }

  return {
    take() {
      const share = waiting.shift() ?? split();
      if (share !== undefined) taken.add(share);
      return share;
    },
    reach(share, lastId, rows) {
      const span = Number(lastId - share.reached);
      share.density = span > 0 ? rows / span : 0;
      share.reached = lastId;
      recordsLeft = Math.max(0, recordsLeft - rows);
    },
    landed(share, lastId) {
      share.after = least(lastId, share.upTo);
    },
    finish(share) {
      share.after = share.upTo;
      taken.delete(share);
    },
    left: () =>
      [...waiting, ...taken].filter(({ after, upTo }) => after < upTo).map(({ after, upTo }) => toRange(after, upTo)),
  };
}

/** Cuts the ids of a selection into equal parts to begin with. Few records are one part. */
export function cutRange(firstId: string, lastId: string, parts: number): IdRange[] {
  const begin = BigInt(firstId) - 1n;
  const end = BigInt(lastId);
  const cuts = Array.from({ length: parts + 1 }, (_, part) => begin + ((end - begin) * BigInt(part)) / BigInt(parts));
  const ranges = cuts.slice(1).map((upTo, index) => ({ after: cuts[index] ?? begin, upTo }));
  return ranges.filter(({ after, upTo }) => after < upTo).map(({ after, upTo }) => toRange(after, upTo));
}

function toShare({ after, upTo }: IdRange): Share {
  return newShare(BigInt(after), BigInt(upTo));
}

function newShare(after: bigint, upTo: bigint): Share {
  return { after, reached: after, upTo, density: 0 };
}

/** Math.min takes no bigint. */
function least(left: bigint, right: bigint): bigint {
  return left <= right ? left : right;
}

function toRange(after: bigint, upTo: bigint): IdRange {
  return { after: (after < 0n ? 0n : after).toString(), upTo: upTo.toString() };
}
