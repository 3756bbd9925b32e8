import { expect, test } from 'vitest';
import { createFairSemaphore } from './fair-semaphore.ts';

test('keys take turns, however many callers of one key are waiting', () => {
  const semaphore = createFairSemaphore(1);
  const served: string[] = [];
  for (const key of ['a', 'a', 'a', 'a', 'b', 'c', 'b']) semaphore.acquire(key, 1, () => served.push(key));
  for (let step = 0; step < 6; step += 1) semaphore.release(served.at(-1) ?? '');
  expect(served).toEqual(['a', 'a', 'b', 'c', 'a', 'b', 'a']);
});

test('the key that has used least comes first, and one that comes later has no advantage from the time before', () => {
  const semaphore = createFairSemaphore(1);
  const served: string[] = [];
  const acquire = (key: string) => semaphore.acquire(key, 1, () => served.push(key));
  const costs: Record<string, number> = { cheap: 1, dear: 3, later: 1 };
  const releaseLast = () => semaphore.release(served.at(-1) ?? '', costs[served.at(-1) ?? '']);
  for (let times = 1; times <= 8; times += 1) for (const key of ['dear', 'cheap']) acquire(key);
  for (let times = 1; times <= 7; times += 1) releaseLast();
  expect(served).toEqual(['dear', 'cheap', 'cheap', 'cheap', 'dear', 'cheap', 'cheap', 'cheap']);
  for (let times = 1; times <= 8; times += 1) acquire('later');
  for (let times = 1; times <= 6; times += 1) releaseLast();
  expect(served.slice(8)).toEqual(['later', 'dear', 'cheap', 'later', 'cheap', 'later']);
});

test('one key never holds more than its limit, even if permits are free', () => {
  const semaphore = createFairSemaphore(3);
  const served: string[] = [];
  for (const key of ['a', 'a', 'a', 'b']) semaphore.acquire(key, 2, () => served.push(key));
  expect(served).toEqual(['a', 'a', 'b']);
  expect(semaphore.waiting()).toBe(1);
  semaphore.release('b');
  expect(served).toEqual(['a', 'a', 'b']);
  semaphore.release('a');
  expect(served).toEqual(['a', 'a', 'b', 'a']);
});

test('a caller that stops waiting is skipped and uses no permit', () => {
  const semaphore = createFairSemaphore(1);
  const served: string[] = [];
  semaphore.acquire('a', 1, () => served.push('a'));
  const stop = semaphore.acquire('b', 1, () => served.push('b'));
  semaphore.acquire('c', 1, () => served.push('c'));
  stop();
  semaphore.release('a');
  semaphore.release('c');
  semaphore.acquire('d', 1, () => served.push('d'));
  expect(served).toEqual(['a', 'c', 'd']);
  expect(semaphore.isIdle()).toBe(false);
  semaphore.release('d');
  expect(semaphore.isIdle()).toBe(true);
});
