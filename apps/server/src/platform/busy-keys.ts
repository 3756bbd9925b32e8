import { LRUCache } from 'lru-cache';
import { secondMs } from './clock.ts';

/** Time constant of the moving average. */
const averagedMs = 3 * secondMs;
/** Average number of held connections above which a key is busy. Opening pages stays far below. */
const busyAbove = 0.25;
const maxKeys = 10_000;

type Usage = { held: number; average: number; since: number };

/**
 * Finds the keys that keep the database busy, by a moving average of the connections that they hold. Time spent waiting does
 * not count: it is long for everyone while others keep the database busy.
 */
export type BusyKeys = {
  isBusy(key: string): boolean;
  /** Counts a connection as held until the returned function is called. */
  hold(key: string): () => void;
};

export function createBusyKeys(): BusyKeys {
  const usages = new LRUCache<string, Usage>({ max: maxKeys });

  function update(usage: Usage): Usage {
    const now = performance.now();
    const weight = Math.exp((usage.since - now) / averagedMs);
    usage.average = usage.held + (usage.average - usage.held) * weight;
    usage.since = now;
    return usage;
  }

  return {
    isBusy(key) {
      const usage = usages.get(key);
      return usage !== undefined && update(usage).average > busyAbove;
    },
    hold(key) {
      const usage = usages.get(key) ?? { held: 0, average: 0, since: 0 };
      usages.set(key, usage);
      update(usage).held += 1;
      return () => {
        update(usage).held -= 1;
      };
    },
  };
}
