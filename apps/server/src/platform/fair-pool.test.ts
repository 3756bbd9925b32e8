import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
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

const connect = (key: string) => runAs(requestWorkload(key), () => pool.connect());
const release = (clients: pg.PoolClient[]) => {
  for (const client of clients) client.release();
};

test('busy users share one connection in turns, and leave the others to a quiet user', async () => {
  const users = ['a', 'b', 'c', 'd', 'e'].map((letter) => `busy user ${letter}`);
  const first = await Promise.all(users.map(connect));
  await delay(1500);
  const { promise: pagesOpened, resolve: endFirstTurn } = Promise.withResolvers<void>();
  const held: number[] = [];
  const served: string[] = [];
  let holding = 0;
  const waiting = [...users, ...users].map(async (user) => {
    const client = await connect(user);
    served.push(user);
    holding += 1;
    held.push(holding);
    await pagesOpened;
    await client.query('select 1');
    holding -= 1;
    client.release();
  });
  release(first);
  for (let page = 0; page < 5; page += 1) release(await Promise.all([1, 2, 3].map(() => connect('a quiet user'))));
  endFirstTurn();
  await Promise.all(waiting);
  expect(Math.max(...held)).toBe(1);
  expect(served.slice(0, users.length).toSorted()).toEqual(users);
  expect(served.slice(users.length).toSorted()).toEqual(users);
});

test('a user who is no longer busy gets several connections at once again', async () => {
  const key = 'formerly busy user';
  const first = await connect(key);
  await delay(1500);
  first.release();
  const second = await connect(key);
  const third = connect(key);
  const whileBusy = await Promise.race([third, delay(50, 'waits')]);
  second.release();
  (await third).release();
  expect(whileBusy).toBe('waits');
  await delay(2500);
  release(await Promise.all([1, 2, 3].map(() => connect(key))));
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
