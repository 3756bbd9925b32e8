/** A kind of work during which portals are killed. */
export type Work = {
  /**
   * Repeats requests to the portal until it is killed, and reports each response. Rejects if the portal returns an
   * error.
   */
  ask(url: string, onAnswer: () => void): Promise<void>;
  /** Checks after a restart: each request took effect completely or not at all, and completely if it was answered. */
  check(): Promise<void>;
};

/** Errors of fetch when the connection fails before or during the response. */
const gone = new Set(['fetch failed', 'terminated']);

/** Repeats a step until the portal is gone. */
export async function untilKilled(step: () => Promise<void>, onStep: () => void): Promise<void> {
  try {
    for (;;) {
      await step();
      onStep();
    }
  } catch (error) {
    if (!(error instanceof TypeError && gone.has(error.message))) throw error;
  }
}

/** Counts the occurrences of each value in a list. */
export function countBy<Value>(values: readonly Value[]): (value: Value) => number {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return (value) => counts.get(value) ?? 0;
}
