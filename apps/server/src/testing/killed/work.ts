/** One kind of work in the middle of which portals are killed. */
export type Work = {
  /** Asks the portal there for it again and again until it is killed; tells of each answer. Rejects when it refuses. */
  ask(url: string, onAnswer: () => void): Promise<void>;
  /** Once a portal has been started again: what was asked for is there whole or not at all, and there if it was answered. */
  check(): Promise<void>;
};

/** What fetch says when the other side is gone, before its answer or in the middle of it. */
const gone = new Set(['fetch failed', 'terminated']);

/** Takes step after step until there is no portal any more. */
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

/** How often each of these values stands in a list. */
export function countBy<Value>(values: readonly Value[]): (value: Value) => number {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return (value) => counts.get(value) ?? 0;
}
