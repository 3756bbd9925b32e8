import { getProfile } from '@portal/contract/auth';
import { validateInvitation } from '@portal/contract/invitations';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { hourMs, minuteMs } from '../../platform/clock.ts';
import { addressHeader, beginSignIn, finishSignIn, freshAddress } from '../../testing/sign-in.ts';
import { atTheSameMoment } from './testing/at-the-same-moment.ts';
import { newEmail, password, startInvitationApp } from './testing/invitation-app.ts';

const setting = await startInvitationApp();
const { app, inbox, db, groupId, accept, invitedWithToken } = setting;
afterAll(setting.close);
beforeEach(() => app.clock.advance(hourMs));

const validate = (token: string, address = freshAddress()) =>
  app.call(validateInvitation, { params: { token }, headers: addressHeader(address) });
const editUser = (id: string, change: Record<string, string | number | Date>) =>
  db.updateTable('users').set(change).where('id', '=', id).execute();

const invalidLink = { status: 400, body: { message: 'Invalid registration link' } };
const alreadyAccepted = {
  status: 409,
  body: { message: 'This invitation was already accepted. Please sign in.' },
};
const unknown = 'x'.repeat(43);

describe('accepting an invitation', () => {
  test('activates the user with the chosen password and does not sign in', async () => {
    const { id, email, token } = await invitedWithToken();
    expect((await beginSignIn(app, email, password)).status).toBe(400);
    const answer = await accept({ token, email: email.toUpperCase() });
    expect(answer).toMatchObject({ status: 200, body: { message: 'Registration completed successfully' } });
    expect(Object.keys(answer.body)).toEqual(['message']);
    expect(await db.selectFrom('sessions').select('id').where('user_id', '=', id).execute()).toEqual([]);
    expect((await beginSignIn(app, email, password)).status).toBe(200);
    const signedIn = await finishSignIn(app, email, await inbox.codeFor(email, 2));
    const profile = await app.call(getProfile, { token: signedIn.body.access_token });
    expect(profile.body).toMatchObject({ id, email, groups: ['customer_member'], customerNetsuiteId: '1' });
    const kept = await db.selectFrom('invitations').selectAll().where('user_id', '=', id).executeTakeFirstOrThrow();
    expect(kept.accepted_at).not.toBeNull();
    expect((await setting.linesAbout(id)).slice(1, 2)).toMatchObject([
      { action: 'invitation-accepted', content: 'Bob Builder accepted the invitation', actor_id: id },
    ]);
  });

  test("uses the user's current data, including edits since the invitation", async () => {
    const { id, email, token } = await invitedWithToken();
    await editUser(id, { group_id: groupId('customer_guest'), customer_id: '2', full_name: 'Rob' });
    expect((await validate(token)).body).toMatchObject({ valid: true, fullName: 'Rob' });
    expect((await accept({ token, email })).status).toBe(200);
    const user = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(user).toMatchObject({ status: 1, group_id: groupId('customer_guest'), customer_id: '2' });
  });

  test('works once; afterwards only the holder of the link is asked to sign in', async () => {
    const { email, token } = await invitedWithToken();
    expect((await accept({ token, email })).status).toBe(200);
    expect(await accept({ token, email, password: 'another good one' })).toMatchObject(alreadyAccepted);
    expect(await accept({ token, email: newEmail() })).toMatchObject(invalidLink);
    expect(await accept({ token: unknown, email })).toMatchObject(invalidLink);
    expect((await validate(token)).body).toEqual({ valid: false, accepted: true });
    expect((await beginSignIn(app, email, 'another good one')).status).toBe(400);
    app.clock.advance(72 * hourMs);
    expect(await accept({ token, email })).toMatchObject(alreadyAccepted);
  });

  test('works only once for concurrent requests', async () => {
    const { id, email, token } = await invitedWithToken();
    // As many as connections that strangers may hold.
    const calls = [0, 1, 2].map((number) => () => accept({ token, email, password: `a good password ${number}` }));
    const answers = await atTheSameMoment(app, id, calls);
    expect(answers.map(({ status }) => status)).toEqual([200, 409, 409]);
    expect(answers[1]).toMatchObject(alreadyAccepted);
    expect((await beginSignIn(app, email, 'a good password 0')).status).toBe(200);
    const lines = await setting.linesAbout(id);
    expect(lines.filter(({ action }) => action === 'invitation-accepted')).toHaveLength(1);
  });

  test('is possible for 72 hours', async () => {
    const [first, second] = [await invitedWithToken(), await invitedWithToken()];
    app.clock.advance(72 * hourMs - 1);
    expect((await validate(first.token)).body.valid).toBe(true);
    expect((await accept(first)).status).toBe(200);
    app.clock.advance(1);
    expect((await validate(second.token)).body).toEqual({ valid: false });
    expect(await accept(second)).toMatchObject(invalidLink);
  });

  test('returns the same error for a wrong token, another address, an expired link and a deleted user', async () => {
    const [other, gone, expired] = [await invitedWithToken(), await invitedWithToken(), await invitedWithToken()];
    app.clock.advance(71 * hourMs);
    const fresh = await invitedWithToken();
    app.clock.advance(hourMs);
    await db.deleteFrom('users').where('id', '=', gone.id).execute();
    const answers = [
      await accept({ token: unknown, email: fresh.email }),
      await accept({ token: fresh.token, email: other.email }),
      await accept({ token: fresh.token, email: newEmail() }),
      await accept(gone),
      await accept(expired),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject(invalidLink);
      expect(answer.body).toEqual(answers[0]?.body);
    }
    expect((await accept(fresh)).status).toBe(200);
  });

  test('is rejected for a link mailed to an earlier address, whichever address is given', async () => {
    const { id, email, token } = await invitedWithToken();
    const moved = newEmail();
    await editUser(id, { email: moved });
    for (const asked of [email, moved]) expect(await accept({ token, email: asked })).toMatchObject(invalidLink);
    expect((await validate(token)).body).toEqual({ valid: false });
    await editUser(id, { email });
    expect((await accept({ token, email })).status).toBe(200);
  });

  test('is rejected for a guest whose access has ended', async () => {
    const expiresAt = new Date(app.clock.now().getTime() + hourMs).toISOString();
    const guest = await invitedWithToken({ groupId: groupId('customer_guest'), expiresAt });
    expect((await validate(guest.token)).body.valid).toBe(true);
    app.clock.advance(hourMs);
    expect((await validate(guest.token)).body).toEqual({ valid: false });
    expect(await accept(guest)).toMatchObject(invalidLink);
  });

  test.each<[string, string]>([
    ['short', 'Password must be at least 6 characters long'],
    ['x'.repeat(129), 'Password must be at most 128 characters long'],
    ['Password123', 'Too common. Choose another.'],
    ['invited@test.example', 'Password must not be your email address'],
  ])('rejects the password %s and keeps the link valid', async (weak, message) => {
    const email = newEmail();
    const invited = await invitedWithToken({ email });
    const tried = weak === 'invited@test.example' ? email : weak;
    const address = freshAddress();
    for (let time = 0; time < 11; time += 1) {
      const answer = await accept({ ...invited, password: tried }, address);
      expect(answer).toMatchObject({ status: 400, body: { message, details: [{ path: 'password' }] } });
    }
    expect((await accept(invited, address)).status).toBe(200);
  });

  test.each([
    [{ email: undefined }, 'email'],
    [{ token: undefined }, 'token'],
    [{ token: ['a'] }, 'token'],
  ])('rejects %j and names the field', async (more, path) => {
    const given = { token: unknown, email: newEmail(), ...more };
    expect(await accept(given)).toMatchObject({ status: 400, body: { details: [{ path }] } });
  });
});

describe('looking up a link', () => {
  test('returns its user and expiration any number of times', async () => {
    const { email, token } = await invitedWithToken();
    const address = freshAddress();
    for (let time = 0; time < 12; time += 1) {
      const { status, body } = await validate(token, address);
      expect(status).toBe(200);
      expect(body).toEqual({ valid: true, email, fullName: 'Bob Builder', expiresAt: expect.any(String) });
      expect(new Date(body.expiresAt).getTime()).toBe(app.clock.now().getTime() + 72 * hourMs);
    }
    expect((await accept({ token, email }, address)).status).toBe(200);
  });

  test('reveals nothing about an invalid link', async () => {
    expect(await validate(unknown)).toMatchObject({ status: 200, body: { valid: false } });
  });

  test('rejects anything but a token', async () => {
    expect((await validate('x'.repeat(201))).status).toBe(400);
  });
});

test('limits guesses to ten in 15 minutes per network address over both endpoints, without locking out the owner', async () => {
  const invited = await invitedWithToken();
  const address = freshAddress();
  for (let guess = 0; guess < 5; guess += 1) {
    expect(await accept({ token: `guess-${guess}`, email: invited.email }, address)).toMatchObject(invalidLink);
    expect((await validate(`guess-${guess}`, address)).body).toEqual({ valid: false });
  }
  for (const refused of [await accept(invited, address), await validate(invited.token, address)]) {
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe(String(15 * 60));
  }
  expect((await validate(invited.token)).body.valid).toBe(true);
  app.clock.advance(15 * minuteMs);
  expect((await accept(invited, address)).status).toBe(200);
});

test('counts concurrent guesses', async () => {
  const address = freshAddress();
  const answers = await Promise.all(
    Array.from({ length: 25 }, (_, guess) => accept({ token: `guess-${guess}`, email: newEmail() }, address)),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 400)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(15);
});
