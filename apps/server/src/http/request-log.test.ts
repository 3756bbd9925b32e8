import { beginSignIn, finishSignIn, getProfile } from '@portal/contract/auth';
import { getOrder } from '@portal/contract/orders';
import { deleteUser, listUsers } from '@portal/contract/users';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createLogger } from '../platform/log.ts';
import { startTestApp } from '../testing/app.ts';
import { addressHeader } from '../testing/sign-in.ts';

let written = '';
const log = createLogger('info', {
  write: (line) => {
    written += line;
  },
});
const app = await startTestApp({ log, config: { trustProxy: 1 } });
afterAll(() => app.close());
beforeEach(() => {
  written = '';
});

/** Log lines about requests; each must be a single line of JSON, whatever was sent. */
async function requestLines(count: number) {
  const read = () =>
    written
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ msg }) => msg === 'request');
  await expect.poll(() => read().length).toBe(count);
  return read();
}
const headers = addressHeader('203.0.113.9');

test('logs a denied request with its user, network, time and route', async () => {
  const guest = await app.signIn('customer_guest');
  const { token } = guest;
  const before = Date.now();
  await app.call(deleteUser, { token, headers, params: { id: guest.id } });
  await app.call(getOrder, { token, headers, params: { id: '1' } });
  await app.call(listUsers, { headers });
  const common = { address: '203.0.113.9', request: expect.stringMatching(/^[0-9a-f-]{36}$/) };
  const lines = await requestLines(3);
  expect(lines).toMatchObject([
    { ...common, user: guest.id, method: 'DELETE', route: '/api/users/:id', status: 403 },
    { ...common, user: guest.id, method: 'GET', route: '/api/netsuite-sales-orders/:id', status: 404 },
    { ...common, method: 'GET', route: '/api/users', status: 401 },
  ]);
  expect(lines[2]).not.toHaveProperty('user');
  for (const { time } of lines) expect(time).toBeGreaterThanOrEqual(before);
});

test('logs failed sign-ins, rate-limited requests and invalid input', async () => {
  const email = 'nobody@test.example';
  for (let time = 0; time < 11; time += 1) await app.call(finishSignIn, { headers, body: { email, otp: '123456' } });
  await app.call(beginSignIn, { headers, body: {} });
  const lines = await requestLines(12);
  expect(lines.map(({ status }) => status)).toEqual([...Array(10).fill(400), 429, 400]);
  expect(new Set(lines.map(({ address }) => address))).toEqual(new Set(['203.0.113.9']));
  expect(written).not.toContain(email);
});

test('request content cannot inject log lines', async () => {
  const { token } = await app.signIn('member');
  const sent = encodeURIComponent('x\r\n{"level":30,"msg":"forged"}\n');
  await app.fetch(`/api/netsuite-sales-orders/${sent}?search=${sent}`, {
    headers: { authorization: `Bearer ${token}`, 'user-agent': 'x {"msg":"forged"}' },
  });
  await app.fetch(`/${sent}`);
  await app.call(getProfile, { token });
  await requestLines(3);
  expect(written).not.toContain('forged');
});
