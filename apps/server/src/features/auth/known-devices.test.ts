import { forgotPassword, resetPassword } from '@portal/contract/auth';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { hourMs, minuteMs } from '../../platform/clock.ts';
import { startTestApp } from '../../testing/app.ts';
import { startTestInbox } from '../../testing/mail.ts';
import { addressHeader, beginSignIn, cookieOf, finishSignIn, freshAddress, wrongCode } from '../../testing/sign-in.ts';

const inbox = await startTestInbox();
const publicUrl = 'https://portal.test.example';
const app = await startTestApp({ config: { smtpUrl: inbox.smtpUrl, trustProxy: 1, publicUrl } });
afterAll(async () => {
  await app.close();
  await inbox.stop();
});
beforeEach(() => app.clock.advance(48 * hourMs));

const password = 'correct horse battery';
const strangers = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4'];

/** One round of a stranger's guesses from each of four addresses. */
async function attack(email: string): Promise<void> {
  for (const address of strangers) await beginSignIn(app, email, 'a guess', address);
}

const codeMails = async (email: string) =>
  (await inbox.mailsTo(email, 0)).filter(({ subject }) => subject.includes('authentication code'));

/** Signs in through both steps and returns the response to the second one. */
async function signIn(email: string, { address = freshAddress(), cookie = '' } = {}) {
  const before = (await codeMails(email)).length;
  expect((await beginSignIn(app, email, password, address, cookie)).status).toBe(200);
  await expect.poll(async () => (await codeMails(email)).length).toBe(before + 1);
  const code = /\b\d{6}\b/.exec((await codeMails(email)).at(-1)?.text ?? '')?.[0] ?? '';
  return finishSignIn(app, email, code, address, cookie);
}

/** An account and the cookie of a device that has signed in to it. */
async function ownerWithDevice() {
  const { email } = await app.createUser({ role: 'member', password });
  const answer = await signIn(email);
  return { email, cookie: cookieOf(answer), header: answer.headers.get('set-cookie') ?? '' };
}

describe('a stranger who guesses from four addresses', () => {
  test('delays unknown devices but never the owner on a known device', async () => {
    const { email, cookie } = await ownerWithDevice();
    const unknown: number[] = [];
    const known: number[] = [];
    for (let round = 0; round < 20; round += 1) {
      app.clock.advance(4 * minuteMs);
      await attack(email);
      known.push((await beginSignIn(app, email, password, freshAddress(), cookie)).status);
      if (round % 8 === 7) unknown.push((await beginSignIn(app, email, password)).status);
    }
    expect(unknown).toContain(429);
    expect(known).toEqual(Array(20).fill(200));
  });

  test('does not delay a user who has just reset the password', async () => {
    const { email } = await app.createUser({ role: 'member', password });
    const from = addressHeader(freshAddress());
    for (let round = 0; round < 4; round += 1) await attack(email);
    expect((await beginSignIn(app, email, password)).status).toBe(429);
    await app.call(forgotPassword, { body: { email }, headers: from });
    const code = /code=([\w-]{43})/.exec((await inbox.mailsTo(email))[0]?.text ?? '')?.[1];
    const reset = await app.call(resetPassword, { body: { code, email, password }, headers: from });
    expect(reset.status).toBe(200);
    for (let round = 0; round < 8; round += 1) await attack(email);
    expect((await beginSignIn(app, email, password)).status).toBe(429);
    expect((await signIn(email, { cookie: cookieOf(reset) })).status).toBe(200);
  });

  test("does not use up the owner's tries when both share a network address", async () => {
    const { email, cookie } = await ownerWithDevice();
    const address = freshAddress();
    for (let number = 0; number < 11; number += 1) {
      await beginSignIn(app, `nobody-${number}@test.example`, password, address);
      await finishSignIn(app, `nobody-${number}@test.example`, '123456', address);
      await app.call(forgotPassword, { body: { email }, headers: addressHeader(address) });
    }
    expect((await beginSignIn(app, email, password, address)).status).toBe(429);
    const headers = { ...addressHeader(address), cookie };
    expect((await app.call(forgotPassword, { body: { email }, headers })).status).toBe(200);
    expect((await signIn(email, { address, cookie })).status).toBe(200);
  });

  test('uses up neither the codes nor the tries of a known device, even with the right password', async () => {
    const { email, cookie } = await ownerWithDevice();
    expect((await beginSignIn(app, email, password, freshAddress(), cookie)).status).toBe(200);
    const code = await inbox.codeFor(email, 2);
    const statuses = [];
    for (const address of [...strangers, ...strangers]) {
      statuses.push((await beginSignIn(app, email, password, address)).status);
      for (let tries = 0; tries < 6; tries += 1) await finishSignIn(app, email, wrongCode(code), address);
    }
    expect(statuses).toContain(429);
    // The owner's code was not replaced, and it works only on the owner's device.
    expect((await finishSignIn(app, email, code)).status).toBe(400);
    expect((await finishSignIn(app, email, code, freshAddress(), cookie)).status).toBe(200);
  });
});

describe('a known device', () => {
  test('has its own counter: a stolen cookie delays neither other devices nor strangers', async () => {
    const { email, cookie } = await ownerWithDevice();
    const other = cookieOf(await signIn(email));
    for (let number = 0; number < 5; number += 1) {
      expect((await beginSignIn(app, email, 'a guess', freshAddress(), cookie)).status).toBe(400);
    }
    expect((await beginSignIn(app, email, password, freshAddress(), cookie)).status).toBe(429);
    expect((await beginSignIn(app, email, password, freshAddress(), other)).status).toBe(200);
    expect((await beginSignIn(app, email, password)).status).toBe(200);
  });

  test('has a cookie that is hidden from scripts and other sites and contains no address', async () => {
    const { email, header, cookie } = await ownerWithDevice();
    const [pair, ...attributes] = header.split('; ');
    expect(pair).toMatch(/^__Secure-device=[\w-]{64}$/);
    expect(attributes).toEqual(['Path=/api/auth', 'Max-Age=34560000', 'HttpOnly', 'SameSite=Strict', 'Secure']);
    const value = cookie.slice(cookie.indexOf('=') + 1);
    expect(Buffer.from(value, 'base64url').toString('latin1')).not.toContain(email.split('@')[0]);
  });

  test('is remembered for its latest eight accounts', async () => {
    const owners = [];
    let cookie = '';
    for (let number = 0; number < 9; number += 1) {
      const { email } = await app.createUser({ role: 'member', password });
      cookie = cookieOf(await signIn(email, { cookie }));
      owners.push(email);
    }
    const statuses = [];
    for (const email of owners) {
      for (let round = 0; round < 3; round += 1) await attack(email);
      statuses.push((await beginSignIn(app, email, password, freshAddress(), cookie)).status);
      app.clock.advance(15 * minuteMs);
    }
    expect(statuses).toEqual([429, ...Array(8).fill(200)]);
  });

  test.each<[string, (cookie: string) => string]>([
    ['of another account', () => ''],
    ['with another signature', (cookie) => `${cookie.slice(0, -4)}AAAA`],
    ['that is cut', (cookie) => cookie.slice(0, -20)],
    ['without a value', (cookie) => `${cookie.split('=')[0]}=`],
  ])('is not recognized by a cookie %s', async (_, forge) => {
    const [{ email, cookie }, another] = [await ownerWithDevice(), await ownerWithDevice()];
    for (let round = 0; round < 3; round += 1) await attack(email);
    const forged = forge(cookie) || another.cookie;
    expect((await beginSignIn(app, email, password, freshAddress(), forged)).status).toBe(429);
    expect((await beginSignIn(app, email, password, freshAddress(), cookie)).status).toBe(200);
  });
});
