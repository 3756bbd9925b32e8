import * as contract from '@portal/contract/invitations';
import type { Role } from '@portal/contract/permissions';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { hourMs } from '../../platform/clock.ts';
import { atTheSameMoment } from './testing/at-the-same-moment.ts';
import { newEmail, startInvitationApp } from './testing/invitation-app.ts';

const setting = await startInvitationApp();
const { app, inbox, db, admin, boss, groupId, accept, invited, invitedWithToken, linkTo } = setting;
afterAll(setting.close);
beforeEach(() => app.clock.advance(2 * hourMs));

const resend = (id: string, token = admin.token) => app.call(contract.resendInvitation, { token, params: { id } });
const revoke = (id: string, token = admin.token, endpoint: Revoking = contract.revokeInvitation) =>
  app.call(endpoint, { token, params: { id } });
type Revoking = typeof contract.revokeInvitation | typeof contract.revokeInvitationAlias;
const both = [contract.revokeInvitation, contract.revokeInvitationAlias];
const tokenTo = async (email: string, count: number) =>
  (await linkTo(email, count)).searchParams.get('token') ?? 'no token';

const unknownId = '00000000-0000-4000-8000-000000000000';
const unknown = { status: 404, body: { message: 'There is no such invitation.' } };
const accepted = { status: 409, body: { message: 'This invitation was already accepted.' } };

describe('resending an invitation', () => {
  test('mails a new link and keeps the earlier one until it expires', async () => {
    const { id, email, token } = await invitedWithToken();
    app.clock.advance(48 * hourMs);
    expect(await resend(id, boss.token)).toMatchObject({
      status: 200,
      body: { message: 'Invitation resent successfully' },
    });
    const second = await tokenTo(email, 2);
    expect(second).not.toBe(token);
    expect((await inbox.mailsTo(email, 2)).at(-1)?.text).toContain('“Bea Boss”');
    const validate = async (link: string) =>
      (await app.call(contract.validateInvitation, { params: { token: link } })).body;
    const ends = [(await validate(token)).expiresAt, (await validate(second)).expiresAt].map((end) => Date.parse(end));
    expect((ends[1] ?? 0) - (ends[0] ?? 0)).toBe(48 * hourMs);
    const listed = await app.call(contract.listInvitations, { token: admin.token });
    const own = listed.body.find((invitation: { id: string }) => invitation.id === id);
    expect(own).toMatchObject({ status: 'pending', invitedBy: 'Ada Lovelace' });
    expect(Date.parse(own.expiresAt)).toBe(ends[1]);
    app.clock.advance(24 * hourMs - 1);
    expect((await validate(token)).valid).toBe(true);
    app.clock.advance(1);
    expect((await validate(token)).valid).toBe(false);
    expect((await accept({ token: second, email })).status).toBe(200);
    const lines = await setting.linesAbout(id);
    expect(lines[1]).toMatchObject({
      action: 'invitation-resent',
      content: `Bea Boss sent ${email} the invitation again, as Customer member of ACME`,
      actor_id: boss.id,
      subject_customer_id: '1',
    });
  });

  test('lets the user accept the earlier link, which invalidates the later one', async () => {
    const { id, email, token } = await invitedWithToken();
    await resend(id);
    const second = await tokenTo(email, 2);
    expect((await accept({ token, email })).status).toBe(200);
    expect((await accept({ token: second, email })).status).toBe(409);
  });

  test('renews an expired invitation', async () => {
    const { id, email, token } = await invitedWithToken();
    app.clock.advance(100 * hourMs);
    await resend(id);
    expect((await accept({ token, email })).status).toBe(400);
    expect((await accept({ token: await tokenTo(email, 2), email })).status).toBe(200);
  });

  test("uses the user's current address, group and company", async () => {
    const { id, email, token } = await invitedWithToken();
    const moved = newEmail();
    const change = { email: moved, group_id: groupId('customer_guest'), customer_id: '2' };
    await db.updateTable('users').set(change).where('id', '=', id).execute();
    await resend(id);
    expect((await inbox.mailsTo(moved))[0]?.text).toContain("to see Globex's orders.");
    expect((await accept({ token, email })).status).toBe(400);
    expect((await accept({ token: await tokenTo(moved, 1), email: moved })).status).toBe(200);
  });

  test('is rejected after the invitation was accepted', async () => {
    const invitee = await invitedWithToken();
    await accept(invitee);
    expect(await resend(invitee.id)).toMatchObject(accepted);
  });

  test('is rejected for a guest whose access has ended', async () => {
    const expiresAt = new Date(app.clock.now().getTime() + hourMs).toISOString();
    const { id } = await invited({ groupId: groupId('customer_guest'), expiresAt });
    app.clock.advance(hourMs);
    expect(await resend(id)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('has ended already') },
    });
  });
});

describe.each(both.map((endpoint) => [endpoint.path, endpoint] as const))('revoking by %s', (_path, endpoint) => {
  test('deletes the pending user, invalidates its links and frees the address', async () => {
    const invitee = await invitedWithToken();
    expect((await revoke(invitee.id, boss.token, endpoint)).status).toBe(200);
    expect(await accept(invitee)).toMatchObject({ status: 400, body: { message: 'Invalid registration link' } });
    expect(await db.selectFrom('users').select('id').where('id', '=', invitee.id).execute()).toEqual([]);
    expect((await setting.linesAbout(invitee.id)).at(-1)).toMatchObject({
      action: 'invitation-revoked',
      content: `Bea Boss revoked the invitation of ${invitee.email}`,
      actor_id: boss.id,
      subject_name: 'Bob Builder',
      subject_customer_id: '1',
    });
    expect(await revoke(invitee.id, admin.token, endpoint)).toMatchObject(unknown);
    expect((await invited({ email: invitee.email })).email).toBe(invitee.email);
  });

  test('is rejected after the invitation was accepted', async () => {
    const invitee = await invitedWithToken();
    await accept(invitee);
    expect(await revoke(invitee.id, admin.token, endpoint)).toMatchObject(accepted);
    expect(await db.selectFrom('users').select('id').where('id', '=', invitee.id).execute()).toHaveLength(1);
  });

  test('is hidden from a company if the user is staff linked to that company', async () => {
    const { id } = await invited({ groupId: groupId('member') });
    await revoke(id, admin.token, endpoint);
    expect((await setting.linesAbout(id)).map((line) => line.subject_customer_id)).toEqual([null, null]);
  });
});

test('lets either accepting or revoking win when they are concurrent', async () => {
  const first = await invitedWithToken();
  const accepting = await atTheSameMoment(app, first.id, [() => accept(first), () => revoke(first.id)]);
  expect(accepting.map(({ status }) => status)).toEqual([200, 409]);
  const second = await invitedWithToken();
  const revoking = await atTheSameMoment(app, second.id, [() => revoke(second.id), () => accept(second)]);
  expect(revoking.map(({ status }) => status)).toEqual([200, 400]);
  const left = await db.selectFrom('users').select('id').where('id', 'in', [first.id, second.id]).execute();
  expect(left).toEqual([{ id: first.id }]);
});

test('sends no link to an active user when accepting and resending are concurrent', async () => {
  const invitee = await invitedWithToken();
  const answers = await atTheSameMoment(app, invitee.id, [() => accept(invitee), () => resend(invitee.id)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 409]);
});

describe('administering invitations', () => {
  const calls = [contract.resendInvitation, ...both];

  test.each<[Role, string | null]>([
    ['customer_admin', '2'],
    ['customer_admin', null],
  ])('is limited to the own company for %s of %s', async (role, customerId) => {
    const { token } = await app.signIn(role, { customerId });
    const [acme, staff] = [await invited(), await invited({ groupId: groupId('member') })];
    for (const endpoint of calls) {
      for (const id of [acme.id, staff.id, unknownId]) {
        expect(await app.call(endpoint, { token, params: { id } })).toMatchObject(unknown);
      }
    }
  });

  test.each<Role | null>(['member', 'customer_member', 'customer_guest', null])('is forbidden for %s', async (role) => {
    const { token } = await app.signIn(role);
    const { id } = await invited();
    for (const endpoint of calls) {
      expect((await app.call(endpoint, { token, params: { id } })).status).toBe(403);
      expect((await app.call(endpoint, { params: { id } })).status).toBe(401);
      expect((await app.call(endpoint, { token: admin.token, params: { id: 'x' } })).status).toBe(400);
    }
  });

  test("excludes staff linked to a company from that company's administrator", async () => {
    const { id } = await invited({ groupId: groupId('member') });
    for (const endpoint of calls) {
      expect((await app.call(endpoint, { token: boss.token, params: { id } })).status).toBe(404);
    }
  });

  test('returns 404 for a user who was never invited', async () => {
    const { id } = await app.createUser({ role: 'customer_member' });
    for (const endpoint of calls) {
      expect((await app.call(endpoint, { token: admin.token, params: { id } })).status).toBe(404);
    }
  });
});
