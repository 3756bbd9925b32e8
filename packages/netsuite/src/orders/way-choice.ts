/** How addresses and line sums come: with the orders in one request, or in up to three more by id list. */
export type Way = 'joined' | 'apart';

/**
 * Joins are quick in some accounts and slow in others. Where a full page takes long, one is read apart as a trial; four
 * requests are taken for one only where they keep the account busy for much less time. An account that refuses the joins is read apart.
 */
export interface WayChoice {
  /** The way for the next page. */
  begin(): Way;
  /** A page came: so many rows, and milliseconds of requests, waiting for a free place left out. */
  worked(way: Way, rows: number, busy: number): void;
  failed(way: Way): void;
  /** The account does not take this way at all. */
  refused(way: Way): void;
}

/** Below this a page's time says little about the way. */
const smallestTrial = 500;
/** Milliseconds a row up to which a joined page is quick enough: 3 seconds for a full one. */
const quickEnough = 3;

/** One request is better than four, unless it takes much longer than they do together. */
const worthMoreRequests = 2;

export function createWayChoice(): WayChoice {
  const cost = new Map<Way, number>();
  let chosen: Way | undefined;
  // One trial of the second way is enough; pages read meanwhile go the first.
  let trialUnderWay = false;

  return {
    begin() {
      if (chosen !== undefined) return chosen;
      if ((cost.get('joined') ?? 0) <= quickEnough || trialUnderWay) return 'joined';
      trialUnderWay = true;
      return 'apart';
    },
    worked(way, rows, busy) {
      if (way === 'apart') trialUnderWay = false;
      if (rows < smallestTrial) return;
      cost.set(way, Math.min(busy / rows, cost.get(way) ?? Number.POSITIVE_INFINITY));
      const [joined, apart] = [cost.get('joined'), cost.get('apart')];
      if (joined === undefined || apart === undefined) return;
      chosen ??= joined <= apart * worthMoreRequests ? 'joined' : 'apart';
    },
    failed(way) {
      if (way === 'apart') trialUnderWay = false;
    },
    refused(way) {
      chosen = way === 'joined' ? 'apart' : 'joined';
    },
  };
}
