import { beginSignIn } from '@portal/contract/auth';
import { readNotifications } from '@portal/contract/notifications';
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

test('a body may have 16 KiB before it is known who sends it, then 64 KiB, a preference 1 MiB', async () => {
  const { token } = await app.signIn('customer_guest');
  const expectLimit = async (path: string, body: object, bytes: number) => {
    const send = async (length: number) =>
      (await post(path, JSON.stringify(body).padEnd(length), { authorization: `Bearer ${token}` })).status;
    expect(await send(bytes + 1)).toBe(413);
    expect(await send(bytes)).not.toBe(413);
  };
  await expectLimit(beginSignIn.path, { email: 'a@b.test', password: 'x'.repeat(100) }, 16_384);
  await expectLimit(readNotifications.path, { upTo: new Date().toISOString() }, 65_536);
  await expectLimit(savePreference.path, { label: 'x', prefrenceSetting: '[]' }, 1_048_576);
});
