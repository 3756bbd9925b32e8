import { register as registerUser } from '@portal/contract/auth';
import * as contract from '@portal/contract/invitations';
import { setUserPassword } from '@portal/contract/users';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { hourMs } from '../../platform/clock.ts';
import { type SignedIn, startTestApp, testUsageLimits } from '../../testing/app.ts';
import { change, findGroupIds } from '../users/testing/people.ts';
import { atTheSameMoment } from './testing/at-the-same-moment.ts';

const usageLimits = { ...testUsageLimits, administrationsPerHour: 5, mailsPerAddressPerDay: 3 };
const app = await startTestApp({ config: { usageLimits } });
afterAll(app.close);
const { db } = app.database;
const groups = await findGroupIds(db);
await db.insertInto('customers').values({ id: '1', company_name: 'ACME' }).execute();
beforeEach(() => app.clock.advance(25 * hourMs));

let people = 0;
function person(more: object = {}) {
  people += 1;
  const email = `person-${people}@test.example`;
  return { email, fullName: 'Bob', groupId: groups.customer_guest, customerNetsuiteId: '1', ...more };
}
const invite = ({ token }: SignedIn, more: object = {}) => app.call(contract.inviteUser, { token, body: person(more) });
const inviteList = ({ token }: SignedIn, count: number) =>
  app.call(contract.inviteMany, { token, body: { invitations: Array.from({ length: count }, () => person()) } });
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status);

describe('the hourly limit for invitations and related actions', () => {
  test('counts all kinds together, separately for each user', async () => {
    const boss = await app.signIn('customer_admin');
    const [first, active] = [await invite(boss), await app.createUser({ role: 'customer_member' })];
    const { token } = boss;
    const params = { id: active.id };
    const password = 'a staple that is new';
    const answers = [
      await app.call(contract.resendInvitation, { token, params: { id: first.body.id } }),
      await app.call(setUserPassword, { token, params, body: { password } }),
      await change(app, token, active.id, { email: `new-${active.email}` }),
      await invite(boss),
      await invite(boss),
      await app.call(setUserPassword, { token, params, body: { password } }),
      await app.call(contract.resendInvitation, { token, params: { id: first.body.id } }),
      await inviteList(boss, 1),
    ];
    expect(statuses(answers)).toEqual([200, 200, 200, 201, 429, 429, 429, 429]);
    expect(answers.at(-1)?.headers.get('retry-after')).toBe(String(60 * 60));
    expect(answers.at(-1)?.body.message).toContain('5 times an hour');
    expect((await invite(await app.signIn('customer_admin'))).status).toBe(201);
    app.clock.advance(hourMs);
    expect((await invite(await app.openSession(boss))).status).toBe(201);
  });

  test('counts each row of a list, which is sent completely or not at all', async () => {
    const boss = await app.signIn('customer_admin');
    const users = async () => (await db.selectFrom('users').select('id').execute()).length;
    expect((await inviteList(boss, 3)).status).toBe(200);
    const before = await users();
    expect(statuses([await inviteList(boss, 3), await inviteList(boss, 6)])).toEqual([429, 429]);
    expect(await users()).toBe(before);
    expect((await inviteList(boss, 2)).status).toBe(200);
  });

  test('is ten times as high for staff and counts concurrent requests', async () => {
    const admin = await app.signIn('admin');
    expect((await inviteList(admin, 45)).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 9 }, () => invite(admin)));
    expect(statuses(answers).toSorted()).toEqual([...Array(5).fill(201), ...Array(4).fill(429)]);
  });

  test('counts users who are registered without an invitation', async () => {
    const admin = await app.signIn('admin');
    expect((await inviteList(admin, 49)).status).toBe(200);
    const register = () =>
      app.call(registerUser, { token: admin.token, body: { ...person(), password: 'a staple that is new' } });
    const [first, second] = [await register(), await register()];
    expect(first.status).toBe(201);
    expect(second).toMatchObject({ status: 429, body: { message: expect.stringContaining('50 times an hour') } });
  });

  test('is not reset by revoking an invitation', async () => {
    const boss = await app.signIn('customer_admin');
    const answers = [];
    for (let number = 0; number < 6; number += 1) {
      const invited = await invite(boss);
      answers.push(invited);
      if (invited.status === 201) {
        await app.call(contract.revokeInvitation, { token: boss.token, params: { id: invited.body.id } });
      }
    }
    expect(statuses(answers)).toEqual([201, 201, 201, 201, 201, 429]);
  });
});

describe('the daily limit for mails to one address', () => {
  test('counts only the accepted one of two simultaneous invitations', async () => {
    const admin = await app.signIn('admin');
    const send = () => invite(admin, { email: 'wanted@test.example' });
    const answers = await atTheSameMoment(app, admin.id, [send, send]);
    expect(statuses(answers).toSorted()).toEqual([201, 409]);
    const id = answers.find(({ status }) => status === 201)?.body.id;
    const resend = () => app.call(contract.resendInvitation, { token: admin.token, params: { id } });
    expect(statuses([await resend(), await resend(), await resend()])).toEqual([200, 200, 429]);
  });

  test('counts the notices to the owner of a changed address or password', async () => {
    const [admin, boss] = [await app.signIn('admin'), await app.signIn('customer_admin')];
    const owner = await app.createUser({ role: 'customer_member' });
    const setPassword = ({ token }: SignedIn) =>
      app.call(setUserPassword, { token, params: { id: owner.id }, body: { password: 'a staple that is new' } });
    const changeEmail = ({ token }: SignedIn, to: string) =>
      change(app, token, owner.id, { email: `${to}-${owner.email}` });
    const answers = [
      await changeEmail(boss, 'one'),
      await setPassword(admin),
      await changeEmail(admin, 'two'),
      await changeEmail(boss, 'three'),
      await setPassword(boss),
    ];
    expect(statuses(answers)).toEqual([200, 200, 200, 429, 429]);
    expect(answers.at(-1)?.body.message).toBe('Too many emails were sent to this address today. Try again tomorrow.');
  });

  test('is three across all senders, including revoked invitations and plus addresses', async () => {
    const [admin, boss] = [await app.signIn('admin'), await app.signIn('customer_admin')];
    const first = await invite(boss, { email: 'stranger@test.example' });
    await app.call(contract.revokeInvitation, { token: boss.token, params: { id: first.body.id } });
    const second = await invite(admin, { email: 'stranger@test.example' });
    const params = { id: second.body.id };
    const answers = [
      await app.call(contract.resendInvitation, { token: boss.token, params }),
      await app.call(contract.resendInvitation, { token: admin.token, params }),
      await invite(admin, { email: 'stranger+again@test.example' }),
    ];
    expect(statuses(answers)).toEqual([200, 429, 429]);
    const listed = await app.call(contract.inviteMany, {
      token: admin.token,
      body: { invitations: [person({ email: 'stranger+list@test.example' }), person()] },
    });
    const outcomes = listed.body.results.map(({ outcome }: { outcome: string }) => outcome);
    expect(outcomes).toEqual(['refused', 'invited']);
    app.clock.advance(24 * hourMs);
    const later = await app.openSession(admin);
    expect((await app.call(contract.resendInvitation, { token: later.token, params })).status).toBe(200);
  });
});
