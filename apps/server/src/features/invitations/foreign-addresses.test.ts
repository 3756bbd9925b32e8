import { completeInvitation } from '@portal/contract/auth';
import * as contract from '@portal/contract/invitations';
import { listUsers, type User } from '@portal/contract/users';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { hourMs } from '../../platform/clock.ts';
import { readQueuedMail } from '../../testing/queued-mail.ts';
import { beginSignIn } from '../../testing/sign-in.ts';
import { change } from '../users/testing/people.ts';
import { newEmail, password, startInvitationApp } from './testing/invitation-app.ts';

/** An administrator of a company learns nothing about addresses of people outside its scope. */
const setting = await startInvitationApp();
const { app, inbox, db, admin, boss, person } = setting;
afterAll(setting.close);
beforeEach(() => app.clock.advance(hourMs));

const invite = (body: unknown, token = boss.token) => app.call(contract.inviteUser, { token, body });
const usersOf = async (token: string): Promise<User[]> => (await app.call(listUsers, { token })).body.data;
const mailsTo = async (email: string) =>
  (await readQueuedMail(app.database.pool, app.portal.dependencies.config.serverKey)).filter(({ to }) => to === email);

/** Removes the values that differ between any two invitations from a response. */
function shape(body: object): object {
  const differing = ['id', 'email', 'createdAt', 'updatedAt', 'expiresAt', 'version'];
  return Object.fromEntries(Object.entries(body).filter(([name]) => !differing.includes(name)));
}

/** Accounts outside the scope of the company's administrator: of another company, of the staff, and a pending one. */
async function foreignAddresses(): Promise<string[]> {
  const active = await app.createUser({ role: 'customer_member', customerId: '2', password });
  const staff = await app.createUser({ role: 'member', password });
  const pending = await setting.invited({ customerNetsuiteId: '2' });
  return [active.email, staff.email, pending.email];
}

describe("an invitation to an address of a user outside the caller's scope", () => {
  test('looks like any other but sends no mail', async () => {
    const free = await invite(person());
    for (const email of await foreignAddresses()) {
      const before = (await mailsTo(email)).length;
      const preview = await app.call(contract.inviteMany, {
        token: boss.token,
        body: { preview: true, invitations: [person({ email })] },
      });
      expect(preview.body.results).toEqual([{ row: 0, email, outcome: 'ready' }]);
      const taken = await invite(person({ email }));
      expect([taken.status, shape(taken.body)]).toEqual([201, shape(free.body)]);
      const listed = await usersOf(boss.token);
      const [one, other] = [taken, free].map(({ body }) => listed.find(({ id }) => id === body.id));
      expect(shape(one ?? {})).toEqual(shape(other ?? {}));
      const again = [taken, free].map(({ body }) =>
        app.call(contract.resendInvitation, { token: boss.token, params: { id: body.id } }),
      );
      expect((await Promise.all(again)).map(({ status }) => status)).toEqual([200, 200]);
      // The company does learn about addresses of its own people.
      expect((await invite(person({ email }))).status).toBe(409);
      expect(await mailsTo(email)).toHaveLength(before);
    }
    expect(await mailsTo(free.body.email)).toHaveLength(4);
  });

  test('does not change the existing account', async () => {
    const { id, email } = await app.createUser({ role: 'customer_member', customerId: '2', password });
    const invited = await invite(person({ email }));
    expect((await beginSignIn(app, email, password)).status).toBe(200);
    const { status } = await app.call(contract.revokeInvitation, {
      token: boss.token,
      params: { id: invited.body.id },
    });
    expect(status).toBe(200);
    expect((await usersOf(admin.token)).filter((user) => user.email === email).map((user) => user.id)).toEqual([id]);
  });

  test('is mailed when it is resent after the existing account was deleted', async () => {
    const { id, email } = await app.createUser({ role: 'customer_member', customerId: '2' });
    const invited = await invite(person({ email }));
    await db.deleteFrom('users').where('id', '=', id).execute();
    await app.call(contract.resendInvitation, { token: boss.token, params: { id: invited.body.id } });
    const token = (await setting.linkTo(email)).searchParams.get('token');
    const answer = await app.call(completeInvitation, { body: { token, email, password } });
    expect(answer.status).toBe(200);
  });

  test('is created once per company for concurrent requests', async () => {
    const { email } = await app.createUser({ role: 'member' });
    const answers = await Promise.all(Array.from({ length: 6 }, () => invite(person({ email }))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
  });
});

describe("a change to an address of a user outside the caller's scope", () => {
  test("is pending for an active user like any other change but can't be confirmed", async () => {
    const { email } = await app.createUser({ role: 'customer_member', customerId: '2' });
    const free = newEmail();
    const answers = [];
    for (const wanted of [email, free]) {
      const user = await app.createUser({ role: 'customer_member', fullName: 'Moe' });
      const { status, body } = await change(app, boss.token, user.id, { email: wanted });
      expect(body.pendingEmail).toBe(wanted);
      expect(await mailsTo(user.email)).toHaveLength(1);
      answers.push({ status, ...shape({ ...body, pendingEmail: '' }) });
    }
    expect(answers[0]).toEqual(answers[1]);
    expect([(await mailsTo(email)).length, (await mailsTo(free)).length]).toEqual([0, 1]);
  });

  test('looks like any other for a pending user, who gets a new invitation only at an unused address', async () => {
    const { email } = await app.createUser({ role: 'customer_member', customerId: '2' });
    const free = newEmail();
    const user = await setting.invited();
    for (const wanted of [email, free]) {
      const { status, body } = await change(app, boss.token, user.id, { email: wanted });
      expect([status, body.email, body.pendingEmail]).toEqual([200, wanted, undefined]);
    }
    expect([(await mailsTo(email)).length, (await mailsTo(free)).length]).toEqual([0, 1]);
    const token = (await setting.linkTo(free)).searchParams.get('token');
    expect((await setting.accept({ token, email: free })).status).toBe(200);
    expect(await inbox.mailsTo(email, 0)).toEqual([]);
  });
});
