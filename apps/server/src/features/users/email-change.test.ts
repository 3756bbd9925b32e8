import { confirmEmail, forgotPassword, getProfile } from '@portal/contract/auth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hourMs } from '../../platform/clock.ts';
import { type SignedIn, startTestApp } from '../../testing/app.ts';
import { startTestInbox } from '../../testing/mail.ts';
import { addressHeader, beginSignIn, freshAddress } from '../../testing/sign-in.ts';
import { change, findListed, linesAbout } from './testing/people.ts';

const inbox = await startTestInbox();
const publicUrl = 'https://portal.test.example';
const sessionLimits = { idleMs: 1e5 * hourMs, absoluteMs: 1e5 * hourMs };
const app = await startTestApp({ config: { smtpUrl: inbox.smtpUrl, trustProxy: 1, publicUrl, sessionLimits } });
afterAll(async () => {
  await app.close();
  await inbox.stop();
});
const { db } = app.database;

const password = 'correct horse battery';
let companyAdmin: SignedIn;
beforeAll(async () => {
  companyAdmin = await app.signIn('customer_admin', { fullName: 'Carla', email: 'carla@test.example' });
});
beforeEach(() => app.clock.advance(hourMs));

const newUser = () => app.signIn('customer_member', { password, fullName: 'Moe' });
const pendingOf = async (id: string) => (await findListed(app, companyAdmin.token, id))?.pendingEmail;
const confirm = (given: { code: string; email: string }, address = freshAddress()) =>
  app.call(confirmEmail, { body: given, headers: addressHeader(address) });

/** Latest confirmation link mailed to an address, after waiting for this number of mails. */
async function linkTo(email: string, count = 1): Promise<{ code: string; email: string }> {
  const mail = (await inbox.mailsTo(email, count)).at(-1);
  const { origin, pathname, searchParams } = new URL(/https:\S+confirm-email\S+/.exec(mail?.text ?? '')?.[0] ?? 'none');
  expect([origin, pathname]).toEqual([publicUrl, '/confirm-email']);
  return { code: searchParams.get('code') ?? '', email: searchParams.get('email') ?? '' };
}

async function changedUser() {
  const user = await newUser();
  const email = `new-${user.email}`;
  const answer = await change(app, companyAdmin.token, user.id, { email });
  expect(answer.body).toMatchObject({ email: user.email, pendingEmail: email });
  return { user, email };
}

describe("an active user's new address", () => {
  test('is announced to the old address at once and cannot be used before it is confirmed', async () => {
    const { user, email } = await changedUser();
    const [notice] = await inbox.mailsTo(user.email);
    expect(notice?.subject).toBe('Your Order Portal email address is about to change');
    for (const text of ['“Carla” (carla@test.example)', email, user.email]) expect(notice?.text).toContain(text);
    const headers = addressHeader(freshAddress());
    expect((await beginSignIn(app, email, password)).status).toBe(400);
    await app.call(forgotPassword, { body: { email }, headers });
    await app.call(forgotPassword, { body: { email: user.email }, headers });
    // The reset link went only to the old address; the new one received only the confirmation.
    expect((await inbox.mailsTo(user.email, 2))[1]?.subject).toBe('Reset your Order Portal password');
    expect((await inbox.mailsTo(email)).map(({ subject }) => subject)).toEqual([
      'Confirm your email address for Order Portal',
    ]);
    expect((await beginSignIn(app, user.email, password)).status).toBe(200);
    expect((await linesAbout(db, user.id, 'user-updated')).map(({ content }) => content)).toEqual([
      `Carla updated Moe: email will be ${email} once it is confirmed`,
    ]);
  });

  test('replaces the old one when its link is confirmed, and only once', async () => {
    const { user, email } = await changedUser();
    const link = await linkTo(email);
    expect(await confirm(link)).toMatchObject({
      status: 200,
      body: { message: 'Email address confirmed successfully' },
    });
    expect(await findListed(app, companyAdmin.token, user.id)).toMatchObject({ email });
    expect(await pendingOf(user.id)).toBeUndefined();
    expect((await beginSignIn(app, user.email, password)).status).toBe(400);
    expect((await beginSignIn(app, email, password)).status).toBe(200);
    expect((await app.call(getProfile, { token: user.token })).body.email).toBe(email);
    expect((await linesAbout(db, user.id, 'user-updated')).map(({ content }) => content)).toContain(
      `Moe confirmed the email address ${email}`,
    );
    expect(await confirm(link)).toMatchObject({ status: 400, body: { message: 'Invalid or expired link' } });
  });

  test('stays pending through other edits and is dropped when the caller clears it', async () => {
    const { user, email } = await changedUser();
    await change(app, companyAdmin.token, user.id, { fullName: 'Moses' });
    expect(await pendingOf(user.id)).toBe(email);
    const dropped = await change(app, companyAdmin.token, user.id, { pendingEmail: '' });
    expect([dropped.status, dropped.body.pendingEmail]).toEqual([200, undefined]);
    expect((await confirm(await linkTo(email))).status).toBe(400);
  });

  test('is dropped when it expires after 24 hours', async () => {
    const { user, email } = await changedUser();
    const link = await linkTo(email);
    app.clock.advance(24 * hourMs);
    expect((await confirm(link)).status).toBe(400);
    expect(await pendingOf(user.id)).toBeUndefined();
    expect((await findListed(app, companyAdmin.token, user.id))?.email).toBe(user.email);
  });

  test('is replaced by another change, and then only the new link works', async () => {
    const { user, email } = await changedUser();
    const earlier = await linkTo(email);
    const later = `newer-${user.email}`;
    await change(app, companyAdmin.token, user.id, { email: later });
    expect((await confirm(earlier)).status).toBe(400);
    expect((await confirm({ ...(await linkTo(later)), email })).status).toBe(400);
    expect((await confirm(await linkTo(later))).status).toBe(200);
    expect((await findListed(app, companyAdmin.token, user.id))?.email).toBe(later);
  });

  test('belongs to the first user who confirms it', async () => {
    const [one, other] = [await newUser(), await newUser()];
    const email = `wanted-${one.email}`;
    for (const { id } of [one, other]) await change(app, companyAdmin.token, id, { email });
    const codes = (await inbox.mailsTo(email, 2)).map(({ text }) => /code=([\w-]+)/.exec(text)?.[1] ?? '');
    const answers = await Promise.all(codes.map((code) => confirm({ code, email })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });
});

test('wrong confirmation codes are limited per network address', async () => {
  const address = freshAddress();
  const statuses = [];
  for (let number = 0; number < 12; number += 1) {
    statuses.push((await confirm({ code: `wrong ${number}`, email: 'nobody@test.example' }, address)).status);
  }
  expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
});
