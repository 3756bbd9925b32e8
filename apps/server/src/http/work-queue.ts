import type { ServerResponse } from 'node:http';
import { ClientGoneError } from '../platform/fair-pool.ts';
import { createFairSemaphore, type FairSemaphore } from '../platform/fair-semaphore.ts';

/** How the requests of one user, or of one customer's users, are worked on in a process. */
type TurnLimits = {
  /** Requests at work at once. */
  atWork: number;
  /** The same for the users of a customer together, who take turns. */
  atWorkTogether: number;
  /** Waiting requests from which on they are a burst, worked on one at a time, with pauses. */
  burst: number;
  /** Shortest and longest pause in milliseconds between two requests of a burst. */
  minPauseMs: number;
  maxPauseMs: number;
  /**
   * Time in milliseconds in which a request that waits for its client must move `busyConnectionBytes` to count as being at
   * work.
   */
  maxStallMs: number;
};

/** A connection that is slower than 1 MiB a second costs the server little. */
const busyConnectionBytes = 2 ** 20;

/**
 * With four at work, a burst of a staff member's lists slowed down everyone else's first page almost three times as much,
 * and with two it was served no slower. A page of the app sends fewer than eight at once. What takes longer than the pause
 * waits for the database, which users share fairly, too.
 */
export const requestTurns: TurnLimits = {
  atWork: 2,
  // A request that waits for a slow client must not keep its colleagues waiting; all share the database's connections.
  atWorkTogether: Number.POSITIVE_INFINITY,
  burst: 8,
  minPauseMs: 0,
  maxPauseMs: 20,
  maxStallMs: Number.POSITIVE_INFINITY,
};

/**
 * `burst: 0`: each upload or download counts as part of a burst, since a script sends the next one at once. One that waits for a
 * slow connection must not keep its user's others waiting.
 */
export const fileTurns: TurnLimits = {
  atWork: 1,
  atWorkTogether: 2,
  burst: 0,
  minPauseMs: 0,
  maxPauseMs: 200,
  maxStallMs: 1000,
};

/** Large JSON bodies are rare, but read and parsed in one piece each, and the memory they leave has to be collected. */
export const bodyTurns: TurnLimits = { ...fileTurns, atWorkTogether: 1, minPauseMs: 200 };

/** Whose turn it is: `together` is the key of the customer, or of the user where there is none. */
export type Sender = { readonly userId: string; readonly together: string };

/** Resolves when a request of this user may start; rejects if its client disconnects before. */
export type WaitForTurn = (sender: Sender, response: ServerResponse) => Promise<void>;

/**
 * Limits how many requests of a user are at work; the others of that user wait in the order in which they came, so that a
 * burst of one user does not delay other users. Those that join a burst are worked on one at a time. Each request of a
 * burst is followed by a pause twice as long as it took, which leaves others two thirds of the time; a canceled one by the
 * longest pause, since the database is still busy canceling it. A request is at work until its response has been sent.
 */
export function createTurns({
  atWork,
  atWorkTogether,
  burst,
  minPauseMs,
  maxPauseMs,
  maxStallMs,
}: TurnLimits): WaitForTurn {
  /** Of those with requests at work or waiting. */
  const semaphores = new Map<string, FairSemaphore>();

  function semaphoreOf(together: string): FairSemaphore {
    const semaphore = semaphores.get(together) ?? createFairSemaphore(atWorkTogether);
    semaphores.set(together, semaphore);
    return semaphore;
  }

  /** Returns the function that ends the work. */
  function startWork(
    semaphore: FairSemaphore,
    { userId, together }: Sender,
    response: ServerResponse,
    hasJoinedBurst: boolean,
  ): (isCanceled: boolean) => void {
    const request = response.req;
    const startedAt = performance.now();
    let isAtWork = true;
    const release = () => {
      if (!isAtWork) return;
      isAtWork = false;
      semaphore.release(userId);
      if (semaphore.isIdle()) semaphores.delete(together);
    };
    const { socket } = request;
    let bytesBefore = 0;
    // The server is what is slow while it has received bytes to read, or the client has taken all that were sent.
    const releaseIfConnectionIsSlow = () => {
      const isReceiving = request.method !== 'GET' && !request.complete && request.readableLength === 0;
      const bytes = socket.bytesRead + socket.bytesWritten;
      if ((isReceiving || response.writableNeedDrain) && bytes - bytesBefore < busyConnectionBytes) release();
      bytesBefore = bytes;
    };
    const timer = Number.isFinite(maxStallMs) ? setInterval(releaseIfConnectionIsSlow, maxStallMs).unref() : undefined;
    return (isCanceled) => {
      clearInterval(timer);
      const tookMs = isCanceled ? maxPauseMs : performance.now() - startedAt;
      if (hasJoinedBurst || semaphore.waiting(userId) >= burst) {
        setTimeout(release, Math.max(minPauseMs, Math.min(2 * tookMs, maxPauseMs))).unref();
      } else release();
    };
  }

  return (sender, response) =>
    new Promise((resolve, reject) => {
      const { userId, together } = sender;
      if (response.closed) {
        reject(new ClientGoneError());
        return;
      }
      const semaphore = semaphoreOf(together);
      let endWork: ((isCanceled: boolean) => void) | undefined;
      const hasJoinedBurst = semaphore.waiting(userId) >= burst;
      const stopWaiting = semaphore.acquire(userId, hasJoinedBurst ? 1 : atWork, () => {
        endWork = startWork(semaphore, sender, response, hasJoinedBurst);
        resolve();
      });
      response.once('close', () => {
        if (endWork !== undefined) {
          endWork(!response.writableFinished);
          return;
        }
        stopWaiting();
        reject(new ClientGoneError());
      });
    });
}
