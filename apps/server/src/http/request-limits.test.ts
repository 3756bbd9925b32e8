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
      .where('user_id', '=', one.id)
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
