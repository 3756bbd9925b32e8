import { afterAll, expect, test } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { createTestUser } from '../../testing/users.ts';
import { ensureFirstAdministrator } from './administrators.ts';
import { isPassword } from './passwords.ts';

const { database, drop } = await createTestDatabase();
afterAll(drop);
const account = { email: 'first@test.example', password: 'correct horse battery' };
const ensure = () => ensureFirstAdministrator(database.db, systemClock, account);
const users = () => database.db.selectFrom('users').selectAll().execute();

test('creates one administrator who can sign in, even when several processes start at once', async () => {
  const made = await Promise.all([ensure(), ensure(), ensure()]);
  expect(made.filter(Boolean)).toHaveLength(1);
  const [user, ...others] = await users();
  expect(others).toEqual([]);
  expect(user).toMatchObject({ email: account.email, status: 1 });
  expect(await isPassword(user?.password_hash ?? null, account.password)).toBe(true);
  expect(await ensure()).toBe(false);
});

test('rejects an easily guessed password', async () => {
  await database.db.deleteFrom('users').execute();
  const ensureWith = (password: string) => ensureFirstAdministrator(database.db, systemClock, { ...account, password });
  await expect(ensureWith('Password2026!')).rejects.toThrow('Too common');
  await expect(ensureWith('x7!kQp2')).rejects.toThrow('at least 8 characters');
  expect(await users()).toEqual([]);
});

test('does nothing if another administrator exists', async () => {
  await database.db.deleteFrom('users').execute();
  await createTestUser(database.db, { role: 'admin', email: 'another@test.example' });
  expect(await ensure()).toBe(false);
  expect(await users()).toHaveLength(1);
});

test.each([
  ['expired', { expiresAt: new Date(Date.now() - 1000) }],
  ['pending', { status: 0 }],
])('creates one if the only administrator is %s, even under the same address', async (_, more) => {
  for (const email of ['another@test.example', account.email]) {
    await database.db.deleteFrom('users').execute();
    await createTestUser(database.db, { role: 'admin', email, ...more });
    expect(await ensure()).toBe(true);
    expect((await users()).find((user) => user.email === account.email)).toMatchObject({ status: 1, expires_at: null });
  }
});
