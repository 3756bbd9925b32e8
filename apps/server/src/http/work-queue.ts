import type { ServerResponse } from 'node:http';
import { ClientGoneError } from '../platform/fair-pool.ts';
import { createFairSemaphore } from '../platform/fair-semaphore.ts';

/**
 * Requests of one user that are worked on at once in a process. With four, a burst of a staff member's lists slowed down
 * everyone else's first page almost three times as much, and with two it was served no slower.
 */
const MAX_AT_WORK = 2;
/** Waiting requests of one user from which on they are a burst, worked on one at a time: more than a page of the app sends. */
const BURST = 8;

/**
 * Longest pause in milliseconds between two requests of a burst. What takes longer waits for the database, which users share
 * fairly, too.
 */
const MAX_PAUSE_MS = 20;

/** Resolves when a request of this user may start; rejects if its client disconnects before. */
export type WaitForTurn = (userId: string, response: ServerResponse) => Promise<void>;

/**
 * Lets each user have two requests at work; the others of that user wait in the order in which they came, so that a
 * burst of one user does not delay other users. Those that join a burst are worked on one at a time, each followed by a
 * pause twice as long as it took, which leaves others two thirds of the time. A request is at work until its response has
 * been sent.
 */
export function createTurns(): WaitForTurn {
  const semaphore = createFairSemaphore(Number.POSITIVE_INFINITY);
  return (userId, response) =>
    new Promise((resolve, reject) => {
      if (response.closed) {
        reject(new ClientGoneError());
        return;
      }
      let startedAt: number | undefined;
      const isInBurst = semaphore.waiting(userId) >= BURST;
      const stopWaiting = semaphore.acquire(userId, isInBurst ? 1 : MAX_AT_WORK, () => {
        startedAt = performance.now();
        resolve();
      });
      response.once('close', () => {
        if (startedAt !== undefined) {
          const pauseMs = Math.min(2 * (performance.now() - startedAt), MAX_PAUSE_MS);
          if (isInBurst) setTimeout(() => semaphore.release(userId), pauseMs).unref();
          else semaphore.release(userId);
          return;
        }
        stopWaiting();
        reject(new ClientGoneError());
      });
    });
}
