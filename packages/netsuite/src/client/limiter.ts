/** Lets at most `capacity` calls through at once, first come, first served, and adapts to the account's real limit. */
export interface Limiter {
  /** Runs `work` once capacity is available. Rejects with the signal's reason if aborted while waiting. */
  run<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  /** How many calls may run at once just now. */
  capacity(): number;
}

/** Returns true if an error means that too many requests ran at once. */
type IsOverLimit = (error: unknown) => boolean;

/**
 * Halves its capacity when the account says that too many requests run at once, and grows back by one after as many
 * good answers in a row as it has places. Calls that started before the last halving do not halve it again: one burst
 * is one throttleEpoch.
 */
export function createLimiter(maximum: number, isOverLimit: IsOverLimit): Limiter {
  let capacity = maximum;
  let running = 0;
  let inARow = 0;
  let throttleEpoch = 0;
  const waiting: { start: () => void }[] = [];

  function startWaiting() {
    while (running < capacity) {
      const next = waiting.shift();
      if (next === undefined) return;
      running += 1;
      next.start();
    }
  }

  function place(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (running < capacity) {
      running += 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        waiting.splice(waiting.indexOf(entry), 1);
        reject(signal?.reason);
      };
      const entry = {
        start: () => {
          signal?.removeEventListener('abort', onAbort);
          resolve();
        },
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      waiting.push(entry);
    });
  }

  function learn(error: unknown, startedAt: number) {
    if (!isOverLimit(error) || startedAt !== throttleEpoch) return;
    throttleEpoch += 1;
    inARow = 0;
    capacity = Math.max(1, Math.floor(capacity / 2));
  }

  function grow() {
    inARow += 1;
    if (capacity >= maximum || inARow < capacity) return;
    inARow = 0;
    capacity += 1;
  }

  return {
    capacity: () => capacity,
    async run(work, signal) {
      await place(signal);
      const startedAt = throttleEpoch;
      try {
        const result = await work();
        grow();
        return result;
      } catch (error) {
        learn(error, startedAt);
        throw error;
      } finally {
        running -= 1;
        startWaiting();
      }
    },
  };
}
