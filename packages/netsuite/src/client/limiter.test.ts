import { describe, expect, test } from 'vitest';
import { createLimiter } from './limiter.ts';

const tooMany = new Error('too many');

/** Work that runs until it is ended. */
function openWork() {
  const ends: (() => void)[] = [];
  let running = 0;
  let most = 0;
  const work = () => {
    running += 1;
    most = Math.max(most, running);
    return new Promise<void>((resolve) => {
      ends.push(() => {
        running -= 1;
        resolve();
      });
    });
  };
  return { work, endOne: () => ends.shift()?.(), most: () => most, running: () => running };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('the limiter', () => {
  test('never exceeds its capacity, and runs all work eventually', async () => {
    const limiter = createLimiter(3, () => false);
    const { work, endOne, most } = openWork();
    const all = Promise.all(Array.from({ length: 8 }, () => limiter.run(work)));
    for (let ended = 0; ended < 8; ended += 1) {
      await settle();
      endOne();
    }
    await all;
    expect(most()).toBe(3);
  });

  test('halves once for a burst of refusals, and grows back with good answers', async () => {
    const limiter = createLimiter(8, (error) => error === tooMany);
    const refused = () => settle().then(() => Promise.reject(tooMany));
    await Promise.allSettled(Array.from({ length: 8 }, () => limiter.run(refused)));
    expect(limiter.capacity()).toBe(4);
    for (let good = 0; good < 4; good += 1) await limiter.run(settle);
    expect(limiter.capacity()).toBe(5);
    for (let good = 0; good < 40; good += 1) await limiter.run(settle);
    expect(limiter.capacity()).toBe(8);
  });

  test('never falls below one', async () => {
    const limiter = createLimiter(2, () => true);
    for (let refusal = 0; refusal < 5; refusal += 1) {
      await limiter.run(() => Promise.reject(tooMany)).catch(() => undefined);
    }
    expect(limiter.capacity()).toBe(1);
    await expect(limiter.run(async () => 'through')).resolves.toBe('through');
  });

  test('stops waiting when aborted, without losing capacity', async () => {
    const limiter = createLimiter(1, () => false);
    const { work, endOne } = openWork();
    const first = limiter.run(work);
    const leaving = new AbortController();
    const second = limiter.run(work, leaving.signal);
    const third = limiter.run(async () => 'through');
    leaving.abort(new Error('no longer wanted'));
    await expect(second).rejects.toThrow('no longer wanted');
    endOne();
    await first;
    await expect(third).resolves.toBe('through');
  });
});
