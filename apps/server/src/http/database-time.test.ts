import { getProfile } from '@portal/contract/auth';
import { listOrders } from '@portal/contract/orders';
import { getPreference, savePreference } from '@portal/contract/preferences';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { generateOrders, upsertOrders } from '../features/orders/testing/order-arbitrary.ts';
import { transactionWithLock } from '../platform/advisory-lock.ts';
import { createLogger } from '../platform/log.ts';
import { requestWorkload, runAs } from '../platform/workload.ts';
import { startTestApp } from '../testing/app.ts';
import { createTestDatabase } from '../testing/database.ts';

let written = '';
const log = createLogger('info', {
  write: (line) => {
    written += line;
  },
});
const database = await createTestDatabase();
const app = await startTestApp({ log, database });
const impatient = await startTestApp({ log, database, config: { databaseStatementMs: 600 } });
/** Ends no query itself during a test. */
const patient = await startTestApp({ log, database, config: { databaseStatementMs: 300_000 } });
afterAll(async () => {
  await patient.close();
  await impatient.close();
  await app.close();
  await database.drop();
});
const { pool } = app.database;
beforeAll(() => upsertOrders(pool, generateOrders(40, 3)));

/** Until the end of the test, reading the orders takes this long: they are read through a view that sleeps. */
async function slowDownOrders(seconds: number): Promise<void> {
  onTestFinished(async () => {
    await pool.query(`select pg_cancel_backend(pid) from pg_stat_activity where ${isReadingOrders}`);
    await expect.poll(countRunning).toBe(0);
    await pool.query('drop view sales_orders; alter table all_orders rename to sales_orders');
  });
  await pool.query('alter table sales_orders rename to all_orders');
  await pool.query(
    `create view sales_orders as select * from all_orders where (select pg_sleep(${seconds})) is not null`,
  );
}

/** Condition on pg_stat_activity: this database's running queries of orders. */
const isReadingOrders = `datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
  and state = 'active' and query like '%sales_orders%'`;

/** Backends that run order queries of the portal. */
async function findRunning(): Promise<number[]> {
  const { rows } = await pool.query<{ pid: number }>(`select pid from pg_stat_activity where ${isReadingOrders}`);
  return rows.map(({ pid }) => pid);
}

/** Number of running order queries of the portal. */
async function countRunning(): Promise<number> {
  return (await findRunning()).length;
}

describe('database time limits', () => {
  test('are ten seconds for a statement, five for a lock and a minute for an idle transaction', async () => {
    const limits = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
    const { rows } = await runAs(requestWorkload('a user'), () =>
      app.portal.dependencies.database.pool.query('select name, setting from pg_settings where name = any($1)', [
        limits,
      ]),
    );
    const found = new Map(rows.map(({ name, setting }) => [name, Number(setting)]));
    expect(limits.map((name) => found.get(name))).toEqual([10_000, 5000, 60_000]);
  });

  test('answer 503 with a plain message, are logged, and do not affect the next request', async () => {
    const { token } = await app.signIn('admin');
    await slowDownOrders(90);
    const { status, headers, body } = await impatient.call(listOrders, { token, query: { sortBy: 'total' } });
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    expect(body.message).toBe('This took too long. Please try again, or narrow what you are looking for.');
    expect(written).toContain('"code":"57014"');
    await expect.poll(countRunning).toBe(0);
    expect((await impatient.call(getProfile, { token })).status).toBe(200);
  });

  test('end the wait for a lock that another transaction holds', async () => {
    const { token } = await app.signIn('admin');
    const holder = await pool.connect();
    try {
      await holder.query('begin');
      await holder.query('lock table preferences in access exclusive mode');
      const { status, body } = await impatient.call(getPreference, { token, params: { id: 'x' } });
      expect([status, body.message]).toEqual([503, expect.stringContaining('This took too long.')]);
      expect(written).toContain('"code":"55P03"');
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    expect((await impatient.call(getPreference, { token, params: { id: 'x' } })).status).toBe(200);
  });
});

test('a client that disconnects cancels its queries, both running and waiting', async () => {
  const { token } = await app.signIn('admin');
  await slowDownOrders(90);
  const leaving = new AbortController();
  const headers = { authorization: `Bearer ${token}` };
  const requests = Array.from({ length: 12 }, (_, number) =>
    patient.fetch(`/api/netsuite-sales-orders?search=a${number}`, { headers, signal: leaving.signal }),
  );
  await expect.poll(countRunning).toBeGreaterThan(1);
  leaving.abort();
  for (const request of requests) await expect(request).rejects.toThrow();
  await expect.poll(countRunning).toBe(0);
  expect((await patient.call(getProfile, { token })).status).toBe(200);
});

test('a connection whose query was canceled is used again, and its next query is not canceled', async () => {
  const users = await Promise.all(Array.from({ length: 4 }, () => app.signIn('admin')));
  await slowDownOrders(90);
  const leaving = new AbortController();
  const requests = users.map(({ token }) =>
    patient.fetch('/api/netsuite-sales-orders?search=a', {
      headers: { authorization: `Bearer ${token}` },
      signal: leaving.signal,
    }),
  );
  await expect.poll(countRunning).toBe(users.length);
  const canceled = await findRunning();
  leaving.abort();
  await Promise.allSettled(requests);
  await expect.poll(countRunning).toBe(0);
  for (let time = 0; time < 10; time += 1) {
    const answers = await Promise.all(users.map(({ token }) => patient.call(getProfile, { token })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  }
  const { rowCount } = await pool.query('select from pg_stat_activity where pid = any($1)', [canceled]);
  expect(rowCount).toBe(canceled.length);
});

test('many slow requests of one user leave connections for everyone else', async () => {
  const [one, other] = [await app.signIn('admin'), await app.signIn('member')];
  await slowDownOrders(90);
  const leaving = new AbortController();
  const headers = { authorization: `Bearer ${one.token}` };
  const requests = Array.from({ length: 40 }, (_, number) =>
    app.fetch(`/api/netsuite-sales-orders?search=a${number}`, { headers, signal: leaving.signal }),
  );
  const ended = Promise.allSettled(requests);
  await expect.poll(countRunning).toBeGreaterThan(1);
  for (let time = 0; time < 20; time += 1) {
    expect((await app.call(getProfile, { token: other.token })).status).toBe(200);
  }
  leaving.abort();
  await ended;
});

test('saves that wait for each other hold no connection', async () => {
  const [one, other] = [await app.signIn('admin'), await app.signIn('member')];
  const save = (number: number) =>
    app.call(savePreference, { token: one.token, body: { label: `label ${number}`, prefrenceSetting: '[]' } });
  // As another process would hold it.
  const saves = await transactionWithLock(app.database.db, `preferences ${one.id}`, async () => {
    const sent = Array.from({ length: 30 }, (_, number) => save(number));
    for (let time = 0; time < 20; time += 1) {
      expect((await app.call(getProfile, { token: other.token })).status).toBe(200);
    }
    const { rows } = await pool.query(
      `select from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and application_name <> 'order-portal jobs'`,
    );
    expect(rows).toEqual([]);
    return { sent };
  });
  for (const saved of await Promise.all(saves.sent)) expect(saved.status).toBe(200);
});
