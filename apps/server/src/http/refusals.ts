import type { ServerResponse } from 'node:http';
import { PortalError } from '../platform/errors.ts';

/**
 * Time in milliseconds after which a refusal is answered. A refusal costs half as much as a page, so a client that sends
 * the next request at once would occupy the process.
 */
export const refusalDelayMs = 1000;
/** Shortest time in milliseconds from one refusal to the next: a client can wait on thousands of connections. */
const refusalPauseMs = 5;

/** Throws the error, a 429 after a while. */
export type DelayRefusal = (error: unknown, response: ServerResponse) => Promise<never>;

/** Answers refusals one after the other, in the order in which they came; those whose client has gone at once. */
export function createRefusals(): DelayRefusal {
  const waiting = new Set<{ until: number; end: () => void }>();
  let isTimed = false;

  function endNext(): void {
    const [first] = waiting;
    isTimed = first !== undefined;
    if (first === undefined) return;
    const restMs = first.until - performance.now();
    if (restMs <= 0) first.end();
    setTimeout(endNext, Math.max(restMs, refusalPauseMs));
  }

  return async (error, response) => {
    if (!(error instanceof PortalError) || error.status !== 429 || response.closed) throw error;
    await new Promise<void>((resolve) => {
      const refusal = {
        until: performance.now() + refusalDelayMs,
        end: () => {
          waiting.delete(refusal);
          response.removeListener('close', refusal.end);
          resolve();
        },
      };
      waiting.add(refusal);
      response.once('close', refusal.end);
      if (!isTimed) endNext();
    });
    throw error;
  };
}
