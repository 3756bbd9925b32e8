import type { ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { measureLoadRatio } from './event-loop-load.ts';
import { ClientGoneError } from './fair-pool.ts';
import { createFairSemaphore } from './fair-semaphore.ts';
import { type Workload, whenIdle } from './workload.ts';

/** Who sends a request: `together` is the key of the customer, of a staff user, or of all strangers, whose networks are users. */
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

/** Time in milliseconds of which the use of a sender is averaged. */
const averagedMs = 1000;
/** More at work at once than a page sends is a burst, of which nothing has been measured yet. */
const maxAtOnce = 12;
/** What even the cheapest request takes outside of its handler. */
const minRequestMs = 0.5;
/** What takes longer waits for something else, or must not keep everyone who is busy waiting. */
const maxTurnMs = 100;
/** The same for what the database is working on, of which two at once would take both cores of a small machine. */
const maxQueryTurnMs = 300;
/** Longest pause in a process that is idle for at least half of the time, and the pause there after a canceled piece. */
const usualPauseMs = 20;
/** Longest pause in a busier process. */
const maxPauseMs = 100;

/**
 * Leaves others room however many senders are busy. A sender is busy while its requests, together, are at work or wait for
 * their turn for more than `busyShare` of the time (2: two at any time), or while more are at work than a page sends. What busy
 * senders send is worked on in one turn that they share, those first whose requests were at work for the shortest time. Each
 * piece is followed by a pause as long as it took, and longer in a process that is idle for less than half of the time. After
 * a canceled one the database is still busy canceling it.
 */
export function createBusySenders(busyShare: number, loadRatio = measureLoadRatio()): BusySenders {
  const uses = new LRUCache<string, { ms: number; workMs: number; at: number }>({ max: 10_000 });
  /** Numbers of requests at work that started without a turn. */
  const atWork = new Map<string, number>();
  const turn = createFairSemaphore(1, (key) => recentUse(key).workMs);

  function recentUse(key: string): { ms: number; workMs: number } {
    const { ms = 0, workMs = 0, at = 0 } = uses.get(key) ?? {};
    const left = Math.exp((at - performance.now()) / averagedMs);
    return { ms: ms * left, workMs: workMs * left };
  }

  function countAtWork(key: string, change: 1 | -1): void {
    const count = (atWork.get(key) ?? 0) + change;
    if (count === 0) atWork.delete(key);
    else atWork.set(key, count);
  }

  const isBusy = (key: string) => (atWork.get(key) ?? 0) >= maxAtOnce || recentUse(key).ms >= busyShare * averagedMs;

  /** Adds milliseconds in which something waited or was at work, and those in which it was at work. */
  function addUse(key: string, usedMs: number, workedMs: number): void {
    const { ms, workMs } = recentUse(key);
    uses.set(key, { ms: ms + usedMs, workMs: workMs + workedMs, at: performance.now() });
  }

  /** Returns a function to stop waiting. */
  function acquireTurn(
    { userId, together, workload }: Sender,
    onTurn: (endTurn: (isCanceled: boolean) => void) => void,
  ) {
    const start = () => {
      const startedAt = performance.now();
      let isHeld = true;
      const release = () => {
        if (isHeld) turn.release(together);
        isHeld = false;
      };
      let timer = setTimeout(() => {
        if (workload === undefined || workload.connections === 0) release();
        else timer = setTimeout(release, maxQueryTurnMs - maxTurnMs).unref();
      }, maxTurnMs).unref();
      onTurn((isCanceled) => {
        clearTimeout(timer);
        const tookMs = performance.now() - startedAt;
        addUse(together, 0, tookMs);
        const pauseMs = (isCanceled ? usualPauseMs : Math.min(tookMs, usualPauseMs)) * Math.max(1, loadRatio());
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
        const arrivedAt = performance.now();
        let endTurn: ((isCanceled: boolean) => void) | undefined;
        let stopWaiting: (() => void) | undefined;
        let hasEnded = false;
        const end = () => {
          if (hasEnded) return;
          hasEnded = true;
          response.removeListener('close', endWithResponse);
          const tookMs = Math.max(performance.now() - arrivedAt, minRequestMs);
          if (stopWaiting === undefined) countAtWork(together, -1);
          addUse(together, tookMs, stopWaiting === undefined ? tookMs : 0);
          if (stopWaiting !== undefined && endTurn === undefined) {
            stopWaiting();
            reject(new ClientGoneError());
          }
          endTurn?.(response.closed && !response.writableFinished);
        };
        const endWithResponse = () => whenIdle(workload, end);
        response.once('close', endWithResponse);
        if (isBusy(together)) {
          stopWaiting = acquireTurn(sender, (endIt) => {
            endTurn = endIt;
            resolve(end);
          });
        } else {
          countAtWork(together, 1);
          resolve(end);
        }
      }),
    startPiece: (sender) =>
      new Promise((resolve) => {
        acquireTurn(sender, (endTurn) => resolve(() => endTurn(false)));
      }),
  };
}
