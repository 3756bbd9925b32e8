import { beginSignIn } from '@portal/contract/auth';
import { savePreference } from '@portal/contract/preferences';
import { afterAll, expect, test } from 'vitest';
import { startTestApp } from '../testing/app.ts';
import { isTooComplex } from './json-complexity.ts';

const app = await startTestApp();
afterAll(app.close);

const post = (path: string, body: string, headers = {}) =>
  app.fetch(`/api${path}`, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });

test.each([
  ['brackets inside brackets', '['.repeat(100_000) + ']'.repeat(100_000)],
  ['very many values', `[${'1,'.repeat(400_000)}1]`],
])('a body of %s is refused without being parsed', async (_what, ignored) => {
  const { token } = await app.signIn('customer_guest');
  const body = `{"label":"x","prefrenceSetting":"[]","ignored":${ignored}}`;
  const answer = await post(savePreference.path, body, { authorization: `Bearer ${token}` });
  expect([answer.status, await answer.json()]).toMatchObject([400, { message: 'The request could not be read.' }]);
});

test('brackets and commas within text, escaped quotation marks and many values side by side are accepted', () => {
  const text = JSON.stringify({
    prefrenceSetting: `"\\"${'[{,'.repeat(30_000)}`,
    list: Array.from({ length: 1000 }, () => [{}]),
  });
  expect(isTooComplex(text)).toBe(false);
  expect(isTooComplex('"never closed [[')).toBe(false);
  expect(isTooComplex(`${'['.repeat(50)}${']'.repeat(50)}`)).toBe(false);
  expect(isTooComplex(`${'{"a":'.repeat(51)}1${'}'.repeat(51)}`)).toBe(true);
  expect(isTooComplex(JSON.stringify(Array(20_001).fill(0)))).toBe(false);
  expect(isTooComplex(JSON.stringify(Array(20_002).fill(0)))).toBe(true);
});

test('before it is known who sends it, a body may have 16 KiB', async () => {
  const credentials = { email: 'a@b.test', password: 'x'.repeat(100) };
  const padded = (length: number) => JSON.stringify(credentials).padEnd(length);
  expect((await post(beginSignIn.path, padded(16_385))).status).toBe(413);
  expect((await post(beginSignIn.path, padded(16_384))).status).not.toBe(413);
});
