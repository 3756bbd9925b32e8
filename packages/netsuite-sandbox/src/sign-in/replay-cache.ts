/** Remembers values for a while, so that a nonce or an assertion is taken only once. */
export type ReplayCache = ReturnType<typeof createReplayCache>;

export function createReplayCache(now: () => number) {
  const seen = new Map<string, number>();
  let nextSweep = 0;
  return {
    /** True the first time; the value is forgotten after `until` (milliseconds since 1970). */
    take(value: string, until: number): boolean {
      if (now() >= nextSweep) {
        for (const [known, end] of seen) if (end <= now()) seen.delete(known);
        nextSweep = now() + 60_000;
      }
      if (seen.has(value)) return false;
      seen.set(value, until);
      return true;
    },
  };
}
