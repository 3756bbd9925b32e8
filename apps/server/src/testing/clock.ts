import type { Clock } from '../platform/clock.ts';

export type TestClock = Clock & {
  /** Moves the time on. */
  advance(milliseconds: number): void;
};

/** A clock that stands still until it is moved. */
export function createTestClock(start: Date = new Date()): TestClock {
  let now = start.getTime();
  return {
    now: () => new Date(now),
    advance: (milliseconds) => {
      now += milliseconds;
    },
  };
}
