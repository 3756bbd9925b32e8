import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../testing/database.ts';
import { abortWorkload, requestWorkload, runAs, whenIdle } from './workload.ts';

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

test('a workload is idle when the database has ended its canceled query, not before', async () => {
  const workload = requestWorkload('a user');
  // Cannot be canceled for half a second.
  const query = runAs(workload, () =>
    pool.query('do $$ begin perform pg_sleep(0.5); exception when query_canceled then perform pg_sleep(0.5); end $$'),
  );
  await delay(100);
  let isIdle = false;
  abortWorkload(workload);
  whenIdle(workload, () => {
    isIdle = true;
  });
  await delay(100);
  expect(isIdle).toBe(false);
  await query.catch(() => undefined);
  await expect.poll(() => isIdle).toBe(true);
  whenIdle(workload, () => {
    isIdle = false;
  });
  expect(isIdle).toBe(false);
});

test('users get connections one at a time once two thirds of them are in use', async () => {
  const connect = (user: string) => runAs(requestWorkload(user), () => pool.connect());
  const busy = Array.from({ length: (pool.options.max * 2) / 3 }, (_, index) => connect(`busy user ${index % 2}`));
  const others = await Promise.all(busy);
  const first = await connect('a user');
  let isServed = false;
  const second = connect('a user').then((client) => {
    isServed = true;
    return client;
  });
  const other = await connect('another user');
  await other.query('select pg_sleep(0.05)');
  expect(isServed).toBe(false);
  for (const client of [first, other, ...others]) client.release();
  (await second).release();
});

test('strangers of many networks together hold no more than a third of the connections, and take turns by network', async () => {
  const connect = (network: string) => runAs(requestWorkload(network, true), () => pool.connect());
  const first = await Promise.all([connect('a'), connect('b'), connect('c')]);
  const served: string[] = [];
  const waiting = ['a', 'a', 'd'].map((network) =>
    connect(network).then((client) => {
      served.push(network);
      return client;
    }),
  );
  // Gets a connection, although many strangers wait.
  await runAs(requestWorkload('a user'), () => pool.query('select pg_sleep(0.05)'));
  expect(served).toEqual([]);
  for (const client of first) client.release();
  for (const turn of [waiting[0], waiting[2], waiting[1]]) (await turn)?.release();
  expect(served.toSorted()).toEqual(['a', 'a', 'd']);
});

test('a stranger who leaves while waiting frees the place of the next', async () => {
  const others = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  const leaving = [1, 2, 3].map((number) => requestWorkload(`network ${number}`, true));
  const left = leaving.map((workload) => expect(runAs(workload, () => pool.connect())).rejects.toThrow('has gone'));
  for (const workload of leaving) abortWorkload(workload);
  await Promise.all(left);
  for (const client of others) client.release();
  const { rows } = await runAs(requestWorkload('network 4', true), () => pool.query('select 1 as one'));
  expect(rows).toEqual([{ one: 1 }]);
});
