import { beginSignIn } from '@portal/contract/auth';
import { afterAll, expect, test } from 'vitest';
import { startTestApp } from '../testing/app.ts';
import { startTestInbox } from '../testing/mail.ts';
import { startScriptedSmtp } from '../testing/scripted-smtp.ts';
import { createLogger } from './log.ts';

// A mail server without TLS, also reached by an address of this machine that is not obviously local.
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

/** Status of a sign-in attempt with a portal that sends its mail by this server; it closes after `waitForCode`. */
async function signInBy(
  smtpUrl: string,
  waitForCode: (email: string) => Promise<unknown> = async () => undefined,
): Promise<number> {
  const app = await startTestApp({ log, config: { smtpUrl } });
  try {
    const { email } = await app.createUser({ role: 'member', password });
    const { status } = await app.call(beginSignIn, { body: { email, password } });
    if (status === 200) await waitForCode(email);
    return status;
  } finally {
    await app.close();
  }
}

test.each([
  ['on this machine', inbox.smtpUrl],
  ['on this machine, by its name', inbox.smtpUrl.replace('127.0.0.1', 'localhost')],
  ['elsewhere, where its address asks for it', `${elsewhere}?requireTLS=false`],
])('sends mail without TLS to a server %s', async (_where, smtpUrl) => {
  expect(await signInBy(smtpUrl, inbox.codeFor)).toBe(200);
});

test('refuses other servers without TLS, so that no code is sent in plain text, and logs the reason', async () => {
  const smtp = await startScriptedSmtp();
  try {
    logged = '';
    const status = await signInBy(smtp.url.replace('127.0.0.1', '0.0.0.0'));
    expect({ status, commands: smtp.commands }).toEqual({ status: 503, commands: ['EHLO', 'STARTTLS'] });
    expect(logged).toContain('the mail server cannot be used');
    expect(logged).toContain('"code":"ETLS"');
    expect(logged).not.toContain('password');
  } finally {
    await smtp.close();
  }
});
