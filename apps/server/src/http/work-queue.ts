import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Sender } from '../platform/busy-senders.ts';
import { secondMs } from '../platform/clock.ts';
import { ClientGoneError } from '../platform/fair-pool.ts';
import { createFairSemaphore, type FairSemaphore } from '../platform/fair-semaphore.ts';
import { whenIdle } from '../platform/workload.ts';

/** How the requests of one user, or of one customer's users, are worked on in a process. */
type TurnLimits = {
  /** Requests at work at once. */
  atWork: number;
  /** The same for the users of a customer together, who take turns. */
  atWorkTogether: number;
  /** Shortest and longest pause in milliseconds after a request. */
  minPauseMs: number;
  maxPauseMs: number;
  /** Average bytes a second over consecutive requests; a pause after each keeps to it. */
  bytesPerSecond: number;
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
 * and with two it was served no slower.
 */
export const requestTurns: TurnLimits = {
  atWork: 2,
  // A request that waits for a slow client must not keep its colleagues waiting; all share the database's connections.
  atWorkTogether: Number.POSITIVE_INFINITY,
  minPauseMs: 0,
  maxPauseMs: 0,
  bytesPerSecond: Number.POSITIVE_INFINITY,
  maxStallMs: Number.POSITIVE_INFINITY,
};

/**
 * One that waits for a slow connection must not keep its user's others waiting. Node receives and sends each 64 KiB in new
 * memory and collects it after every 32 MiB, which takes up to 50 ms: at 100 MiB a second, others would notice.
 */
export const fileTurns: TurnLimits = {
  atWork: 1,
  atWorkTogether: 2,
  minPauseMs: 0,
  maxPauseMs: 200,
  bytesPerSecond: 10 * 2 ** 20,
  maxStallMs: 1000,
};

/** Large JSON bodies are rare, but read and parsed in one piece each, and the memory they leave has to be collected. */
export const bodyTurns: TurnLimits = { ...fileTurns, atWorkTogether: 1, minPauseMs: 200 };

/** Resolves when a request of this user may start; rejects if its client disconnects before. */
export type WaitForTurn = (sender: Sender, response: ServerResponse) => Promise<void>;

/** Resolves when a request may work on bytes that it has received. */
type Receive = (bytes: number) => Promise<void>;
const receivers = new WeakMap<IncomingMessage, Receive>();

/**
 * Resolves when a request may work on bytes of its file: at once, unless it is faster than 1 MiB a second after it had lost its
 * turn for being slower. Then it waits for another turn, or for the end of its connection.
 */
export async function receiveInTurn(request: IncomingMessage, bytes: number): Promise<void> {
  await receivers.get(request)?.(bytes);
}

/**
 * Limits how many requests of a user are at work; the others of that user wait in the order in which they came, so that a
 * burst of one user does not delay other users. Each file is followed by a pause twice as long as it took, which leaves others
 * two thirds of the time; a canceled one by the longest pause; a large one by as much as its bytes need. A request is at work
 * until its response has been sent and nothing is done for it any more.
 */
export function createTurns(limits: TurnLimits): WaitForTurn {
  const { atWork, atWorkTogether, minPauseMs, maxPauseMs, bytesPerSecond, maxStallMs } = limits;
  /** Of those with requests at work or waiting. */
  const semaphores = new Map<string, FairSemaphore>();

  function semaphoreOf(together: string): FairSemaphore {
    const semaphore = semaphores.get(together) ?? createFairSemaphore(atWorkTogether);
    semaphores.set(together, semaphore);
    return semaphore;
  }

  /** The work of one request: `start` waits for a turn, which a slow connection loses, and `end` returns it after a pause. */
  function createWork({ userId, together }: Sender, response: ServerResponse) {
    const request = response.req;
    const { socket } = request;
    const bytesOf = () => socket.bytesRead + socket.bytesWritten;
    /** Undefined while the request has no turn. */
    let semaphore: FairSemaphore | undefined;
    let [startedAt, bytesAtStart, bytesBefore, received] = [0, 0, 0, 0];
    let timer: NodeJS.Timeout | undefined;

    const release = () => {
      semaphore?.release(userId);
      if (semaphore?.isIdle()) semaphores.delete(together);
      semaphore = undefined;
    };
    // The server is what is slow while it has received bytes to read, or the client has taken all that were sent.
    const releaseIfConnectionIsSlow = () => {
      const isReceiving = request.method !== 'GET' && !request.complete && request.readableLength === 0;
      const bytes = bytesOf();
      if ((isReceiving || response.writableNeedDrain) && bytes - bytesBefore < busyConnectionBytes) release();
      [bytesBefore, received] = [bytes, 0];
    };
    /** Returns the function to stop waiting. */
    const start = (onStart: () => void) => {
      const next = semaphoreOf(together);
      return next.acquire(userId, atWork, () => {
        semaphore = next;
        [startedAt, bytesAtStart] = [performance.now(), bytesOf()];
        if (Number.isFinite(maxStallMs)) timer ??= setInterval(releaseIfConnectionIsSlow, maxStallMs).unref();
        onStart();
      });
    };
    const end = (isCanceled: boolean) => {
      clearInterval(timer);
      const tookMs = performance.now() - startedAt;
      const bytesMs = ((bytesOf() - bytesAtStart) / bytesPerSecond) * secondMs;
      const workMs = isCanceled ? maxPauseMs : Math.min(2 * tookMs, maxPauseMs);
      const pauseMs = Math.max(minPauseMs, workMs, bytesMs - tookMs);
      if (pauseMs === 0) release();
      else setTimeout(release, pauseMs).unref();
    };
    receivers.set(request, async (bytes) => {
      received += bytes;
      if (semaphore !== undefined || received < busyConnectionBytes || response.closed) return;
      await new Promise<void>((resolve) => {
        const stop = start(resolve);
        response.once('close', () => {
          stop();
          resolve();
        });
      });
    });
    return { start, end };
  }

  return (sender, response) =>
    new Promise((resolve, reject) => {
      if (response.closed) {
        reject(new ClientGoneError());
        return;
      }
      const { start, end } = createWork(sender, response);
      let hasStarted = false;
      const stopWaiting = start(() => {
        hasStarted = true;
        resolve();
      });
      response.once('close', () => {
        if (hasStarted) {
          whenIdle(sender.workload, () => end(!response.writableFinished));
          return;
        }
        stopWaiting();
        reject(new ClientGoneError());
      });
    });
}
