import { afterEach, expect, test, vi } from 'vitest';
import { eventLoopLoad, measureEventLoop } from './event-loop-load.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('the clock advances with the time, and by 20 ms at most while the event loop stalls', () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  let time = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => time);
  const { now } = measureEventLoop();
  for (let tick = 1; tick <= 10; tick += 1) {
    time += 10;
    vi.advanceTimersByTime(10);
  }
  expect(now()).toBe(100);
  time += 500;
  expect(now()).toBe(120);
  vi.advanceTimersByTime(10);
  time += 10;
  expect(now()).toBe(130);
});

test('several portals in one process share one timer', () => {
  const start = vi.spyOn(globalThis, 'setInterval');
  expect(eventLoopLoad()).toBe(eventLoopLoad());
  expect(start.mock.calls.length).toBeLessThanOrEqual(1);
});
