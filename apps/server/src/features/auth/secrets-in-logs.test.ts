import * as contract from '@portal/contract/auth';
import { afterAll, expect, test } from 'vitest';
import { createLogger } from '../../platform/log.ts';
import { startTestApp } from '../../testing/app.ts';
import { startTestInbox } from '../../testing/mail.ts';
import { wrongCode } from '../../testing/sign-in.ts';

let lines = '';
const log = createLogger('trace', {
  write: (line) => {
    lines += line;
  },
});
const inbox = await startTestInbox();
const app = await startTestApp({ log, config: { smtpUrl: inbox.smtpUrl } });
afterAll(async () => {
  await app.close();
  await inbox.stop();
});

test('logs no password, code or token, even on errors', async () => {
  const password = 'correct horse battery';
  const { email } = await app.createUser({ role: 'member', password });
  await app.call(contract.beginSignIn, { body: { email, password: 'a wrong password' } });
  await app.call(contract.beginSignIn, { body: { email, password } });
  const otp = await inbox.codeFor(email);
  await app.call(contract.finishSignIn, { body: { email, otp: wrongCode(otp) } });
  const { body } = await app.call(contract.finishSignIn, { body: { email, otp } });
  const token = body.access_token;
  await app.call(contract.getProfile, { token });
  await app.call(contract.forgotPassword, { body: { email } });
  const code = /code=([\w-]{43})/.exec((await inbox.mailsTo(email, 2)).at(-1)?.text ?? '')?.[1] ?? 'no code';
  await app.fetch(`/reset-password?code=${code}`);
  await app.call(contract.resetPassword, { body: { code, email: 'else@test.example', password: 'yet another one' } });
  await app.database.pool.query('alter table users rename to users_away');
  await app.fetch('/api/auth/profile', { headers: { authorization: `Bearer ${token}` } });
  await app.fetch('/api/auth/login/initiate', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  await app.database.pool.query('alter table users_away rename to users');
  expect(lines.match(/"msg":"request failed"/g)).toHaveLength(2);
  expect(lines).toContain('/api/auth/login/verify');
  for (const secret of [password, 'a wrong password', 'yet another one', otp, code, token])
    expect(lines).not.toContain(secret);
});

test('logs a lost connection without the connection details from pg', async () => {
  lines = '';
  // Not those of the job queue: it may still be reconnecting when the test ends, and its client then throws.
  await app.database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
     and pid <> pg_backend_pid() and application_name = 'order-portal'`,
  );
  await expect.poll(() => lines).toContain('database connection lost');
  expect(lines).not.toMatch(/secretKey|connectionParameters/);
});

test('redacts secrets anywhere in a log entry', () => {
  lines = '';
  log.info({ password: 'one', request: { headers: { authorization: 'two' } }, body: { otp: 'three' } }, 'four');
  expect(lines).toContain('four');
  expect(lines).not.toMatch(/one|two|three/);
});
