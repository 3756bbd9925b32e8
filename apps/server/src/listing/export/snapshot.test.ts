import { afterAll, expect, test, vi } from 'vitest';
import { sql } from '../../platform/sql.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { openSnapshot } from './snapshot.ts';

const { database, drop } = await createTestDatabase();
afterAll(drop);

test('rows are passed on in small batches, and pending events are handled between them', async () => {
  let turns = 0;
  const countTurns = () => {
    turns += 1;
    counter = setImmediate(countTurns);
  };
  let counter = setImmediate(countTurns);
  const snapshot = await openSnapshot(database.pool, () => undefined);
  const [sizes, seen]: [number[], number[]] = [[], []];
  for await (const rows of snapshot.read(sql`select generate_series(1, 1234)`)) {
    sizes.push(rows.length);
    seen.push(turns);
  }
  clearImmediate(counter);
  await snapshot.end();
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(1234);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(50);
  expect(new Set(seen).size).toBe(seen.length);
});

test('pauses after rows that were fetched together', async () => {
  const snapshot = await openSnapshot(database.pool, () => undefined);
  const timers = vi.spyOn(globalThis, 'setTimeout');
  for await (const rows of snapshot.read(sql`select generate_series(1, 1234)`)) expect(rows).not.toEqual([]);
  // Three times up to 500 rows.
  expect(timers.mock.calls.length).toBeGreaterThanOrEqual(3);
  timers.mockRestore();
  await snapshot.end();
});
