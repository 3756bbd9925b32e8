import { beginSignIn } from '@portal/contract/auth';
import { savePreference } from '@portal/contract/preferences';
import { afterAll, expect, test } from 'vitest';
import { startTestApp } from '../testing/app.ts';
import { isTooDeep } from './json-depth.ts';

const app = await startTestApp();
afterAll(app.close);

const post = (path: string, body: string, headers = {}) =>
  app.fetch(`/api${path}`, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });

test('a body of brackets inside brackets is refused without being parsed', async () => {
  const { token } = await app.signIn('customer_guest');
  const body = `{"label":"x","prefrenceSetting":"[]","ignored":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  const answer = await post(savePreference.path, body, { authorization: `Bearer ${token}` });
  expect([answer.status, await answer.json()]).toMatchObject([400, { message: 'The request could not be read.' }]);
});

test('brackets within text, escaped quotation marks and many values side by side are no depth', () => {
  const text = JSON.stringify({
    prefrenceSetting: `"\\"${'[{'.repeat(1000)}`,
    list: Array.from({ length: 1000 }, () => [{}]),
  });
  expect(isTooDeep(text)).toBe(false);
  expect(isTooDeep('"never closed [[')).toBe(false);
  expect(isTooDeep(`${'['.repeat(50)}${']'.repeat(50)}`)).toBe(false);
  expect(isTooDeep(`${'{"a":'.repeat(51)}1${'}'.repeat(51)}`)).toBe(true);
});

test('before it is known who sends it, a body may have 16 KiB', async () => {
  const credentials = { email: 'a@b.test', password: 'x'.repeat(100) };
  const padded = (length: number) => JSON.stringify(credentials).padEnd(length);
  expect((await post(beginSignIn.path, padded(16_385))).status).toBe(413);
  expect((await post(beginSignIn.path, padded(16_384))).status).not.toBe(413);
});
