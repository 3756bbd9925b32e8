import { hash } from '@node-rs/argon2';
import * as contract from '@portal/contract/auth';
import { deleteUser } from '@portal/contract/users';
import { afterAll, describe, expect, test } from 'vitest';
import { minuteMs } from '../../platform/clock.ts';
import { readEntriesAbout } from '../../testing/activity.ts';
import { startTestApp } from '../../testing/app.ts';
import { startTestInbox } from '../../testing/mail.ts';
import { beginSignIn, finishSignIn, freshAddress, wrongCode } from '../../testing/sign-in.ts';
import { limits } from './limits.ts';

const inbox = await startTestInbox();
const app = await startTestApp({ config: { smtpUrl: inbox.smtpUrl, trustProxy: 1 } });
afterAll(async () => {
  await app.close();
  await inbox.stop();
});

const password = 'correct horse battery';
const newUser = () => app.createUser({ role: 'member', password });

async function userWithCode(begunFrom = freshAddress()) {
  const user = await newUser();
  await beginSignIn(app, user.email, password, begunFrom);
  return { user, code: await inbox.codeFor(user.email) };
}

const activityOf = (subjectId: string) => readEntriesAbout(app.database.db, subjectId);

describe('the first step', () => {
  test('mails a six-digit code as HTML and text, but not in the subject', async () => {
    const user = await newUser();
    const answer = await beginSignIn(app, user.email, password);
    expect(answer).toMatchObject({ status: 200, body: { message: 'Authentication code sent to your email' } });
    const [mail] = await inbox.mailsTo(user.email);
    const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0];
    expect(code).toBeDefined();
    expect(mail?.html).toContain(code);
    expect(mail?.subject).not.toContain(code);
  });

  test('ignores case and surrounding spaces in the address', async () => {
    const user = await newUser();
    const answer = await beginSignIn(app, ` ${user.email.toUpperCase()} `, password);
    expect(answer.status).toBe(200);
  });

  test('responds the same to a wrong password and to users who may not sign in', async () => {
    const known = await newUser();
    const pending = await app.createUser({ role: 'member', password, status: 0 });
    const expired = await app.createUser({
      role: 'member',
      password,
      expiresAt: new Date(app.clock.now().getTime() - 1),
    });
    const invited = await app.createUser({ role: 'member' });
    const answers = await Promise.all([
      beginSignIn(app, known.email, 'wrong'),
      beginSignIn(app, 'nobody@test.example', password),
      beginSignIn(app, pending.email, password),
      beginSignIn(app, expired.email, password),
      beginSignIn(app, invited.email, password),
    ]);
    for (const answer of answers) {
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual({ statusCode: 400, error: 'Bad Request', message: 'Invalid email or password' });
    }
  });

  test.each([
    [{}, 'email'],
    [{ email: 'not an address', password: 'x' }, 'email'],
    [{ email: 'a@b.example', password: '' }, 'password'],
    [{ email: 'a@b.example', password: 'x'.repeat(129) }, 'password'],
    [{ email: ['a@b.example'], password: 'x' }, 'email'],
    [null, 'email'],
  ])('rejects %j and names %s', async (body, path) => {
    const answer = await app.call(contract.beginSignIn, { body });
    expect(answer.status).toBe(400);
    expect(answer.body.details.map((detail: { path: string }) => detail.path)).toContain(path);
  });

  test('treats a null byte in a password as a wrong password', async () => {
    const user = await newUser();
    expect((await beginSignIn(app, user.email, 'a\u0000b')).status).toBe(400);
  });

  test('rehashes a password that has weaker parameters', async () => {
    const user = await newUser();
    const old = await hash(password, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
    await app.database.db.updateTable('users').set({ password_hash: old }).where('id', '=', user.id).execute();
    expect((await beginSignIn(app, user.email, password)).status).toBe(200);
    const stored = await app.database.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', user.id)
      .executeTakeFirst();
    expect(stored?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await beginSignIn(app, user.email, password)).status).toBe(200);
  });

  test('stores no readable code in the database', async () => {
    const { user, code } = await userWithCode();
    const attempts = await app.database.db
      .selectFrom('sign_in_attempts')
      .selectAll()
      .where('user_id', '=', user.id)
      .execute();
    const jobs = await app.database.pool.query('select data::text from pgboss.job');
    expect(attempts).toHaveLength(1);
    expect(jobs.rows.length).toBeGreaterThan(0);
    expect(JSON.stringify([attempts, jobs.rows])).not.toContain(code);
  });
});

describe('the second step', () => {
  test('exchanges the code for a token', async () => {
    const { user, code } = await userWithCode();
    const { status, body } = await finishSignIn(app, user.email, code);
    expect(status).toBe(200);
    expect(body.access_token).toMatch(/^[A-Za-z0-9_-]{86}$/);
    const profile = await app.call(contract.getProfile, { token: body.access_token });
    expect(profile.body.email).toBe(user.email);
  });

  test('stores only the hash of the token', async () => {
    const { user, code } = await userWithCode();
    const { body } = await finishSignIn(app, user.email, code);
    const sessions = await app.database.pool.query('select s::text from sessions s');
    expect(JSON.stringify(sessions.rows)).not.toContain(body.access_token);
  });

  test('accepts a code only once', async () => {
    const { user, code } = await userWithCode();
    const answers = await Promise.all(Array.from({ length: 5 }, () => finishSignIn(app, user.email, code)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.body.message === 'Invalid OTP')).toHaveLength(4);
  });

  test('rejects a code after five minutes', async () => {
    const { user, code } = await userWithCode();
    app.clock.advance(5 * minuteMs);
    expect(await finishSignIn(app, user.email, code)).toMatchObject({ status: 400, body: { message: 'Invalid OTP' } });
  });

  test('replaces the previous code on resend', async () => {
    const { user, code } = await userWithCode();
    await beginSignIn(app, user.email, password);
    const second = await inbox.codeFor(user.email, 2);
    if (second !== code) expect((await finishSignIn(app, user.email, code)).status).toBe(400);
    expect((await finishSignIn(app, user.email, second)).status).toBe(200);
  });

  test('rejects the code of another account', async () => {
    const [first, second] = [await userWithCode(), await userWithCode()];
    if (first.code === second.code) return;
    expect((await finishSignIn(app, first.user.email, second.code)).status).toBe(400);
  });

  test('rejects the right code after five wrong ones and allows a new sign-in', async () => {
    const here = freshAddress();
    const { user, code } = await userWithCode(here);
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await finishSignIn(app, user.email, wrongCode(code), here)).toMatchObject({
        status: 400,
        body: { message: 'Invalid OTP' },
      });
    }
    expect((await finishSignIn(app, user.email, code, here)).status).toBe(400);
    expect((await beginSignIn(app, user.email, password)).status).toBe(200);
    expect((await finishSignIn(app, user.email, await inbox.codeFor(user.email, 2))).status).toBe(200);
  });

  test('counts wrong codes from other networks separately', async () => {
    const here = freshAddress();
    const { user, code } = await userWithCode(here);
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await finishSignIn(app, user.email, wrongCode(code))).status).toBe(400);
    }
    expect(await finishSignIn(app, user.email, code)).toMatchObject({ status: 400, body: { message: 'Invalid OTP' } });
    expect((await finishSignIn(app, user.email, wrongCode(code), here)).status).toBe(400);
    expect((await finishSignIn(app, user.email, code, here)).status).toBe(200);
  });

  test.each(['here', 'elsewhere'])('counts concurrent wrong codes from %s', async (place) => {
    const here = freshAddress();
    const { user, code } = await userWithCode(here);
    const from = () => (place === 'here' ? here : freshAddress());
    const answers = await Promise.all(
      Array.from({ length: 9 }, () => finishSignIn(app, user.email, wrongCode(code), from())),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([400]));
    const attempt = await app.database.db
      .selectFrom('sign_in_attempts')
      .select(['tries_left', 'tries_left_elsewhere'])
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow();
    expect(Object.values(attempt)).toEqual(place === 'here' ? [0, 5] : [5, 0]);
    expect((await finishSignIn(app, user.email, code, from())).status).toBe(400);
  });

  test('responds the same for an unknown address', async () => {
    const known = await newUser();
    const answers = [
      await finishSignIn(app, known.email, '123456'),
      await finishSignIn(app, 'nobody@test.example', '123456'),
    ];
    for (const answer of answers) {
      expect(answer.body).toEqual({ statusCode: 400, error: 'Bad Request', message: 'Invalid OTP' });
    }
  });

  test('rejects a user who was deleted between the steps', async () => {
    const { user, code } = await userWithCode();
    await app.database.db.deleteFrom('users').where('id', '=', user.id).execute();
    expect((await finishSignIn(app, user.email, code)).status).toBe(400);
  });

  test('completes before a deletion of the user that starts meanwhile', async () => {
    const { pool } = app.database;
    const admin = await app.signIn('admin');
    const { user, code } = await userWithCode();
    // Holds the sign-in between the end of its attempt and the start of its session.
    const holder = await pool.connect();
    await holder.query('begin');
    await holder.query('select from rate_limits where key = $1 for update', [
      limits.failedSignInsByEmail(user.email).key,
    ]);
    const waiting = async () =>
      (await pool.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
        .rowCount;
    const signIn = finishSignIn(app, user.email, code);
    await expect.poll(waiting).toBe(1);
    const deletion = app.call(deleteUser, { token: admin.token, params: { id: user.id } });
    await expect.poll(waiting).toBe(2);
    await holder.query('commit');
    holder.release();
    expect([(await signIn).status, (await deletion).status]).toEqual([200, 200]);
  });

  test('rejects an invalid body', async () => {
    const answer = await app.call(contract.finishSignIn, { body: { email: 'a@b.example' } });
    expect(answer).toMatchObject({ status: 400, body: { details: [{ path: 'otp' }] } });
  });
});

test('the activity log contains sign-ins, and shows failed ones only to staff', async () => {
  const { user, code } = await userWithCode();
  await beginSignIn(app, user.email, 'wrong', freshAddress());
  app.clock.advance(1000);
  await finishSignIn(app, user.email, code);
  const lines = await activityOf(user.id);
  expect(lines.map(({ action, administrators_only }) => ({ action, administrators_only }))).toEqual([
    { action: 'sign-in-failed', administrators_only: true },
    { action: 'sign-in', administrators_only: false },
  ]);
  expect(lines[1]).toMatchObject({ actor_id: user.id, actor_name: 'Test member', content: 'Test member signed in' });
});
