import type { ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { measureEventLoop } from './event-loop-load.ts';
import { ClientGoneError } from './fair-pool.ts';
import { createFairSemaphore } from './fair-semaphore.ts';
import { type Workload, whenIdle } from './workload.ts';

/** Who sends a request: `together` is the key of the customer, of a staff user, or of all who are not known, whose networks are users. */
export type Sender = {
  readonly userId: string;
  readonly together: string;
  /** The work for a request, which may last longer than its connection. */
  readonly workload?: Workload | undefined;
};

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
/** How much more of the time a sender may use in an idle process: requests take longer there only while the database is busy. */
const maxIdleFactor = 2;
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
/**
 * Longest turns in milliseconds, of what the database is working on, of which two at once would take both cores of a small
 * machine; of what waits for something else; and of what waits for its client to send its body or to take the answer.
 */
const maxTurnMs = { query: 3000, handler: 100, client: 20 };
const checkTurnMs = 20;
/** Longest pause in a process that is idle for at least half of the time, and the pause there after a canceled piece. */
const usualPauseMs = 20;
/** Longest pause in a busier process. */
const maxPauseMs = 100;

/** Requests in progress: how many, and the sum of the times at which they began. */
type Begun = { count: number; sumAt: number };
const begun = (): Begun => ({ count: 0, sumAt: 0 });
const elapsedMs = ({ count, sumAt }: Begun) => count * performance.now() - sumAt;

/** Notes that a request begins; the returned function, called once, ends it and returns the milliseconds since. */
function begin(begun: Begun): () => number {
  const startedAt = performance.now();
  begun.count += 1;
  begun.sumAt += startedAt;
  return () => {
    begun.count -= 1;
    begun.sumAt = begun.count === 0 ? 0 : begun.sumAt - startedAt;
    return performance.now() - startedAt;
  };
}

/** What a sender has sent of late, and what is in progress. */
type Use = {
  /** Sum of milliseconds in progress, sum of those at work, and sum of their squares by request, which fade from `at` on. */
  ms: number;
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

/** What a request at work takes its time for. */
function findHolder(workload: Workload | undefined): keyof typeof maxTurnMs {
  if (workload === undefined) return 'handler';
  if (workload.connections > 0) return 'query';
  return workload.isHandled ? 'handler' : 'client';
}

/**
 * Leaves others room however many senders are busy. A sender is busy while its requests, together, are at work or wait for
 * their turn for more than `busyShare` of the time (2: two at any time), or up to three times that while the process is idle;
 * while work on long ones takes a tenth of that, since a few of them at once take all cores; and while more are at work than a
 * page sends. What busy senders send is worked on in one turn for those who mostly work on long requests and one for the
 * others, those first whose requests were at work for the shortest time. Each piece is followed by a pause as long as it took,
 * and longer in a process that is idle for less than half of the time. After a canceled one the database is still busy
 * canceling it.
 */
export function createBusySenders(busyShare: number, load = measureEventLoop()): BusySenders {
  const uses = new LRUCache<string, Use>({ max: 10_000 });
  const usedBy = (key: string) => findUse(key).workMs;
  const turns = { short: createFairSemaphore(1, usedBy), long: createFairSemaphore(1, usedBy) };

  function findUse(key: string): Use {
    const known = uses.get(key);
    if (known !== undefined) return fade(known);
    const use: Use = { ms: 0, workMs: 0, squares: 0, at: performance.now(), inProgress: begun(), atWork: begun() };
    uses.set(key, use);
    return use;
  }

  /** Work of late in milliseconds, and how long the request usually takes on which it is. */
  function workOf({ workMs, squares, atWork }: Use): { ms: number; isLong: boolean } {
    const running = elapsedMs(atWork);
    const ms = workMs + running;
    return { ms, isLong: squares + running ** 2 / Math.max(atWork.count, 1) > longMs * ms };
  }

  function isBusy(use: Use): boolean {
    const { ms, isLong } = workOf(use);
    const idleFactor = Math.min(Math.max(1 / load.ratio(), 1), maxIdleFactor);
    return (
      use.atWork.count >= maxAtOnce ||
      use.ms + elapsedMs(use.inProgress) >= busyShare * idleFactor * averagedMs ||
      (isLong && ms >= busyShare * longFactor * averagedWorkMs)
    );
  }

  /** The returned function ends the work, and returns the milliseconds that it took. */
  function startWork(use: Use): () => number {
    const endWork = begin(use.atWork);
    return () => {
      const tookMs = endWork();
      const workMs = Math.max(tookMs, unmeasuredMs.least);
      fade(use).workMs += workMs;
      use.squares += workMs ** 2;
      return tookMs;
    };
  }

  /** Waits for a turn and calls `onTurn`; returns a function to stop waiting. */
  function acquireTurn(
    { userId, together, workload }: Sender,
    use: Use,
    onTurn: (endTurn: (isCanceled: boolean) => void) => void,
  ) {
    const turn = workOf(use).isLong ? turns.long : turns.short;
    const start = () => {
      const endWork = startWork(use);
      let isHeld = true;
      const release = () => {
        clearInterval(timer);
        if (isHeld) turn.release(together);
        isHeld = false;
      };
      let heldMs = 0;
      const timer = setInterval(() => {
        heldMs += checkTurnMs;
        if (heldMs >= maxTurnMs[findHolder(workload)]) release();
      }, checkTurnMs).unref();
      onTurn((isCanceled) => {
        clearInterval(timer);
        const tookMs = endWork();
        const pauseMs = (isCanceled ? usualPauseMs : Math.min(tookMs, usualPauseMs)) * Math.max(1, load.ratio());
        setTimeout(release, Math.min(pauseMs, maxPauseMs)).unref();
      });
    };
    return turn.acquire(together, 1, start, userId);
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
        let endWork: ((isCanceled: boolean) => void) | undefined;
        let stopWaiting: (() => void) | undefined;
        let hasEnded = false;
        const end = () => {
          if (hasEnded) return;
          hasEnded = true;
          response.removeListener('close', endWithResponse);
          const loopMs = Math.min(load.countRequest(), unmeasuredMs.most);
          fade(use).ms += Math.max(endProgress(), loopMs, unmeasuredMs.least);
          endWork?.(response.closed && !response.writableFinished);
          if (endWork !== undefined) return;
          stopWaiting?.();
          reject(new ClientGoneError());
        };
        const endWithResponse = () => whenIdle(workload, end);
        response.once('close', endWithResponse);
        const mustWait = isBusy(use);
        const endProgress = begin(use.inProgress);
        if (mustWait) {
          stopWaiting = acquireTurn(sender, use, (endTurn) => {
            endWork = endTurn;
            resolve(end);
          });
        } else {
          endWork = startWork(use);
          resolve(end);
        }
      }),
    startPiece: (sender) =>
      new Promise((resolve) => {
        acquireTurn(sender, findUse(sender.together), (endTurn) => resolve(() => endTurn(false)));
      }),
  };
}
