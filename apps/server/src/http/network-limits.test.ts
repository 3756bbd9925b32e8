import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beginSignIn, getProfile } from '@portal/contract/auth';
import { getHealth, getReadiness } from '@portal/contract/health';
import { afterAll, expect, test } from 'vitest';
import { startTestApp } from '../testing/app.ts';
import { startTestInbox } from '../testing/mail.ts';
import { addressHeader, freshAddress } from '../testing/sign-in.ts';

const networkLimits = { perMinute: 30, atOnce: 4 };
const metricsToken = 'a token for this test alone';
const inbox = await startTestInbox();
const config = { networkLimits, metricsToken, trustProxy: 1, busyPercent: 50, smtpUrl: inbox.smtpUrl };
const app = await startTestApp({ config });
afterAll(async () => {
  await app.close();
  await inbox.stop();
});

const paths = ['/api/openapi.json', '/api/docs/', '/api/no-such-path', '/api/auth/profile', '/metrics'];
const ask = async (path: string, address: string, token?: string) => {
  const headers = { ...addressHeader(address), ...(token && { authorization: `Bearer ${token}` }) };
  const response = await app.fetch(path, { headers });
  await response.arrayBuffer();
  return response;
};

test('requests without a session get 429 above the limit of their network until the minute is over', async () => {
  const address = freshAddress();
  for (let sent = 0; sent < networkLimits.perMinute; sent += 1) {
    expect((await ask(paths[sent % paths.length] ?? '', address)).status).not.toBe(429);
  }
  for (const path of paths) {
    const refused = await ask(path, address);
    expect([path, refused.status, refused.headers.get('x-content-type-options')]).toEqual([path, 429, 'nosniff']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect((await ask('/api/openapi.json', freshAddress())).status).toBe(200);
  expect((await app.call(getHealth, { headers: addressHeader(address) })).status).toBe(200);
  expect((await ask('/metrics', address, metricsToken)).status).toBe(200);
  app.clock.advance(60_000);
  expect((await ask('/api/openapi.json', address)).status).toBe(200);
});

test('requests without a host, with an unknown expectation and to addresses that cannot be decoded count as well', async () => {
  const { hostname, port } = new URL(app.url);
  const send = (path: string, ...headers: string[]) => {
    const socket = connect(Number(port), hostname);
    const lines = [`GET ${path} HTTP/1.1`, ...headers];
    socket.write([...lines, 'Connection: close', '', ''].join('\r\n'));
    return text(socket);
  };
  const statusesOf = async (...request: [string, ...string[]]) => {
    const answers: string[] = [];
    for (let sent = 0; sent <= networkLimits.perMinute; sent += 1) answers.push((await send(...request)).slice(9, 12));
    return [answers[0], answers.at(-1)];
  };
  const host = `Host: ${hostname}`;
  const from = () => `X-Forwarded-For: ${freshAddress()}`;
  expect(await statusesOf('/api/no-such-path', host, from(), 'Expect: wonders')).toEqual(['404', '429']);
  expect(await statusesOf('/api/no-such-path', from())).toEqual(['400', '429']);
  // Counted by the address of the connection, since nothing has read the headers of the proxy.
  expect(await statusesOf('/api/orders/%zz', host)).toEqual(['400', '429']);
});

test('answers health checks above the limits of their network', async () => {
  const headers = addressHeader(freshAddress());
  const checks = Array.from({ length: networkLimits.perMinute + 1 }, () => app.call(getHealth, { headers }));
  for (const { status } of await Promise.all(checks)) expect(status).toBe(200);
});

test.each([
  ['strangers', '/api/auth/profile', freshAddress()],
  // Without an address, it comes from this machine, as a load balancer's.
  ['readiness checks', '/api/health/ready', undefined],
])('a readiness check does not wait behind %s of many networks', async (_, path, address) => {
  let waiting = 0;
  const begin = () =>
    Array.from({ length: 300 }, async (_, number) => {
      waiting += 1;
      await ask(path, `2001:db8:${number}::1`, `made-up-token-number-${number}`);
      waiting -= 1;
    });
  // Opens the connections, so that the second time all are sent at once.
  await Promise.all(begin());
  const others = begin();
  await expect.poll(() => waiting, { interval: 1 }).toBeLessThan(290);
  const headers = address === undefined ? {} : addressHeader(address);
  expect((await app.call(getReadiness, { headers })).status).toBe(200);
  expect(waiting).toBeGreaterThan(50);
  await Promise.all(others);
});

test('made-up tokens have the same limit, which does not affect users of that network', async () => {
  const address = freshAddress();
  const user = await app.signIn('customer_member');
  expect((await ask('/api/auth/profile', address, user.token)).status).toBe(200);
  for (let sent = 0; sent < networkLimits.perMinute; sent += 1) {
    expect((await ask('/api/auth/profile', address, `made-up-token-number-${sent}`)).status).toBe(401);
  }
  expect((await ask('/api/auth/profile', address, 'made-up-token-again')).status).toBe(429);
  expect((await ask('/api/auth/profile', address, user.token)).status).toBe(200);
});

test('any number of signed-in users may share a network', async () => {
  const address = freshAddress();
  const users = await Promise.all(Array.from({ length: 20 }, () => app.signIn('customer_member')));
  for (let time = 0; time < 5; time += 1) {
    const answers = await Promise.all(users.map(({ token }) => ask('/api/auth/profile', address, token)));
    expect(answers.map(({ status }) => status)).toEqual(users.map(() => 200));
  }
});

test('limits the concurrent requests of a network, and recovers when they have ended', async () => {
  const headers = addressHeader(freshAddress());
  const { token } = await app.signIn('customer_member');
  const { pool } = app.database;
  const holder = await pool.connect();
  const refused: string[] = [];
  const signIn = async () => {
    const body = { email: 'nobody@test.example', password: 'not the password' };
    const answer = await app.call(beginSignIn, { body, headers });
    if (answer.status === 429) refused.push(answer.body.message);
    return answer.status;
  };
  let answers: Promise<number>[] = [];
  try {
    await holder.query('begin');
    await holder.query('lock table rate_limits in access exclusive mode');
    answers = Array.from({ length: networkLimits.atOnce + 2 }, signIn);
    await expect.poll(() => refused.length).toBe(2);
    expect((await app.call(getProfile, { token, headers })).status).toBe(200);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  expect(new Set(refused)).toEqual(new Set(['Too many requests at the same time. Please try again in a moment.']));
  await Promise.all(answers);
  expect(refused).toHaveLength(2);
  expect(await signIn()).not.toBe(429);
});

test('requests sent before an earlier one is answered do not count once their connection is closed', async () => {
  const address = freshAddress();
  const validate = (...headers: string[]) =>
    [
      'GET /api/customer-invitations/validate/none HTTP/1.1',
      'Host: portal',
      `X-Forwarded-For: ${address}`,
      ...headers,
      '\r\n',
    ].join('\r\n');
  const { pool } = app.database;
  const holder = await pool.connect();
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  try {
    await holder.query('begin');
    await holder.query('lock table rate_limits in access exclusive mode');
    // The first is counted apart, for its token.
    socket.write(validate('Authorization: Bearer made-up') + validate().repeat(networkLimits.atOnce));
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event = 'relation'`;
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBeGreaterThan(0);
  } finally {
    socket.destroy();
    await holder.query('rollback');
    holder.release();
  }
  await expect.poll(async () => (await ask('/api/auth/profile', address)).status, { interval: 1000 }).toBe(401);
});
