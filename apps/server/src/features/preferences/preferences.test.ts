import { roles } from '@portal/contract/permissions';
import { getPreference, savePreference } from '@portal/contract/preferences';
import { afterAll, expect, test } from 'vitest';
import { type SignedIn, startTestApp } from '../../testing/app.ts';

const app = await startTestApp();
afterAll(app.close);

const save = ({ token }: SignedIn, label: string, prefrenceSetting: unknown) =>
  app.call(savePreference, { token, body: { label, prefrenceSetting } });
const read = ({ token }: SignedIn, label: string) => app.call(getPreference, { token, params: { id: label } });

test('a preference is stored unchanged and replaced under the same label', async () => {
  const user = await app.signIn('member');
  const setting = '[{"name":"é ü 日本 \\u0000 % _","globalFilter":"  "}]';
  const saved = await save(user, 'filter-presets-orders', setting);
  expect(saved).toMatchObject({ status: 200, body: { userId: user.id, prefrenceSetting: setting } });
  expect((await read(user, 'filter-presets-orders')).body).toEqual([saved.body]);
  await save(user, 'filter-presets-customers', '[]');
  const again = await save(user, 'filter-presets-orders', 'not even JSON');
  expect(again.body.id).toBe(saved.body.id);
  expect((await read(user, 'filter-presets-orders')).body).toMatchObject([{ prefrenceSetting: 'not even JSON' }]);
});

test.each(roles)('a preference of a(n) %s is visible only to its user', async (role) => {
  const [one, other] = [await app.signIn(role), await app.signIn(role)];
  await save(one, 'filter-presets-orders', '["one"]');
  expect((await read(other, 'filter-presets-orders')).body).toEqual([]);
  await save(other, 'filter-presets-orders', '["other"]');
  expect((await read(one, 'filter-presets-orders')).body).toMatchObject([{ prefrenceSetting: '["one"]' }]);
});

test('a preference is empty before it is saved and separate from other tables', async () => {
  const user = await app.signIn('admin');
  expect(await read(user, 'nothing')).toMatchObject({ status: 200, body: [] });
});

test('concurrent saves do not exceed the limit', async () => {
  const user = await app.signIn('member');
  const saves = Array.from({ length: 120 }, (_, number) => save(user, `label ${number}`, '[]'));
  const statuses = (await Promise.all(saves)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(100);
});

test('concurrent saves under one label store one preference', async () => {
  const user = await app.signIn('member');
  const saves = Array.from({ length: 8 }, (_, number) => save(user, 'same', String(number)));
  const ids = new Set((await Promise.all(saves)).map(({ body }) => body.id));
  expect(ids.size).toBe(1);
});

test('errors name the invalid field', async () => {
  const user = await app.signIn('member');
  expect((await save(user, ' ', '[]')).body).toMatchObject({ statusCode: 400, details: [{ path: 'label' }] });
  expect((await save(user, 'x', 7)).body).toMatchObject({ statusCode: 400, details: [{ path: 'prefrenceSetting' }] });
  expect((await save(user, 'x', 'y'.repeat(262_145))).status).toBe(400);
  expect((await save(user, 'x', 'y'.repeat(2_000_000))).status).toBe(413);
  for (let number = 0; number < 100; number += 1) expect((await save(user, `label ${number}`, '[]')).status).toBe(200);
  expect((await save(user, 'one too many', '[]')).body.message).toBe('At most 100 preferences can be kept.');
  expect((await save(user, 'label 5', '[1]')).status).toBe(200);
});

test('requires a token', async () => {
  expect((await app.call(savePreference, { body: { label: 'x', prefrenceSetting: '[]' } })).status).toBe(401);
  expect((await app.call(getPreference, { params: { id: 'x' } })).status).toBe(401);
});
