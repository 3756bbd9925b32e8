import { forgotPassword, getProfile, resetPassword } from '@portal/contract/auth';
import { setUserPassword } from '@portal/contract/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedIn, startTestApp } from '../../testing/app.ts';
import { startTestInbox } from '../../testing/mail.ts';
import { addressHeader, beginSignIn, finishSignIn, freshAddress } from '../../testing/sign-in.ts';
import { linesAbout } from './testing/people.ts';

const inbox = await startTestInbox();
const publicUrl = 'https://portal.test.example';
const app = await startTestApp({ config: { smtpUrl: inbox.smtpUrl, trustProxy: 1, publicUrl } });
afterAll(async () => {
  await app.close();
  await inbox.stop();
});
const { db } = app.database;

const earlier = 'correct horse battery';
const later = 'a staple that is new';
let companyAdmin: SignedIn;
beforeAll(async () => {
  companyAdmin = await app.signIn('customer_admin', { fullName: 'Carla' });
});

const setPassword = (id: string, password: string) =>
  app.call(setUserPassword, { token: companyAdmin.token, params: { id }, body: { password } });

test("ends the user's sessions and makes only the new password valid", async () => {
  const user = await app.signIn('customer_member', { password: earlier, fullName: 'Moe' });
  expect(await setPassword(user.id, later)).toMatchObject({
    status: 200,
    body: { message: 'Password reset successfully' },
  });
  expect((await app.call(getProfile, { token: user.token })).status).toBe(401);
  expect((await beginSignIn(app, user.email, earlier)).status).toBe(400);
  expect((await beginSignIn(app, user.email, later)).status).toBe(200);
  expect(await linesAbout(db, user.id, 'password-reset')).toEqual([
    {
      content: 'Carla set a new password for Moe',
      actor_name: 'Carla',
      subject_name: 'Moe',
      subject_customer_id: '1',
    },
  ]);
});

test('ends the sign-in attempt and the reset links of the old password', async () => {
  const user = await app.createUser({ role: 'customer_member', password: earlier });
  await beginSignIn(app, user.email, earlier);
  const code = await inbox.codeFor(user.email);
  await app.call(forgotPassword, { body: { email: user.email }, headers: addressHeader(freshAddress()) });
  const link = /https:\S+reset-password\S+/.exec((await inbox.mailsTo(user.email, 2)).at(-1)?.text ?? '')?.[0] ?? '';
  await setPassword(user.id, later);
  expect((await finishSignIn(app, user.email, code)).status).toBe(400);
  const body = { code: new URL(link).searchParams.get('code'), email: user.email, password: 'yet another phrase' };
  const { status } = await app.call(resetPassword, { body, headers: addressHeader(freshAddress()) });
  expect(status).toBe(400);
});

test('notifies the user by mail without the password', async () => {
  const user = await app.createUser({ role: 'customer_member', fullName: 'Moe' });
  await setPassword(user.id, later);
  const [mail] = await inbox.mailsTo(user.email);
  expect(mail?.subject).toBe('Your Order Portal password was changed');
  for (const text of [mail?.text, mail?.html]) {
    expect(text).toContain('Hello Moe,');
    expect(text).toContain(`${publicUrl}/forgot-password`);
    expect(text).not.toContain(later);
  }
});

test.each([
  ['1234567', 'Password must be at least 8 characters long'],
  ['x'.repeat(129), 'Password must be at most 128 characters long'],
  ['password2026!', 'Too common. Choose another.'],
  ['somebody.known@test.example', 'Password must not be your email address'],
])('rejects %s with a reason', async (password, message) => {
  const [session] = [await app.signIn('customer_member', { email: `somebody.known@test.example`, password: earlier })];
  const { status, body } = await setPassword(session.id, password);
  expect([status, body.message, body.details]).toEqual([400, message, [{ path: 'password', message }]]);
  expect((await app.call(getProfile, { token: session.token })).status).toBe(200);
  await db.deleteFrom('users').where('id', '=', session.id).execute();
});

test('rejects a pending user', async () => {
  const user = await app.createUser({ role: 'customer_member', status: 0 });
  for (const password of [later, 'password2026!']) {
    const { status, body } = await setPassword(user.id, password);
    expect([status, body.message]).toEqual([409, 'This user has not accepted the invitation yet. Resend it instead.']);
  }
  const row = await db.selectFrom('users').select('password_hash').where('id', '=', user.id).executeTakeFirst();
  expect(row?.password_hash).toBeNull();
});
