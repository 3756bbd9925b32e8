import { initiateLogin } from '@portal/contract/auth';
import { afterAll, expect, test } from 'vitest';
import { startTestApp } from '../testing/app.ts';
import { startTestInbox } from '../testing/mail.ts';
import { createLogger } from './log.ts';

// A mail server that knows no TLS, also by an address of this machine that does not say so.
const inbox = await startTestInbox();
afterAll(() => inbox.stop());
const elsewhere = inbox.smtpUrl.replace('127.0.0.1', '0.0.0.0');
const password = 'correct horse battery';
let logged = '';
const log = createLogger('warn', {
  write: (line) => {
    logged += line;
  },
});

/** The status of a sign-in; where it is a good one, its code has arrived. */
async function signInBy(smtpUrl: string): Promise<number> {
  const app = await startTestApp({ log, config: { smtpUrl } });
  try {
    const { email } = await app.createUser({ role: 'member', password });
    const { status } = await app.call(initiateLogin, { body: { email, password } });
    if (status === 200) await inbox.codeFor(email);
    return status;
  } finally {
    await app.close();
  }
}

test.each([
  ['on this machine', inbox.smtpUrl],
  ['on this machine, by its name', inbox.smtpUrl.replace('127.0.0.1', 'localhost')],
  ['elsewhere, where its address asks for it', `${elsewhere}?requireTLS=false`],
])('mail goes without TLS to a server %s', async (_where, smtpUrl) => {
  expect(await signInBy(smtpUrl)).toBe(200);
});

// Last: MailDev does not survive being asked for what it does not know.
test('and not to any other: no code goes over a network in the clear, and the log says why', async () => {
  logged = '';
  expect(await signInBy(elsewhere.replace('//', '//portal:hidden@'))).toBe(503);
  expect(logged).toContain('the mail server cannot be used');
  expect(logged).toContain('"code":"');
  expect(logged).not.toContain('hidden');
});
