import { afterAll, expect, test } from 'vitest';
import { deriveKey } from '../platform/crypto.ts';
import { startTestApp } from '../testing/app.ts';
import { startScriptedSmtp } from '../testing/scripted-smtp.ts';
import { createOutbox } from './send-mail.ts';

const smtp = await startScriptedSmtp();
const app = await startTestApp({ config: { smtpUrl: smtp.url } });
afterAll(async () => {
  await app.close();
  await smtp.close();
});
const { pool, db } = app.database;
const { queue, config } = app.portal.dependencies;
const outbox = createOutbox(queue, deriveKey(config.serverKey, 'queued mail'));

let mails = 0;
/** Queues a mail to a new address while the server rejects it, and waits until the job has run once. */
async function postRefused(answers: Record<string, string>): Promise<{ to: string; state: string }> {
  mails += 1;
  const to = `person-${mails}@test.example`;
  smtp.refuse(answers);
  await outbox.post(db, { kind: 'one-time-code', to, name: null, code: '123456', minutes: 5 });
  await expect.poll(latestState).not.toMatch(/^(created|active)$/);
  return { to, state: await latestState() };
}

async function latestState(): Promise<string> {
  const { rows } = await pool.query<{ state: string }>(
    "select state from pgboss.job where name = 'send-mail' order by created_on desc limit 1",
  );
  return rows[0]?.state ?? '';
}

test.each([
  ['refused credentials', { AUTH: '535 5.7.8 Authentication failed' }],
  ['a missing sign-in', { MAIL: '530 5.7.0 Authentication required' }],
  ['a refused sender', { MAIL: '550 5.1.8 Sender address rejected' }],
  ['a server that relays nothing', { RCPT: '554 5.7.1 Relay access denied' }],
  ['a greylisted recipient', { RCPT: '450 4.7.1 Try again later' }],
  ['a full mailbox', { RCPT: '552 5.2.2 Mailbox full' }],
  ['refused content', { '.': '554 5.6.0 Message refused' }],
  ['a server that is shutting down', { EHLO: '421 4.3.2 Shutting down', HELO: '421 4.3.2 Shutting down' }],
])('retries after %s and delivers the mail once the server accepts it', async (_, answers) => {
  const { to, state } = await postRefused(answers);
  expect(state).toBe('retry');
  smtp.refuse({});
  await pool.query("update pgboss.job set start_after = now() where name = 'send-mail' and state = 'retry'");
  await expect.poll(() => smtp.accepted).toContain(to);
});

test.each([
  ['does not exist', '550 5.1.1 User unknown'],
  ['has a disabled mailbox', '550 5.2.1 Mailbox disabled'],
  ['is refused without an enhanced status code', '550 No such user here'],
  ['has a domain that takes no mail', '556 5.1.10 Recipient address has null MX'],
])('gives up when a recipient %s', async (_, answer) => {
  expect((await postRefused({ RCPT: answer })).state).toBe('completed');
});
