import { performance } from 'node:perf_hooks';

/** How busy the event loop was over the last half second or more. */
export type EventLoopLoad = {
  /** Its time at work, divided by its idle time: 1 in a process that is idle half of the time, 9 if it is a tenth of it. */
  ratio(): number;
  /** Counts a request; returns the milliseconds at work for each request on average, with all that nobody measures. */
  countRequest(): number;
  /** A clock in milliseconds that advances by at most 20 during a stall of the event loop, whose cause is unknown. */
  now(): number;
};

/** Time in milliseconds over which the load is averaged. */
const measuredMs = 500;
/** Interval of the timer that advances the clock, and what it advances by at most, in milliseconds. */
const tickMs = 10;
const maxStallMs = 20;

let processLoad: EventLoopLoad | undefined;

/** The load of this process, measured from the first call on, by one timer however many portals it runs. */
export function eventLoopLoad(): EventLoopLoad {
  processLoad ??= measureEventLoop();
  return processLoad;
}

/** Starts measuring, for as long as the process runs. */
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
