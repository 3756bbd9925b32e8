import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../testing/database.ts';
import { abortWorkload, requestWorkload, runAs } from './workload.ts';

const { database, drop } = await createTestDatabase();
afterAll(drop);
const { pool } = database;

test('a query that reaches the database after its cancellation is canceled as well', async () => {
  const workload = requestWorkload('a user');
  const client = await runAs(workload, () => pool.connect());
  abortWorkload(workload);
  // By now, the cancellation has met an idle connection.
  await delay(200);
  await expect(client.query('select pg_sleep(60)')).rejects.toThrow('canceling statement due to user request');
  client.release();
  const { rows } = await pool.query('select 1 as one');
  expect(rows).toEqual([{ one: 1 }]);
});
