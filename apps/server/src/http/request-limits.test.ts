import { getProfile, validateToken } from '@portal/contract/auth';
import { listCustomerOrders } from '@portal/contract/orders';
import { afterAll, expect, test } from 'vitest';
import { type SignedIn, startTestApp, type TestApp } from '../testing/app.ts';
import { createTestDatabase } from '../testing/database.ts';

const requestLimits = { perMinute: 40, atOnce: 5 };
const database = await createTestDatabase();
const app = await startTestApp({ database, config: { requestLimits } });
const other = await startTestApp({ database, config: { requestLimits }, clock: app.clock });
afterAll(async () => {
  await other.close();
  await app.close();
  await database.drop();
});

const ask = async ({ token }: SignedIn, at: TestApp = app) => at.call(validateToken, { token });

/** Number of consecutive requests answered before the first is rejected. */
async function countAnswered(user: SignedIn, most: number, at: TestApp = app): Promise<number> {
  for (let answered = 0; answered < most; answered += 1) {
    const { status } = await ask(user, at);
    if (status === 429) return answered;
    expect(status).toBe(200);
  }
  return most;
}

test('answers 429 above the limit per minute until the oldest request is a minute old, for this user only', async () => {
  const [one, colleague] = [await app.signIn('customer_member'), await app.signIn('customer_member')];
  expect(await countAnswered(one, 100)).toBe(40);
  const { status, headers, body } = await ask(one);
  expect([status, body.message]).toEqual([429, 'Too many requests. Please wait a moment and try again.']);
  expect((await ask(colleague)).status).toBe(200);
  const seconds = Number(headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  app.clock.advance(seconds * 1000);
  expect(await countAnswered(one, 100)).toBe(40);
});

test('counts all sessions of a user together', async () => {
  const one = await app.signIn('customer_guest');
  await countAnswered(one, 40);
  expect((await ask(await app.openSession(one))).status).toBe(429);
});

test.each(['admin', 'member'] as const)('gives a(n) %s ten times the limit', async (role) => {
  expect(await countAnswered(await app.signIn(role), 500)).toBe(400);
});

test('counts requests to another process once both have exchanged counts', async () => {
  const one = await app.signIn('customer_member');
  expect(await countAnswered(one, 36)).toBe(36);
  const counted = async () => {
    const rows = await database.database.db
      .selectFrom('request_counts')
      .select('requests')
      .where('sender', '=', one.id)
      .execute();
    return rows.map(({ requests }) => requests);
  };
  await expect.poll(counted).toEqual([36]);
  let answered = 0;
  const askThere = async () => {
    const { status } = await ask(one, other);
    if (status === 200) answered += 1;
    return status;
  };
  await expect.poll(askThere, { interval: 100 }).toBe(429);
  expect(answered).toBeLessThan(40);
});

test('answers 429 above the limit of concurrent requests, and recovers when they have ended', async () => {
  const [one, colleague] = [await app.signIn('customer_member'), await app.signIn('customer_member')];
  const holder = await database.database.pool.connect();
  const answers: Promise<{ status: number; message?: string }>[] = [];
  const refused: string[] = [];
  try {
    await holder.query('begin');
    await holder.query('lock table sales_orders in access exclusive mode');
    for (let number = 0; number < 8; number += 1) {
      const answer = app.call(listCustomerOrders, { token: one.token }).then(({ status, body }) => {
        if (status === 429) refused.push(body.message);
        return { status };
      });
      answers.push(answer);
    }
    await expect.poll(() => refused.length).toBe(8 - requestLimits.atOnce);
    expect((await app.call(getProfile, { token: colleague.token })).status).toBe(200);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  expect(new Set(refused)).toEqual(new Set(['Too many requests at the same time. Please try again in a moment.']));
  await Promise.all(answers);
  expect((await ask(one)).status).toBe(200);
});

/** Nothing reads sessions during `work`. */
async function withSessionsLocked(work: () => Promise<void>): Promise<void> {
  const holder = await database.database.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('lock table sessions in access exclusive mode');
    await work();
  } finally {
    await holder.query('rollback');
    holder.release();
  }
}

const countWaiting = async () => {
  const { rowCount } = await database.database.pool.query(
    `select from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and application_name <> 'order-portal jobs'`,
  );
  return rowCount ?? 0;
};

test('answers refusals after a second, so that a client that ignores them does not occupy the process', async () => {
  const [one, colleague] = [await app.signIn('customer_member'), await app.signIn('customer_member')];
  await countAnswered(one, 40);
  const startedAt = performance.now();
  const refusals = Array.from({ length: 20 }, () => ask(one));
  expect((await ask(colleague)).status).toBe(200);
  for (const { status } of await Promise.all(refusals)) expect(status).toBe(429);
  expect(performance.now() - startedAt).toBeGreaterThan(990);
});

test('refusing a request takes no query', async () => {
  const one = await app.signIn('customer_member');
  await countAnswered(one, 40);
  await withSessionsLocked(async () => {
    expect((await ask(one)).status).toBe(429);
  });
});

test('the users of one customer together hold no more than a third of the connections', async () => {
  const members = await Promise.all(Array.from({ length: 6 }, () => app.signIn('customer_member')));
  for (const member of members) await ask(member);
  const requests: Promise<unknown>[] = [];
  await withSessionsLocked(async () => {
    for (const member of members) requests.push(ask(member));
    await expect.poll(countWaiting).toBeGreaterThan(2);
    // Gets a connection.
    await app.portal.dependencies.database.pool.query('select 1');
    expect(await countWaiting()).toBe(3);
  });
  await Promise.all(requests);
});

test('made-up tokens of one network share its connections', async () => {
  const leaving = new AbortController();
  const requests: Promise<unknown>[] = [];
  await withSessionsLocked(async () => {
    for (let number = 0; number < 20; number += 1) {
      const headers = { authorization: `Bearer made-up-token-number-${number}` };
      const request = app.fetch('/api/auth/validate', { headers, signal: leaving.signal });
      requests.push(request.catch(() => undefined));
    }
    await expect.poll(countWaiting).toBeGreaterThan(2);
    // Gets a connection: the made-up tokens hold no more than a third.
    await app.portal.dependencies.database.pool.query('select 1');
    expect(await countWaiting()).toBe(3);
    leaving.abort();
  });
  await Promise.all(requests);
});

test('requests that are canceled before they are authenticated count', async () => {
  const one = await app.signIn('customer_member');
  expect((await ask(one)).status).toBe(200);
  const headers = { authorization: `Bearer ${one.token}` };
  /** Message of the first refusal among many requests; the others are canceled. */
  const sendAndCancel = async (): Promise<string> => {
    const leaving = new AbortController();
    const answers = Array.from({ length: requestLimits.atOnce + 1 }, async () => {
      const answer = await app.fetch('/api/auth/validate', { headers, signal: leaving.signal });
      return ((await answer.json()) as { message: string }).message;
    });
    const message = await Promise.any(answers);
    leaving.abort();
    await Promise.allSettled(answers);
    return message;
  };
  await withSessionsLocked(async () => {
    const tooMany = 'Too many requests. Please wait a moment and try again.';
    await expect.poll(sendAndCancel).toBe(tooMany);
  });
});
