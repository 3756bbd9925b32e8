import type { Latency } from '../settings.ts';
import type { FaultDraw } from './faults.ts';

/** The pauses before answers, as the settings of the moment want them. */
export type Pauses = {
  /** Resolves when the latency is over, or sooner if it is made shorter meanwhile; it is never made longer. */
  wait(latency: () => Latency): Promise<void>;
  /** Applies changed settings to waiting requests. */
  review(): void;
};

/** Draws from `faults` how long each pause is within its range. */
export function createPauses(faults: Pick<FaultDraw, 'share'>): Pauses {
  const waiting = new Set<() => void>();

  function wait(latency: () => Latency): Promise<void> {
    if (latency().maximum <= 0) return Promise.resolve();
    const share = faults.share();
    const length = () => latency().minimum + share * Math.max(latency().maximum - latency().minimum, 0);
    const begun = performance.now();
    let shortest = length();
    return new Promise((resolve) => {
      const end = () => {
        waiting.delete(reviewOne);
        resolve();
      };
      let timer = setTimeout(end, shortest);
      const reviewOne = () => {
        shortest = Math.min(shortest, length());
        clearTimeout(timer);
        timer = setTimeout(end, Math.max(0, begun + shortest - performance.now()));
      };
      waiting.add(reviewOne);
    });
  }

  function review(): void {
    for (const one of waiting) one();
  }

  return { wait, review };
}
