import type { ServerResponse } from 'node:http';
import { availableParallelism } from 'node:os';
import { LRUCache } from 'lru-cache';
import { eventLoopLoad } from './event-loop-load.ts';
import { ClientGoneError } from './fair-pool.ts';
import { createFairSemaphore, type FairSemaphore } from './fair-semaphore.ts';
import { connectionsInUse, type Workload, whenIdle } from './workload.ts';

/** Who sends a request: `together` is the key of the customer, of a staff user, or of all who are not known, whose networks are users. */
export type Sender = {
  readonly userId: string;
  readonly together: string;
  /** The work for a request, which may last longer than its connection. */
  readonly workload?: Workload | undefined;
};

/** The sender of exports and other long requests, which count apart: nobody's pages become busy by an export of a colleague. */
export const longRequestsOf = (sender: Sender): Sender => ({
  ...sender,
  together: `long requests of ${sender.together}`,
});

/** Ends a piece of work; idempotent. */
export type EndWork = () => void;

export type BusySenders = {
  /**
   * Resolves when a request may start: at once, unless its sender is busy. It ends when its response has been sent
   * and nothing is done for it any more, or by the returned function. Rejects if its client disconnects before.
   */
  startRequest(sender: Sender, response: ServerResponse): Promise<EndWork>;
  /** Resolves when it is the turn of a piece of long work, such as rows of an export. */
  startPiece(sender: Sender): Promise<EndWork>;
};

/** Time in milliseconds of which the use of a sender is averaged, and that of its work. */
const averagedMs = 1000;
const averagedWorkMs = 10_000;
/** More at work at once than a page sends is a burst, of which nothing has been measured yet. */
const maxAtOnce = 8;
/**
 * Most and least that a request counts for what nobody measures, such as reading its headers; in between, it is what the
 * process worked for each request on average.
 */
const unmeasuredMs = { least: 0.5, most: 5 };
/** Work on longer requests than this makes a sender busy with this part of `busyShare`. */
const longMs = 100;
const longFactor = 1 / 10;
/** Whoever mostly works on longer requests than this takes turns even if it is not busy: a few at once take all cores. */
const heavyMs = 20;
/** What takes longer waits for something else, or must not keep everyone who is busy waiting. */
const maxTurnMs = 100;
/**
 * The same for what the database is working on: two long statements at once would take both cores of a small machine, but the
 * first long one of a sender of short ones must not keep the others of its kind waiting.
 */
const maxQueryTurnMs = { long: 3000, short: 40, heavy: 1000 };
const checkTurnMs = 20;
/** Longest pause after a request, and the least time that a canceled one counts as having taken. */
const maxPauseMs = 100;
const canceledMs = 20;

/** Requests in progress: how many, and the sum of the times at which they began. */
type Begun = { count: number; sumAt: number };
const begun = (): Begun => ({ count: 0, sumAt: 0 });

/** What a sender has sent of late, and what is in progress. The sums fade from `at` on. */
type Use = {
  /** Milliseconds in progress, with the work as long as it would take alone. */
  ms: number;
  /** Milliseconds of that work, and the sum of their squares by request. */
  workMs: number;
  squares: number;
  at: number;
  inProgress: Begun;
  atWork: Begun;
};

/** Reduces the sums by what of them is past. */
function fade(use: Use): Use {
  const now = performance.now();
  const workLeft = Math.exp((use.at - now) / averagedWorkMs);
  use.ms *= Math.exp((use.at - now) / averagedMs);
  use.workMs *= workLeft;
  use.squares *= workLeft;
  use.at = now;
  return use;
}

/** Ends a turn; returns the milliseconds that its work took and would have taken alone. */
type EndTurn = (isCanceled: boolean) => { tookMs: number; aloneMs: number };

/** Requests of the same kind that wait for each other; each keeps its turn while the database works on it, for `maxQueryMs` at most. */
type Turn = FairSemaphore & { maxQueryMs: number; hasPause: boolean };

/**
 * Leaves others room however many senders are busy. A sender is busy while its requests, together, are at work or wait for
 * their turn for more than `busyShare` of the time (2: two at any time); while work on long ones takes a tenth of that, since a
 * few of them at once take all cores; and while more are at work than a page sends. Work counts by how long it would take
 * alone: otherwise everybody would be busy while the database is. While the event loop stalls, time hardly passes. What busy
 * senders send is worked on in one turn for those who mostly work on long requests and one for the others, each shared
 * fairly by time. Each piece is followed by a pause as long as it took, and longer in a process that is idle for less than half
 * of the time. After a canceled one the database is still busy canceling it. Senders of heavy requests who are not busy have
 * turns too, as many as there are cores and without pauses, and so have those of whom nothing is known yet: statements that
 * begin at one moment would slow down all others.
 */
export function createBusySenders(
  busyShare: number,
  load = eventLoopLoad(),
  cores = availableParallelism(),
): BusySenders {
  const uses = new LRUCache<string, Use>({ max: 10_000 });
  const turns = {
    short: { ...createFairSemaphore(1), maxQueryMs: maxQueryTurnMs.short, hasPause: true },
    long: { ...createFairSemaphore(1), maxQueryMs: maxQueryTurnMs.long, hasPause: true },
    heavy: { ...createFairSemaphore(cores), maxQueryMs: maxQueryTurnMs.heavy, hasPause: false },
  };

  const elapsedMs = ({ count, sumAt }: Begun) => count * load.now() - sumAt;

  /** Notes that a request begins; the returned function, called once, ends it and returns the milliseconds since. */
  function begin(begun: Begun): () => number {
    const startedAt = load.now();
    begun.count += 1;
    begun.sumAt += startedAt;
    return () => {
      begun.count -= 1;
      begun.sumAt = begun.count === 0 ? 0 : begun.sumAt - startedAt;
      return load.now() - startedAt;
    };
  }

  /** How many times as long statements take as they would alone. A busy process holds connections without using them. */
  const slowdown = () => (load.ratio() < 1 ? Math.max(connectionsInUse() / cores, 1) : 1);

  function findUse(key: string): Use {
    const known = uses.get(key);
    if (known !== undefined) return fade(known);
    const use: Use = { ms: 0, workMs: 0, squares: 0, at: performance.now(), inProgress: begun(), atWork: begun() };
    uses.set(key, use);
    return use;
  }

  /** Work of late in milliseconds, and how long the requests take that most of it is on. A sender counts as heavy until one has ended. */
  function workOf({ workMs, squares, atWork }: Use): { ms: number; isLong: boolean; isHeavy: boolean } {
    const running = elapsedMs(atWork) / slowdown();
    const ms = workMs + running;
    const eachMs = ms === 0 ? 0 : (squares + running ** 2 / Math.max(atWork.count, 1)) / ms;
    return { ms, isLong: eachMs > longMs, isHeavy: eachMs > heavyMs || workMs === 0 };
  }

  function isBusy(use: Use): boolean {
    const { ms, isLong } = workOf(use);
    const running = elapsedMs(use.inProgress) - elapsedMs(use.atWork) * (1 - 1 / slowdown());
    return (
      use.atWork.count >= maxAtOnce ||
      use.ms + running >= busyShare * averagedMs ||
      (isLong && ms >= busyShare * longFactor * averagedWorkMs)
    );
  }

  /** The returned function ends the work; it returns the milliseconds that it took and would have taken alone. */
  function startWork(use: Use): () => { tookMs: number; aloneMs: number } {
    const endWork = begin(use.atWork);
    const slowdownAtStart = slowdown();
    return () => {
      const tookMs = endWork();
      const aloneMs = Math.max((2 * tookMs) / (slowdownAtStart + slowdown()), unmeasuredMs.least);
      fade(use).workMs += aloneMs;
      use.squares += aloneMs ** 2;
      return { tookMs, aloneMs };
    };
  }

  const turnOfBusy = (use: Use): Turn => (workOf(use).isLong ? turns.long : turns.short);

  /** Undefined for a sender whose requests may start at once. */
  function findTurn(use: Use): Turn | undefined {
    if (isBusy(use)) return turnOfBusy(use);
    return workOf(use).isHeavy ? turns.heavy : undefined;
  }

  /** Waits for a turn and calls `onTurn`; returns a function to stop waiting. */
  function acquireTurn(
    turn: Turn,
    { userId, together, workload }: Sender,
    use: Use,
    onTurn: (endTurn: EndTurn) => void,
  ): () => void {
    const start = () => {
      const endWork = startWork(use);
      let isHeld = true;
      const release = (tookMs: number) => {
        clearInterval(timer);
        if (isHeld) turn.release(together, tookMs);
        isHeld = false;
      };
      let heldMs = 0;
      const timer = setInterval(() => {
        heldMs += checkTurnMs;
        if (heldMs >= (workload !== undefined && workload.connections > 0 ? turn.maxQueryMs : maxTurnMs))
          release(heldMs);
      }, checkTurnMs).unref();
      onTurn((isCanceled) => {
        clearInterval(timer);
        const work = endWork();
        const pauseMs = Math.max(work.tookMs, isCanceled ? canceledMs : 0) * Math.max(1, load.ratio());
        if (turn.hasPause) setTimeout(release, Math.min(pauseMs, maxPauseMs), work.tookMs).unref();
        else release(work.tookMs);
        return work;
      });
    };
    return turn.acquire(together, cores, start, userId);
  }

  return {
    startRequest: (sender, response) =>
      new Promise((resolve, reject) => {
        if (response.closed) {
          reject(new ClientGoneError());
          return;
        }
        const { together, workload } = sender;
        const use = findUse(together);
        let endWork: EndTurn | undefined;
        let stopWaiting: (() => void) | undefined;
        let hasEnded = false;
        const end = () => {
          if (hasEnded) return;
          hasEnded = true;
          response.removeListener('close', endWithResponse);
          const loopMs = Math.min(load.countRequest(), unmeasuredMs.most);
          const progressMs = endProgress?.() ?? 0;
          const { tookMs, aloneMs } = endWork?.(response.closed && !response.writableFinished) ?? {
            tookMs: 0,
            aloneMs: 0,
          };
          fade(use).ms += Math.max(progressMs - tookMs + aloneMs, loopMs, unmeasuredMs.least);
          if (endWork !== undefined) return;
          stopWaiting?.();
          reject(new ClientGoneError());
        };
        const endWithResponse = () => whenIdle(workload, end);
        response.once('close', endWithResponse);
        const turn = findTurn(use);
        // Whoever is not busy does not become so by waiting for others.
        let endProgress = turn === turns.heavy ? undefined : begin(use.inProgress);
        if (turn !== undefined) {
          stopWaiting = acquireTurn(turn, sender, use, (endTurn) => {
            endWork = endTurn;
            endProgress ??= begin(use.inProgress);
            resolve(end);
          });
        } else {
          endWork = startWork(use);
          resolve(end);
        }
      }),
    startPiece: (sender) =>
      new Promise((resolve) => {
        const use = findUse(sender.together);
        acquireTurn(turnOfBusy(use), sender, use, (endTurn) => resolve(() => void endTurn(false)));
      }),
  };
}
