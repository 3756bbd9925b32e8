import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../testing/database.ts';
import { PortalError } from './errors.ts';
import { atMost, consume, growingDelay, type RateLimit, refund } from './rate-limit.ts';

const { database, drop } = await createTestDatabase();
afterAll(drop);
const start = Date.UTC(2026, 0, 1);

/** Seconds until the next attempt, or 0 if the attempt was allowed. */
async function waitFor(key: string, limit: RateLimit, at: number): Promise<number> {
  try {
    await consume(database.db, { key, limit, message: 'Too many.' }, new Date(start + at));
    return 0;
  } catch (error) {
    if (!(error instanceof PortalError) || error.status !== 429) throw error;
    return Number(error.headers['retry-after']);
  }
}

/** Straightforward implementation of the rule: all attempts allowed within the window count. */
function expected(given: number[], limit: RateLimit, at: number): number {
  const recent = given.filter((moment) => moment > at - limit.windowMs);
  const last = recent.at(-1);
  if (recent.length < limit.free || last === undefined) return 0;
  const delay = Math.min(limit.longestDelayMs, limit.firstDelayMs * 2 ** (recent.length - limit.free));
  const leaves = (recent[recent.length - limit.free] ?? 0) + limit.windowMs;
  return Math.max(0, Math.ceil((Math.min(last + delay, leaves) - at) / 1000));
}

test.each([
  ['a fixed number in a window', atMost(3, 60_000)],
  ['a growing delay', growingDelay(2, 600_000)],
])('%s, for any sequence of attempts', async (_, limit) => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 90 }), { minLength: 1, maxLength: 25 }), async (pauses) => {
      const key = randomUUID();
      const given: number[] = [];
      let at = 0;
      for (const pause of pauses) {
        at += pause * 1000;
        const wait = await waitFor(key, limit, at);
        expect(wait).toBe(expected(given, limit, at));
        if (wait === 0) given.push(at);
      }
    }),
    { numRuns: 40 },
  );
});

test('counts concurrent attempts individually', async () => {
  const key = randomUUID();
  const waits = await Promise.all(Array.from({ length: 30 }, () => waitFor(key, atMost(7, 60_000), 0)));
  expect(waits.filter((wait) => wait === 0)).toHaveLength(7);
});

test('a refunded attempt can be used again', async () => {
  const key = randomUUID();
  const limit = atMost(1, 60_000);
  expect(await waitFor(key, limit, 0)).toBe(0);
  expect(await waitFor(key, limit, 0)).toBe(60);
  await refund(database.db, { key });
  expect(await waitFor(key, limit, 0)).toBe(0);
});

test('a refund without an attempt changes nothing', async () => {
  const key = randomUUID();
  await refund(database.db, { key });
  expect(await waitFor(key, atMost(1, 60_000), 0)).toBe(0);
  await refund(database.db, { key });
  await refund(database.db, { key });
  expect(await waitFor(key, atMost(1, 60_000), 0)).toBe(0);
  expect(await waitFor(key, atMost(1, 60_000), 0)).toBe(60);
});
