import type { ClientBase } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createBusySenders } from '../../platform/busy-senders.ts';
import { sql } from '../../platform/sql.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { openSnapshot } from './snapshot.ts';

const { database, drop } = await createTestDatabase();
const { startPiece: start } = createBusySenders(1);
const startPiece = () => start({ userId: 'user', together: 'user' });
afterAll(drop);

/** What the query of another connection waits for; undefined for a connection that is closed. */
async function waitsFor(connection: Pick<ClientBase, 'query'>, pid: number): Promise<string | null | undefined> {
  const { rows } = await connection.query('select wait_event from pg_stat_activity where pid = $1', [pid]);
  return rows[0]?.wait_event;
}

test('rows are passed on in small batches, and pending events are handled between them', async () => {
  let turns = 0;
  const countTurns = () => {
    turns += 1;
    counter = setImmediate(countTurns);
  };
  let counter = setImmediate(countTurns);
  const snapshot = await openSnapshot(database.pool, startPiece, () => undefined);
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

test('each batch of rows, and the count, is a piece of work, of which one is under way at a time', async () => {
  let [pieces, underWay] = [0, 0];
  const countPieces = async () => {
    pieces += 1;
    underWay += 1;
    return () => {
      underWay -= 1;
    };
  };
  const snapshot = await openSnapshot(database.pool, countPieces, () => undefined);
  for await (const rows of snapshot.read(sql`select generate_series(1, 1234)`)) {
    expect(rows).not.toEqual([]);
    expect(underWay).toBe(1);
  }
  const counted = pieces;
  const count = snapshot.count(sql`select count(*) from pg_sleep(0.1)`);
  await expect.poll(() => underWay).toBe(1);
  expect(await count).toBe(1);
  expect(pieces).toBe(counted + 1);
  await snapshot.end();
  // 25 times up to 50 rows.
  expect(pieces).toBeGreaterThanOrEqual(25);
  expect(underWay).toBe(0);
});

test('ending a snapshot cancels its query and frees its connection for others, also while all connections are in use', async () => {
  const { pool } = database;
  const snapshot = await openSnapshot(pool, startPiece, () => undefined);
  const pid = await snapshot.count(sql`select pg_backend_pid()`);
  const others = await Promise.all(Array.from({ length: pool.options.max - 1 }, () => pool.connect()));
  const counted = snapshot.count(sql`select count(*) from pg_sleep(60)`);
  await expect.poll(() => waitsFor(others[0] ?? pool, pid)).toBe('PgSleep');
  await Promise.all([expect(counted).rejects.toThrow('canceling statement'), snapshot.end()]);
  const freed = await pool.connect();
  const { rows } = await freed.query('select pg_backend_pid() as pid');
  expect(rows).toEqual([{ pid }]);
  for (const client of [...others, freed]) client.release();
});

test('a query that does not end when it is canceled loses its connection, and ends with it', async () => {
  const { pool } = database;
  await pool.query(`create function ignore_cancel() returns void language plpgsql as $$
    begin
      loop
        begin
          perform pg_sleep(60);
        exception when query_canceled then
        end;
      end loop;
    end $$`);
  const snapshot = await openSnapshot(pool, startPiece, () => undefined);
  const pid = await snapshot.count(sql`select pg_backend_pid()`);
  const counted = snapshot.count(sql`select count(*) from ignore_cancel()`);
  // A cancellation before the function sleeps would end the query like any other.
  await expect.poll(() => waitsFor(pool, pid)).toBe('PgSleep');
  await Promise.all([expect(counted).rejects.toThrow(), snapshot.end()]);
  await expect.poll(() => waitsFor(pool, pid), { timeout: 10_000 }).toBeUndefined();
});
