import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRequestWindow } from './request-window.ts';

const secondOf = (time: number) => Math.floor(time / 1000);

test('counts the events of the last 60 seconds, and returns when the oldest of them expires', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(40_000), { minLength: 1, maxLength: 40 }), (steps) => {
      const window = createRequestWindow();
      const events: number[] = [];
      let now = 1_700_000_000_000;
      for (const step of steps) {
        now += step;
        window.add(now);
        events.push(now);
        const counted = events.filter((time) => secondOf(time) > secondOf(now) - 60);
        expect(window.count(now)).toBe(counted.length);
        const next = now + window.untilNextMs(now);
        const left = events.filter((time) => secondOf(time) > secondOf(next) - 60);
        const leftBefore = events.filter((time) => secondOf(time) > secondOf(next - 1) - 60);
        expect(left.length).toBeLessThan(counted.length);
        expect(leftBefore).toHaveLength(counted.length);
      }
    }),
  );
});
