import * as contract from '@portal/contract/auth';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { hourMs, minuteMs } from '../../platform/clock.ts';
import { startTestApp } from '../../testing/app.ts';
import { startTestInbox } from '../../testing/mail.ts';
import { addressHeader, beginSignIn, finishSignIn, freshAddress } from '../../testing/sign-in.ts';

const inbox = await startTestInbox();
const publicUrl = 'https://portal.test.example';
const app = await startTestApp({ config: { smtpUrl: inbox.smtpUrl, trustProxy: 1, publicUrl } });
afterAll(async () => {
  await app.close();
  await inbox.stop();
});
beforeEach(() => app.clock.advance(2 * hourMs));

const password = 'correct horse battery';
const newPassword = 'a staple that is new';
const newUser = () => app.createUser({ role: 'customer_member', password });

function askFor(email: string, address = freshAddress()) {
  return app.call(contract.forgotPassword, { body: { email }, headers: addressHeader(address) });
}

function reset(body: { code: string; email: string; password?: string }, address = freshAddress()) {
  return app.call(contract.resetPassword, {
    body: { password: newPassword, ...body },
    headers: addressHeader(address),
  });
}

/** Link in the latest mail, after waiting for this number of mails. */
async function linkFor(email: string, count = 1): Promise<URL> {
  const mail = (await inbox.mailsTo(email, count)).at(-1);
  return new URL(/https:\S+reset-password\S+/.exec(mail?.text ?? '')?.[0] ?? 'no link');
}

async function userWithLink() {
  const user = await newUser();
  await askFor(user.email);
  return { user, code: (await linkFor(user.email)).searchParams.get('code') ?? '' };
}

const resetsOf = (userId: string) =>
  app.database.db.selectFrom('password_resets').selectAll().where('user_id', '=', userId).execute();

const invalidCode = { status: 400, body: { message: 'Invalid reset code' } };

describe('requesting a link', () => {
  test('mails a link as HTML and text and stores only its hash', async () => {
    const user = await newUser();
    expect(await askFor(` ${user.email.toUpperCase()}`)).toMatchObject({
      status: 200,
      body: { message: 'Password reset instructions have been sent to your email' },
    });
    const [mail] = await inbox.mailsTo(user.email);
    const link = await linkFor(user.email);
    const code = link.searchParams.get('code') ?? '';
    expect(link.href.startsWith(`${publicUrl}/reset-password?`)).toBe(true);
    expect(link.searchParams.get('email')).toBe(user.email);
    expect(Buffer.from(code, 'base64url')).toHaveLength(32);
    expect(mail?.html.replaceAll('&amp;', '&')).toContain(`href="${link.href}"`);
    expect(mail?.subject).toBe('Reset your Order Portal password');
    const everything = await app.database.pool.query(
      'select (select json_agg(r)::text from password_resets r) || (select json_agg(j)::text from pgboss.job j) as kept',
    );
    expect(everything.rows[0].kept).not.toContain(code);
    expect(everything.rows[0].kept).toContain('sealed');
  });

  test('responds the same after the same work for every address, and mails only active users', async () => {
    const known = await newUser();
    const pending = await app.createUser({ role: 'member', status: 0 });
    const expired = await app.createUser({ role: 'member', password, expiresAt: new Date(app.clock.now().getTime()) });
    const emails = [pending.email, expired.email, 'nobody@test.example', known.email];
    const requests = async () => {
      const kinds = await app.database.pool.query(
        "select name, count(*)::int as jobs from pgboss.job where name = 'password-reset-request' group by name",
      );
      return kinds.rows[0]?.jobs ?? 0;
    };
    for (const email of emails) {
      const before = await requests();
      const answer = await askFor(email);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ message: 'Password reset instructions have been sent to your email' });
      expect(await requests()).toBe(before + 1);
    }
    await inbox.mailsTo(known.email);
    const done = async () =>
      (
        await app.database.pool.query(
          "select 1 from pgboss.job where name in ('password-reset-request', 'send-mail') and state <> 'completed'",
        )
      ).rowCount;
    await expect.poll(done).toBe(0);
    const received = await (await fetch(`${inbox.inboxUrl}/email`)).text();
    for (const email of emails.slice(0, 3)) expect(received).not.toContain(email);
  });

  test.each([[{}], [{ email: 'not an address' }], [{ email: ['a@b.example'] }]])('refuses %j', async (body) => {
    const answer = await app.call(contract.forgotPassword, { body, headers: addressHeader(freshAddress()) });
    expect(answer).toMatchObject({ status: 400, body: { details: [{ path: 'email' }] } });
  });

  test('allows ten requests in 15 minutes per network address', async () => {
    const address = freshAddress();
    for (let time = 0; time < 10; time += 1)
      expect((await askFor(`no-${time}@test.example`, address)).status).toBe(200);
    const refused = await askFor('no-10@test.example', address);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe(String(15 * 60));
    app.clock.advance(15 * minuteMs);
    expect((await askFor('no-10@test.example', address)).status).toBe(200);
  });

  test('allows five requests an hour per address, known or not, and keeps mailed links working', async () => {
    const user = await newUser();
    for (const email of [user.email, 'stranger@test.example']) {
      for (let time = 0; time < 5; time += 1) expect((await askFor(email)).status).toBe(200);
      expect(await askFor(email)).toMatchObject({
        status: 429,
        body: { message: expect.stringContaining('links of the last hour still work') },
      });
    }
    const link = await linkFor(user.email, 5);
    expect(await inbox.mailsTo(user.email)).toHaveLength(5);
    expect((await reset({ code: link.searchParams.get('code') ?? '', email: user.email })).status).toBe(200);
  });
});

describe('resetting the password', () => {
  test('sets the password without signing in, ends sessions and the sign-in attempt, and notifies the owner', async () => {
    const { user, code } = await userWithLink();
    const sessions = [await app.openSession(user), await app.openSession(user)];
    await beginSignIn(app, user.email, password);
    const otp = await inbox.codeFor(user.email, 2);
    const answer = await reset({ code, email: user.email });
    expect(answer).toMatchObject({ status: 200, body: { message: 'Password has been reset successfully' } });
    expect(Object.keys(answer.body)).toEqual(['message']);
    for (const { token } of sessions) expect((await app.call(contract.validateToken, { token })).status).toBe(401);
    expect((await finishSignIn(app, user.email, otp)).status).toBe(400);
    expect((await beginSignIn(app, user.email, password)).status).toBe(400);
    expect((await beginSignIn(app, user.email, newPassword)).status).toBe(200);
    const notice = (await inbox.mailsTo(user.email, 4)).find((mail) => mail.subject.includes('was changed'));
    for (const text of [notice?.text, notice?.html]) {
      expect(text).toContain('signed out on all devices');
      expect(text).toContain(`${publicUrl}/forgot-password`);
      expect(text).not.toContain(newPassword);
    }
  });

  test('keeps other users signed in', async () => {
    const other = await app.signIn('customer_member');
    const { user, code } = await userWithLink();
    await reset({ code, email: user.email });
    expect((await app.call(contract.validateToken, { token: other.token })).status).toBe(200);
  });

  test('is recorded in the activity log', async () => {
    const { user, code } = await userWithLink();
    await reset({ code, email: user.email });
    const lines = await app.database.db
      .selectFrom('activity_log')
      .selectAll()
      .where('subject_id', '=', user.id)
      .execute();
    expect(lines).toMatchObject([
      { action: 'password-reset', actor_id: user.id, subject_customer_id: '1', administrators_only: false },
    ]);
  });

  test('ends the delay caused by wrong passwords', async () => {
    const { user, code } = await userWithLink();
    for (let failures = 0; failures < 5; failures += 1) await beginSignIn(app, user.email, 'wrong');
    expect((await beginSignIn(app, user.email, 'wrong')).status).toBe(429);
    await reset({ code, email: user.email });
    expect((await beginSignIn(app, user.email, newPassword)).status).toBe(200);
  });

  test('works only once, even for concurrent requests with different links', async () => {
    const { user, code } = await userWithLink();
    await askFor(user.email);
    const second = (await linkFor(user.email, 2)).searchParams.get('code') ?? '';
    expect(second).not.toBe(code);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, number) =>
        reset({ code: number % 2 === 0 ? code : second, email: user.email, password: `a new password ${number}` }),
      ),
    );
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 400)).toHaveLength(9);
    expect((await beginSignIn(app, user.email, `a new password ${statuses.indexOf(200)}`)).status).toBe(200);
    expect(await resetsOf(user.id)).toEqual([]);
    for (const used of [code, second])
      expect(await reset({ code: used, email: user.email })).toMatchObject(invalidCode);
  });

  test('works for one hour', async () => {
    const [first, second] = [await userWithLink(), await userWithLink()];
    app.clock.advance(hourMs - 1);
    expect((await reset({ code: first.code, email: first.user.email })).status).toBe(200);
    app.clock.advance(1);
    expect(await reset({ code: second.code, email: second.user.email })).toMatchObject(invalidCode);
  });

  test('keeps an earlier link valid after a later request', async () => {
    const { user, code } = await userWithLink();
    await askFor(user.email);
    await linkFor(user.email, 2);
    expect((await reset({ code, email: user.email })).status).toBe(200);
  });

  test('rejects another address, known or not, and a wrong code', async () => {
    const other = await newUser();
    const { user, code } = await userWithLink();
    for (const email of [other.email, 'nobody@test.example']) {
      expect(await reset({ code, email })).toMatchObject({ status: 400, body: { message: 'Invalid email' } });
      expect(await reset({ code: 'x'.repeat(43), email })).toMatchObject(invalidCode);
    }
    expect((await reset({ code, email: user.email.toUpperCase() })).status).toBe(200);
  });

  test('rejects users who can no longer sign in or whose address has changed', async () => {
    const { user, code } = await userWithLink();
    const users = app.database.db.updateTable('users').where('id', '=', user.id);
    await users.set({ status: 0 }).execute();
    expect(await reset({ code, email: user.email })).toMatchObject(invalidCode);
    await users.set({ status: 1, email: `moved-${user.email}` }).execute();
    expect(await reset({ code, email: user.email })).toMatchObject(invalidCode);
    expect(await reset({ code, email: `moved-${user.email}` })).toMatchObject({ status: 400 });
  });

  test('rejects an easily guessed password and keeps the link valid', async () => {
    const { user, code } = await userWithLink();
    for (const [weak, reason] of [
      ['short', 'Password must be at least 6 characters long'],
      ['x'.repeat(129), 'Password must be at most 128 characters long'],
      ['Password123', 'Too common. Choose another.'],
      [user.email, 'Password must not be your email address'],
    ] as const) {
      const answer = await reset({ code, email: user.email, password: weak });
      expect(answer).toMatchObject({ status: 400, body: { message: reason, details: [{ path: 'password' }] } });
    }
    expect((await reset({ code, email: user.email })).status).toBe(200);
  });

  test('allows ten wrong codes in 15 minutes per network address without locking out the owner', async () => {
    const { user, code } = await userWithLink();
    const address = freshAddress();
    for (let guess = 0; guess < 10; guess += 1) {
      expect(await reset({ code: `guess-${guess}`, email: user.email }, address)).toMatchObject(invalidCode);
    }
    const refused = await reset({ code, email: user.email }, address);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe(String(15 * 60));
    expect((await reset({ code, email: user.email })).status).toBe(200);
  });
});
