import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPlaces } from './places.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const minuteMs = 60_000;
const { signal: staying } = new AbortController();
const someone = { sessionId: '', email: '', fullName: null, role: 'member', at: '', customerId: null } as const;
const staff = (userId: string) => ({ ...someone, userId });

test('an export waits in turn for a slot, also for most of a minute', async () => {
  const acquire = createPlaces(1, minuteMs);
  const release = await acquire(staff('first'), staying);
  const started: string[] = [];
  const waiting = ['second', 'third'].map((userId) =>
    acquire(staff(userId), staying).then((releaseNext) => {
      started.push(userId);
      return releaseNext;
    }),
  );
  await vi.advanceTimersByTimeAsync(59_000);
  expect(started).toEqual([]);
  release();
  (await waiting[0])?.();
  await waiting[1];
  expect(started).toEqual(['second', 'third']);
});

test('is refused with a retry hint when no slot becomes free in time, and then takes none', async () => {
  const acquire = createPlaces(1, minuteMs);
  const release = await acquire(staff('first'), staying);
  const refused = expect(acquire(staff('second'), staying)).rejects.toMatchObject({
    status: 503,
    message: 'Other exports are still under way. Please try again in a moment.',
    headers: { 'retry-after': '5' },
  });
  await vi.advanceTimersByTimeAsync(minuteMs);
  await refused;
  release();
  await acquire(staff('third'), staying);
});

test('users of one customer never take all slots', async () => {
  const acquire = createPlaces(2, minuteMs);
  const started: string[] = [];
  const start = (userId: string, customerId: string) =>
    acquire({ ...someone, role: 'customer_member', userId, customerId }, staying).then((release) => {
      started.push(userId);
      return release;
    });
  const first = await start('one', '1');
  const colleague = start('colleague', '1');
  await start('other', '2');
  expect(started).toEqual(['one', 'other']);
  first();
  await colleague;
});

test('a user of a customer waits for one export of staff, however many staff are waiting', async () => {
  const acquire = createPlaces(1, minuteMs);
  const started: string[] = [];
  const releaseFirst = await acquire(staff('one'), staying);
  const start = (userId: string, customerId: string | null) =>
    acquire({ ...someone, role: customerId === null ? 'member' : 'customer_member', userId, customerId }, staying).then(
      (release) => {
        started.push(userId);
        return release;
      },
    );
  const exporting = [start('two', null), start('three', null), start('customer', '1')];
  releaseFirst();
  const releaseSecond = await Promise.race(exporting);
  releaseSecond();
  await vi.advanceTimersByTimeAsync(0);
  expect(started).toEqual(['two', 'customer']);
});

test('an export whose reader disconnects stops waiting', async () => {
  const acquire = createPlaces(1, minuteMs);
  const release = await acquire(staff('first'), staying);
  const leaving = new AbortController();
  const refused = expect(acquire(staff('second'), leaving.signal)).rejects.toThrow();
  leaving.abort();
  await refused;
  release();
  await acquire(staff('third'), staying);
});
