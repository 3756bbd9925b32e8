import { setTimeout as delay } from 'node:timers/promises';
import type { Latency } from '../settings.ts';
import type { FaultDraw } from './faults.ts';

/** The pauses before answers, as the settings of the moment want them; draws how long each is within its range. */
export function createPauses(faults: Pick<FaultDraw, 'random'>) {
  let change = new AbortController();
  return {
    /** Resolves when the latency is over, or sooner if it is made shorter meanwhile; it is never made longer. */
    async wait(latency: () => Latency): Promise<void> {
      if (latency().maximum <= 0) return;
      const share = faults.random();
      const begun = performance.now();
      let shortest = Number.POSITIVE_INFINITY;
      for (;;) {
        const { minimum, maximum } = latency();
        shortest = Math.min(shortest, minimum + share * Math.max(maximum - minimum, 0));
        const left = begun + shortest - performance.now();
        if (left <= 0) return;
        await delay(left, undefined, { signal: change.signal }).catch(() => undefined);
      }
    },
    /** Applies changed settings to waiting requests. */
    review(): void {
      change.abort();
      change = new AbortController();
    },
  };
}
