import { secondMs } from './clock.ts';

/** Counts events of the last minute with a resolution of one second. Times are monotonic, in milliseconds. */
export type RequestWindow = {
  add(now: number): void;
  /** Removes an event that was added at `time`, unless it has left the window. */
  remove(time: number): void;
  count(now: number): number;
  /** Milliseconds until the oldest counted event leaves the window. */
  untilNextMs(now: number): number;
};

const seconds = 60;

/** Creates an empty window of one minute. */
export function createRequestWindow(): RequestWindow {
  const counts = new Uint32Array(seconds);
  let latest = 0;
  let total = 0;

  const at = (second: number) => second % seconds;

  function moveTo(second: number): void {
    for (let passed = Math.max(latest + 1, second - seconds + 1); passed <= second; passed += 1) {
      total -= counts[at(passed)] ?? 0;
      counts[at(passed)] = 0;
    }
    latest = Math.max(latest, second);
  }

  const secondOf = (now: number) => Math.floor(now / secondMs);

  return {
    add(now) {
      moveTo(secondOf(now));
      counts[at(latest)] = (counts[at(latest)] ?? 0) + 1;
      total += 1;
    },
    remove(time) {
      const second = secondOf(time);
      if (second <= latest - seconds) return;
      counts[at(second)] = (counts[at(second)] ?? 1) - 1;
      total -= 1;
    },
    count(now) {
      moveTo(secondOf(now));
      return total;
    },
    untilNextMs(now) {
      moveTo(secondOf(now));
      for (let second = latest - seconds + 1; second <= latest; second += 1) {
        if ((counts[at(second)] ?? 0) > 0) return (second + seconds) * secondMs - now;
      }
      return secondMs;
    },
  };
}
