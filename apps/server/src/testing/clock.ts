import type { Clock } from '../platform/clock.ts';

export type TestClock = Clock & {
  /** Advances the time. */
  advance(milliseconds: number): void;
};

/** A clock that stands still until it is advanced. */
export function createTestClock(start: Date = new Date()): TestClock {
  let now = start.getTime();
  return {
    now: () => new Date(now),
    advance: (milliseconds) => {
      now += milliseconds;
    },
  };
}
