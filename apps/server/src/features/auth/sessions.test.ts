import * as contract from '@portal/contract/auth';
import { afterAll, describe, expect, test } from 'vitest';
import { hourMs, minuteMs } from '../../platform/clock.ts';
import { startTestApp } from '../../testing/app.ts';

const app = await startTestApp();
afterAll(() => app.close());
const { db } = app.database;

const statusFor = async (token: string) => (await app.call(contract.validateToken, { token })).status;

describe('a token', () => {
  test('is valid until its session ends', async () => {
    const { token } = await app.signIn('member');
    expect(await app.call(contract.validateToken, { token })).toMatchObject({ status: 200, body: { valid: true } });
  });

  test.each([
    ['none', undefined],
    ['an invented one', 'Bearer 0123456789012345678901234567890123456789012'],
    ['no token at all', 'Bearer '],
    ['another scheme', 'Basic dXNlcjpwYXNzd29yZA=='],
  ])('returns 401 for %s', async (_, authorization) => {
    const headers = authorization === undefined ? {} : { authorization };
    const answer = await app.call(contract.getProfile, { headers });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  test('expires after eight hours of inactivity and is extended by use', async () => {
    const [idle, busy] = [await app.signIn('member'), await app.signIn('member')];
    for (let hours = 0; hours < 8; hours += 2) {
      app.clock.advance(2 * hourMs);
      expect(await statusFor(busy.token)).toBe(200);
    }
    expect(await statusFor(idle.token)).toBe(401);
  });

  test('expires after twenty-four hours despite use', async () => {
    const { token } = await app.signIn('member');
    for (let hours = 0; hours < 23; hours += 1) {
      app.clock.advance(hourMs);
      expect(await statusFor(token)).toBe(200);
    }
    app.clock.advance(hourMs);
    expect(await statusFor(token)).toBe(401);
  });

  test('records its last use at most once a minute', async () => {
    const user = await app.signIn('member');
    const lastUsed = async () =>
      (await db.selectFrom('sessions').select('last_used_at').where('user_id', '=', user.id).executeTakeFirst())
        ?.last_used_at;
    const first = await lastUsed();
    app.clock.advance(minuteMs - 1);
    await statusFor(user.token);
    expect(await lastUsed()).toBe(first);
    app.clock.advance(1);
    await statusFor(user.token);
    expect(await lastUsed()).not.toBe(first);
  });
});

describe('a change of a user takes effect at the next request', () => {
  test('of the group', async () => {
    const user = await app.signIn('admin');
    await db
      .updateTable('users')
      .set((values) => ({ group_id: values.selectFrom('groups').select('id').where('type', '=', 'customer_guest') }))
      .where('id', '=', user.id)
      .execute();
    const profile = await app.call(contract.getProfile, { token: user.token });
    expect(profile.body.groups).toEqual(['customer_guest']);
  });

  test.each([
    ['deleted', (id: string) => db.deleteFrom('users').where('id', '=', id).execute()],
    ['made pending', (id: string) => db.updateTable('users').set({ status: 0 }).where('id', '=', id).execute()],
    [
      'expired',
      (id: string) => db.updateTable('users').set({ expires_at: app.clock.now() }).where('id', '=', id).execute(),
    ],
  ])('ends the session when the user is %s', async (_, change) => {
    const user = await app.signIn('member');
    await change(user.id);
    expect(await statusFor(user.token)).toBe(401);
  });
});

describe('the profile', () => {
  test('contains the customer', async () => {
    await db.insertInto('customers').values({ id: 4711, company_name: 'Chop-suey Chinese' }).execute();
    const { id, email, token } = await app.signIn('customer_admin', { customerId: '4711', fullName: 'Yang Wang' });
    const { body } = await app.call(contract.getProfile, { token });
    expect(body).toMatchObject({
      id,
      email,
      fullName: 'Yang Wang',
      groups: ['customer_admin'],
      customerNetsuiteId: '4711',
      customerName: 'Chop-suey Chinese',
    });
  });

  test('is available to a user without a group, who can read nothing else', async () => {
    const { token } = await app.signIn(null, { fullName: null });
    const { status, body } = await app.call(contract.getProfile, { token });
    expect(status).toBe(200);
    expect(body.groups).toEqual([]);
    expect(body).not.toHaveProperty('fullName');
  });
});

describe('signing out', () => {
  test('ends only the current session and is logged', async () => {
    const user = await app.signIn('member');
    const other = await app.openSession(user);
    expect((await app.call(contract.signOut, { token: user.token })).status).toBe(200);
    expect(await statusFor(user.token)).toBe(401);
    expect(await statusFor(other.token)).toBe(200);
    expect((await app.call(contract.signOut, { token: user.token })).status).toBe(401);
    const lines = await db.selectFrom('activity_log').select('action').where('actor_id', '=', user.id).execute();
    expect(lines).toEqual([{ action: 'sign-out' }]);
  });

  test('accepts the JSON content type without a body', async () => {
    const { token } = await app.signIn('member');
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    expect((await app.fetch('/api/auth/logout', { method: 'POST', headers })).status).toBe(200);
  });
});

describe('the sessions of the current user', () => {
  test('lists only live sessions and marks the current one', async () => {
    const user = await app.signIn('member');
    app.clock.advance(9 * hourMs);
    const present = await app.openSession(user);
    const second = await app.openSession(user);
    const { body } = await app.call(contract.listSessions, { token: present.token });
    expect(body.data).toHaveLength(2);
    expect(body.data.filter((session: contract.Session) => session.current)).toHaveLength(1);
    expect(await statusFor(second.token)).toBe(200);
  });

  test('ends one session, or all but the current one', async () => {
    const user = await app.signIn('member');
    const [second, third] = [await app.openSession(user), await app.openSession(user)];
    const { body } = await app.call(contract.listSessions, { token: second.token });
    const secondId = body.data.find((session: contract.Session) => session.current)?.id;
    expect((await app.call(contract.endSession, { token: user.token, params: { id: secondId } })).status).toBe(200);
    expect(await statusFor(second.token)).toBe(401);
    const ended = await app.call(contract.endOtherSessions, { token: user.token });
    expect(ended.body).toEqual({ ended: 1 });
    expect(await statusFor(third.token)).toBe(401);
    expect(await statusFor(user.token)).toBe(200);
  });

  test("returns 404 for another user's session", async () => {
    const [user, other] = [await app.signIn('admin'), await app.signIn('member')];
    const { body } = await app.call(contract.listSessions, { token: other.token });
    const answer = await app.call(contract.endSession, { token: user.token, params: { id: body.data[0].id } });
    expect(answer.status).toBe(404);
    expect(await statusFor(other.token)).toBe(200);
  });

  test('rejects an invalid id', async () => {
    const { token } = await app.signIn('member');
    const answer = await app.call(contract.endSession, { token, params: { id: 'none' } });
    expect(answer).toMatchObject({ status: 400, body: { details: [{ path: 'id' }] } });
  });
});
