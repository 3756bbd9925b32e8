import { performance } from 'node:perf_hooks';

/** Time in milliseconds over which the load is averaged. */
const measuredMs = 500;

/**
 * Measures how busy the event loop is. The returned function gives its time at work, divided by its idle time, over the last
 * half second or more: 1 in a process that is idle half of the time, 9 in one that is idle a tenth of it.
 */
export function measureLoadRatio(): () => number {
  let last = performance.eventLoopUtilization();
  let ratio = 1;
  return () => {
    const { active, idle } = performance.eventLoopUtilization(last);
    if (active + idle >= measuredMs) {
      last = performance.eventLoopUtilization();
      ratio = active / Math.max(idle, 1);
    }
    return ratio;
  };
}
