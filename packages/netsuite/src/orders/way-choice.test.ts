import { describe, expect, test } from 'vitest';
import { createWayChoice } from './way-choice.ts';

/** Lets both ways be tried on full pages that take so many milliseconds. */
function tryBoth(joined: number, apart: number) {
  const ways = createWayChoice();
  expect(ways.begin()).toBe('joined');
  ways.worked('joined', 1000, joined);
  expect(ways.begin()).toBe('apart');
  ways.worked('apart', 1000, apart);
  return ways;
}

describe('the way to addresses and line sums', () => {
  test('is one request, where that is quick, without a trial', () => {
    const ways = createWayChoice();
    ways.worked('joined', 1000, 2000);
    expect(ways.begin()).toBe('joined');
  });

  test('is one request, where that is not much slower than several', () => {
    expect(tryBoth(8000, 20_000).begin()).toBe('joined');
    expect(tryBoth(8000, 5000).begin()).toBe('joined');
  });

  test('is several, where the joined one is much slower than they are together', () => {
    expect(tryBoth(20_000, 4000).begin()).toBe('apart');
  });

  test('is tried out by one page while others go on', () => {
    const ways = createWayChoice();
    ways.worked('joined', 1000, 9000);
    expect([ways.begin(), ways.begin(), ways.begin()]).toEqual(['apart', 'joined', 'joined']);
    ways.failed('apart');
    expect(ways.begin()).toBe('apart');
  });

  test('is not judged by small pages', () => {
    const ways = createWayChoice();
    ways.worked('joined', 10, 20_000);
    expect(ways.begin()).toBe('joined');
  });

  test('is several for an account that refuses the joined one', () => {
    const ways = createWayChoice();
    ways.refused('joined');
    expect(ways.begin()).toBe('apart');
  });
});
