import { performance } from 'node:perf_hooks';

/** How busy the event loop was over the last half second or more. */
export type EventLoopLoad = {
  /** Its time at work, divided by its idle time: 1 in a process that is idle half of the time, 9 if it is a tenth of it. */
  ratio(): number;
  /** Counts a request; returns the milliseconds at work for each request on average, with all that nobody measures. */
  countRequest(): number;
  /** A clock in milliseconds that advances by 20 at most while the event loop stalls, since nobody knows for whom it does. */
  now(): number;
};

/** Time in milliseconds over which the load is averaged. */
const measuredMs = 500;
/** Time in milliseconds after which the event loop is asked for a sign of life, and what a stall counts at most. */
const tickMs = 10;
const maxStallMs = 20;

/** Starts measuring. */
export function measureEventLoop(): EventLoopLoad {
  let last = performance.eventLoopUtilization();
  let requests = 0;
  let load = { ratio: 1, msEach: 0 };
  const update = () => {
    const { active, idle } = performance.eventLoopUtilization(last);
    if (active + idle < measuredMs) return;
    last = performance.eventLoopUtilization();
    load = { ratio: active / Math.max(idle, 1), msEach: active / Math.max(requests, 1) };
    requests = 0;
  };
  let [tickedAt, ticked] = [performance.now(), 0];
  const now = () => ticked + Math.min(performance.now() - tickedAt, maxStallMs);
  setInterval(() => {
    ticked = now();
    tickedAt = performance.now();
  }, tickMs).unref();
  return {
    now,
    ratio: () => {
      update();
      return load.ratio;
    },
    countRequest: () => {
      requests += 1;
      update();
      return load.msEach;
    },
  };
}
