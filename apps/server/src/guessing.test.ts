import { randomBytes } from 'node:crypto';
import * as contract from '@portal/contract/auth';
import type { EndpointDefinition } from '@portal/contract/endpoint';
import { inviteUser, validateInvitation } from '@portal/contract/invitations';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { hourMs, minuteMs } from './platform/clock.ts';
import { startTestApp } from './testing/app.ts';
import { startTestInbox } from './testing/mail.ts';
import { addressHeader, beginSignIn, finishSignIn, freshAddress, wrongCode } from './testing/sign-in.ts';

/** An attacker guesses from any number of network addresses, for any time; the owner can still sign in. */
const inbox = await startTestInbox();
const app = await startTestApp({ config: { smtpUrl: inbox.smtpUrl, trustProxy: 1 } });
afterAll(async () => {
  await app.close();
  await inbox.stop();
});
// Separates the rate limits of the tests.
beforeEach(() => app.clock.advance(48 * hourMs));

const password = 'correct horse battery';
const token = () => randomBytes(32).toString('base64url');
const secretIn = (text: string, name: string) => new RegExp(`${name}=([^&\\s]+)`).exec(text)?.[1] ?? '';

function from<E extends EndpointDefinition>(
  address: string,
  endpoint: E,
  body: unknown,
  params?: Record<string, unknown>,
) {
  return app.call<EndpointDefinition>(endpoint, {
    ...(body === undefined ? {} : { body }),
    ...(params === undefined ? {} : { params }),
    headers: addressHeader(address),
  });
}

test('one-time codes: an attacker with the password gets too few attempts a day, and the owner can sign in afterwards', async () => {
  const user = await app.createUser({ role: 'member', password });
  let tried = 0;
  let mails = 0;
  for (let minute = 0; minute < 24 * 60; minute += 30) {
    app.clock.advance(30 * minuteMs);
    const here = freshAddress();
    if ((await beginSignIn(app, user.email, password, here)).status !== 200) continue;
    mails += 1;
    const code = await inbox.codeFor(user.email, mails);
    // As many attempts as each code allows, from known and unknown networks: each could be a hit.
    for (let guess = 0; guess < 5; guess += 1) {
      for (const from of [here, freshAddress()]) {
        if ((await finishSignIn(app, user.email, wrongCode(code), from)).status === 400) tried += 1;
      }
    }
  }
  expect(tried).toBeGreaterThan(0);
  // Each guess has a chance of one in a million: below one in ten thousand a day.
  expect(tried).toBeLessThan(100);

  app.clock.advance(24 * hourMs);
  expect((await beginSignIn(app, user.email, password)).status).toBe(200);
  const code = await inbox.codeFor(user.email, mails + 1);
  expect((await finishSignIn(app, user.email, code)).status).toBe(200);
});

test('passwords: increasing delays for the account, after which the right password works', async () => {
  const user = await app.createUser({ role: 'member', password });
  let tried = 0;
  for (let minute = 0; minute < 4 * 60; minute += 2) {
    app.clock.advance(2 * minuteMs);
    if ((await beginSignIn(app, user.email, `guess ${minute}`)).status === 400) tried += 1;
  }
  // Of thirty an hour about ten remain, because failures older than an hour do not count.
  expect(tried).toBeLessThan(50);
  app.clock.advance(15 * minuteMs);
  expect((await beginSignIn(app, user.email, password)).status).toBe(200);
});

test('reset links: ten attempts per network address, all wrong, while the mailed link still works', async () => {
  const user = await app.createUser({ role: 'member', password });
  const owner = freshAddress();
  await from(owner, contract.forgotPassword, { email: user.email });
  const code = secretIn((await inbox.mailsTo(user.email))[0]?.text ?? '', 'code');
  const guess = (address: string) =>
    from(address, contract.resetPassword, { code: token(), email: user.email, password: 'another long one 7' });
  for (const address of [freshAddress(), freshAddress(), freshAddress()]) {
    const statuses = [];
    for (let number = 0; number < 12; number += 1) statuses.push((await guess(address)).status);
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
  }
  const used = await from(owner, contract.resetPassword, { code, email: user.email, password: 'another long one 7' });
  expect(used.status).toBe(200);
  expect((await beginSignIn(app, user.email, 'another long one 7')).status).toBe(200);
});

test('invitation links: the same limits for viewing and accepting', async () => {
  const admin = await app.signIn('admin');
  const group = await app.database.db.selectFrom('groups').select('id').where('type', '=', 'member').executeTakeFirst();
  const email = 'invited@test.example';
  await app.call(inviteUser, { token: admin.token, body: { email, fullName: 'Invited', groupId: group?.id } });
  const mailed = decodeURIComponent(secretIn((await inbox.mailsTo(email))[0]?.text ?? '', 'token'));
  for (const address of [freshAddress(), freshAddress()]) {
    const statuses = [];
    for (let number = 0; number < 6; number += 1) {
      const looked = await from(address, validateInvitation, undefined, { token: token() });
      expect(looked.status === 200 ? looked.body : { valid: false }).toEqual({ valid: false });
      const accepted = await from(address, contract.completeInvitation, { token: token(), email, password });
      statuses.push(looked.status, accepted.status);
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  }
  const owner = freshAddress();
  expect((await from(owner, validateInvitation, undefined, { token: mailed })).body).toMatchObject({
    valid: true,
    email,
  });
  expect((await from(owner, contract.completeInvitation, { token: mailed, email, password })).status).toBe(200);
  expect((await beginSignIn(app, email, password)).status).toBe(200);
});

test('access tokens: each guess is rejected, and existing sessions continue', async () => {
  const user = await app.signIn('member');
  const answers = new Set<string>();
  for (let number = 0; number < 200; number += 1) {
    const { status, body } = await app.call(contract.validateToken, { token: token() });
    answers.add(JSON.stringify({ status, body }));
  }
  expect([...answers].map((answer) => JSON.parse(answer).status)).toEqual([401]);
  expect((await app.call(contract.validateToken, { token: user.token })).status).toBe(200);
});

test('addresses: no response reveals which addresses are known', async () => {
  const known = await app.createUser({ role: 'member', password });
  const admin = await app.signIn('admin');
  const group = await app.database.db.selectFrom('groups').select('id').where('type', '=', 'member').executeTakeFirst();
  const pending = 'pending@test.example';
  await app.call(inviteUser, { token: admin.token, body: { email: pending, fullName: 'P', groupId: group?.id } });
  const ask = async (email: string) => {
    const answers = [
      await from(freshAddress(), contract.beginSignIn, { email, password: 'wrong' }),
      await from(freshAddress(), contract.forgotPassword, { email }),
      await from(freshAddress(), contract.resetPassword, { code: 'wrong', email, password: 'another long one 7' }),
      await from(freshAddress(), contract.completeInvitation, {
        token: 'wrong',
        email,
        password: 'another long one 7',
      }),
      await finishSignIn(app, email, '123456'),
    ];
    return answers.map(({ status, body }) => ({ status, body }));
  };
  const unknown = await ask('nobody@test.example');
  expect(await ask(known.email)).toEqual(unknown);
  expect(await ask(pending)).toEqual(unknown);
});
