import { beginSignIn, forgotPassword } from '@portal/contract/auth';
import { afterAll, describe, expect, test } from 'vitest';
import { findFreePort } from '../../../../tools/free-port.ts';
import { minuteMs, secondMs } from '../platform/clock.ts';
import { deriveKey } from '../platform/crypto.ts';
import { startTestApp } from '../testing/app.ts';
import { startTestInbox } from '../testing/mail.ts';
import { createOutbox } from './send-mail.ts';

const ports = { smtpPort: await findFreePort(), inboxPort: await findFreePort() };
const app = await startTestApp({ config: { smtpUrl: `smtp://127.0.0.1:${ports.smtpPort}` } });
afterAll(() => app.close());

const { queue } = app.portal.dependencies;
const outbox = createOutbox(queue, deriveKey(app.portal.dependencies.config.serverKey, 'queued mail'));
const mailTo = (to: string) => ({ kind: 'one-time-code' as const, to, name: null, code: '123456', minutes: 5 });
const password = 'correct horse battery';

describe('while the SMTP server is unavailable', () => {
  test('sign-in returns the same error for known and unknown addresses and for right and wrong passwords', async () => {
    const { email } = await app.createUser({ role: 'member', password });
    const answers = [
      await app.call(beginSignIn, { body: { email, password } }),
      await app.call(beginSignIn, { body: { email, password: 'wrong' } }),
      await app.call(beginSignIn, { body: { email: 'nobody@test.example', password } }),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(503);
      expect(answer.body).toEqual(answers[0]?.body);
      expect(answer.body.message).toContain('cannot be emailed at the moment');
      expect(answer.headers.get('retry-after')).toBe('5');
    }
    const attempts = await app.database.db.selectFrom('sign_in_attempts').selectAll().execute();
    expect(attempts).toEqual([]);
  });

  test('requesting a reset link returns the same error for known and unknown addresses', async () => {
    const { email } = await app.createUser({ role: 'member', password });
    const answers = [
      await app.call(forgotPassword, { body: { email } }),
      await app.call(forgotPassword, { body: { email: 'nobody@test.example' } }),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(503);
      expect(answer.body).toEqual(answers[0]?.body);
      expect(answer.body.message).toContain('cannot be emailed at the moment');
    }
  });

  test('queued mail is delivered and sign-in works once the server is available again', async () => {
    await outbox.post(app.database.db, mailTo('patient@test.example'));
    await outbox.post(app.database.db, mailTo('late@test.example'), new Date(app.clock.now().getTime() + minuteMs));
    const retried = async () =>
      (await app.database.pool.query("select 1 from pgboss.job where name = 'send-mail' and state = 'retry'"))
        .rowCount === 2;
    await expect.poll(retried).toBe(true);
    app.clock.advance(2 * minuteMs);

    const inbox = await startTestInbox(ports);
    try {
      expect(await inbox.mailsTo('patient@test.example')).toHaveLength(1);
      const { email } = await app.createUser({ role: 'member', password });
      expect((await app.call(beginSignIn, { body: { email, password } })).status).toBe(200);
      expect(await inbox.codeFor(email)).toMatch(/^\d{6}$/);
      const open = async () =>
        (await app.database.pool.query("select 1 from pgboss.job where name = 'send-mail' and state <> 'completed'"))
          .rowCount;
      await expect.poll(open).toBe(0);
      const everything = await (await fetch(`${inbox.inboxUrl}/email`)).text();
      expect(everything).not.toContain('late@test.example');
    } finally {
      await inbox.stop();
    }
    app.clock.advance(10 * secondMs);
    const { email } = await app.createUser({ role: 'member', password });
    expect((await app.call(beginSignIn, { body: { email, password } })).status).toBe(503);
  });
});

test('a mail is queued if and only if its transaction commits', async () => {
  const jobs = async () =>
    (await app.database.pool.query("select 1 from pgboss.job where name = 'send-mail'")).rowCount;
  const before = await jobs();
  const failing = app.database.db.transaction().execute(async (transaction) => {
    await outbox.post(transaction, mailTo('never@test.example'));
    throw new Error('the cause fails');
  });
  await expect(failing).rejects.toThrow('the cause fails');
  expect(await jobs()).toBe(before);
});
