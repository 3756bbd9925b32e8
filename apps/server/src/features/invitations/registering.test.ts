import * as contract from '@portal/contract/auth';
import type { Role } from '@portal/contract/permissions';
import { afterAll, describe, expect, test } from 'vitest';
import { beginSignIn, finishSignIn } from '../../testing/sign-in.ts';
import { newEmail, password, startInvitationApp } from './testing/invitation-app.ts';

const setting = await startInvitationApp();
const { app, inbox, db, admin, person, groupId } = setting;
afterAll(setting.close);

const register = (body: unknown, token?: string) =>
  app.call(contract.register, { body, ...(token === undefined ? {} : { token }) });

describe('registering an active user', () => {
  test('lets the user sign in at once', async () => {
    const body = { ...person(), password };
    const answer = await register(body, admin.token);
    expect(answer).toMatchObject({ status: 201 });
    expect(answer.body).toEqual({ id: expect.any(String), message: 'User registered successfully' });
    expect((await beginSignIn(app, body.email, password)).status).toBe(200);
    const signedIn = await finishSignIn(app, body.email, await inbox.codeFor(body.email));
    const profile = await app.call(contract.getProfile, { token: signedIn.body.access_token });
    expect(profile.body).toMatchObject({
      id: answer.body.id,
      email: body.email,
      fullName: 'Bob Builder',
      groups: ['customer_member'],
      customerNetsuiteId: '1',
    });
    expect((await setting.linesAbout(answer.body.id))[0]).toMatchObject({
      action: 'user-created',
      content: `Ada Lovelace created ${body.email} as Customer member of ACME`,
      actor_id: admin.id,
      subject_name: 'Bob Builder',
      subject_customer_id: '1',
    });
  });

  test('works for staff', async () => {
    for (const [role, label] of [
      ['admin', 'Administrator'],
      ['member', 'Member'],
    ] as const) {
      const body = { ...person({ groupId: groupId(role), customerNetsuiteId: undefined }), password };
      const { body: made } = await register(body, admin.token);
      expect((await setting.linesAbout(made.id))[0]?.content).toBe(`Ada Lovelace created ${body.email} as ${label}`);
    }
  });

  test.each<[Role | null, number]>([
    ['member', 403],
    ['customer_admin', 403],
    ['customer_member', 403],
    ['customer_guest', 403],
    [null, 403],
  ])('rejects %s', async (role, status) => {
    const { token } = await app.signIn(role);
    expect((await register({ ...person(), password }, token)).status).toBe(status);
    expect((await register({ ...person(), password })).status).toBe(401);
  });

  test.each<[object, string]>([
    [{ email: 'x@' }, 'email'],
    [{ fullName: '' }, 'fullName'],
    [{ groupId: '00000000-0000-4000-8000-000000000000' }, 'groupId'],
    [{ customerNetsuiteId: '99' }, 'customerNetsuiteId'],
    [{ customerNetsuiteId: undefined }, 'customerNetsuiteId'],
    [{ password: 'short' }, 'password'],
    [{ password: 'password1' }, 'password'],
  ])('rejects %j and names the field', async (more, path) => {
    const answer = await register({ ...person(), password, ...more }, admin.token);
    expect([answer.status, answer.body.details]).toMatchObject([400, [{ path }]]);
  });

  test('accepts an end date only for guests', async () => {
    const expiresAt = new Date(app.clock.now().getTime() + 86_400_000).toISOString();
    const guest = { ...person({ groupId: groupId('customer_guest') }), password, expiresAt };
    const { body } = await register(guest, admin.token);
    const made = await db.selectFrom('users').select('expires_at').where('id', '=', body.id).executeTakeFirstOrThrow();
    expect(new Date(made.expires_at ?? '')).toEqual(new Date(expiresAt));
    const refused = await register({ ...person(), password, expiresAt }, admin.token);
    expect([refused.status, refused.body.details]).toMatchObject([400, [{ path: 'expiresAt' }]]);
  });

  test('accepts a password of six characters', async () => {
    expect((await register({ ...person(), password: 'k9#vQz' }, admin.token)).status).toBe(201);
  });

  test('rejects an address of an active or invited user, and concurrent duplicates', async () => {
    const inUse = { status: 409, body: { message: 'This email address is already in use.' } };
    const active = await app.createUser({ role: 'member' });
    const pending = await setting.invited();
    for (const { email } of [active, pending]) {
      expect(await register({ ...person({ email }), password }, admin.token)).toMatchObject(inUse);
    }
    const body = { ...person({ email: newEmail() }), password };
    const answers = await Promise.all(Array.from({ length: 5 }, () => register(body, admin.token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    expect(await db.selectFrom('users').select('id').where('email', '=', body.email).execute()).toHaveLength(1);
  });
});
