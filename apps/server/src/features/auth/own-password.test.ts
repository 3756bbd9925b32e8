import { changePassword, forgotPassword, getProfile, resetPassword } from '@portal/contract/auth';
import { type SqlBool, sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { hourMs } from '../../platform/clock.ts';
import { readEntriesAbout } from '../../testing/activity.ts';
import { startTestApp } from '../../testing/app.ts';
import { startTestInbox } from '../../testing/mail.ts';
import { addressHeader, beginSignIn, freshAddress } from '../../testing/sign-in.ts';

const inbox = await startTestInbox();
const app = await startTestApp({ config: { smtpUrl: inbox.smtpUrl, trustProxy: 1 } });
afterAll(async () => {
  await app.close();
  await inbox.stop();
});
const { db } = app.database;

const current = 'correct horse battery';
const changed = 'a staple that is new';
const newUser = () => app.signIn('customer_guest', { password: current, fullName: 'Gus' });
const change = (token: string, currentPassword: string, password = changed) =>
  app.call(changePassword, { token, body: { currentPassword, password } });
const statusOf = async (token: string) => (await app.call(getProfile, { token })).status;

test('changes the password, ends all other sessions and keeps the current one', async () => {
  const user = await newUser();
  const other = await app.openSession(user);
  expect(await change(user.token, current)).toMatchObject({
    status: 200,
    body: { message: 'Password changed successfully' },
  });
  expect([await statusOf(user.token), await statusOf(other.token)]).toEqual([200, 401]);
  expect((await beginSignIn(app, user.email, current)).status).toBe(400);
  expect((await beginSignIn(app, user.email, changed)).status).toBe(200);
  const lines = await readEntriesAbout(db, user.id);
  expect(lines).toContainEqual(
    expect.objectContaining({ action: 'password-reset', content: 'Gus changed their own password', actor_id: user.id }),
  );
});

test('a sign-in whose password was checked just before the change gets no code', async () => {
  const user = await newUser();
  let signIn: ReturnType<typeof beginSignIn> | undefined;
  await db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('users').select('id').where('id', '=', user.id).forNoKeyUpdate().execute();
    signIn = beginSignIn(app, user.email, current);
    const waiting = sql<SqlBool>`wait_event_type = 'Lock' and query like '%for no key update%'`;
    await expect
      .poll(() => db.selectFrom(sql`pg_stat_activity`.as('activity')).select(sql`1`.as('one')).where(waiting).execute())
      .toHaveLength(1);
    const { password_hash } = await db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', (await newUser()).id)
      .executeTakeFirstOrThrow();
    await transaction.updateTable('users').set({ password_hash }).where('id', '=', user.id).execute();
  });
  expect((await signIn)?.status).toBe(400);
  expect((await beginSignIn(app, user.email, current)).status).toBe(200);
  expect(await inbox.mailsTo(user.email)).toHaveLength(1);
});

test('invalidates reset links and notifies the owner without the password', async () => {
  const user = await newUser();
  await app.call(forgotPassword, { body: { email: user.email }, headers: addressHeader(freshAddress()) });
  const link = /https?:\S+reset-password\S+/.exec((await inbox.mailsTo(user.email))[0]?.text ?? '')?.[0] ?? '';
  await change(user.token, current);
  const body = { code: new URL(link).searchParams.get('code'), email: user.email, password: 'yet another phrase' };
  expect((await app.call(resetPassword, { body, headers: addressHeader(freshAddress()) })).status).toBe(400);
  const notice = (await inbox.mailsTo(user.email, 2))[1];
  expect(notice?.subject).toBe('Your Order Portal password was changed');
  expect(notice?.text).toContain('was changed in your profile');
  expect(notice?.text).toContain('If this was you, no action is needed.');
  expect(notice?.html).not.toContain(changed);
});

test.each([
  ['a wrong current password', 'not this one', changed, 'currentPassword', 'Your current password is incorrect.'],
  ['fewer than eight characters', current, '1234567', 'password', 'Password must be at least 8 characters long'],
  ['a common password', current, 'password2026!', 'password', expect.any(String)],
])('refuses %s and changes nothing', async (_, currentPassword, password, path, message) => {
  const user = await newUser();
  const other = await app.openSession(user);
  const { status, body } = await change(user.token, currentPassword, password);
  expect([status, body.details]).toEqual([400, [{ path, message }]]);
  expect(await statusOf(other.token)).toBe(200);
  expect((await beginSignIn(app, user.email, current)).status).toBe(200);
});

test('limits wrong current passwords per user across sessions', async () => {
  const user = await newUser();
  const other = await app.openSession(user);
  for (let number = 0; number < 5; number += 1) {
    expect((await change(number % 2 ? user.token : other.token, `wrong ${number}`)).status).toBe(400);
  }
  const refused = await change(user.token, current);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
  app.clock.advance(hourMs);
  expect((await change(user.token, current)).status).toBe(200);
});

test('requires a session', async () => {
  const answer = await app.call(changePassword, { body: { currentPassword: current, password: changed } });
  expect(answer.status).toBe(401);
});
