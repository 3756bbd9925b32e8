/** Limits how many requests run at once, and may count their outcomes. */
export interface Limiter {
  /**
   * Runs one attempt of a request as soon as it may. `ping` sends the simplest query at once, to find out whether NetSuite
   * answers at all; it rejects after 30 seconds. Rejects with the signal's reason if aborted while waiting.
   */
  run<Result>(
    attempt: () => Promise<Result>,
    options: { signal: AbortSignal | undefined; ping: () => Promise<unknown> },
  ): Promise<Result>;
}

export const unlimited: Limiter = { run: (attempt) => attempt() };
