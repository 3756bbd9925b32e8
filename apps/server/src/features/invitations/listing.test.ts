import * as contract from '@portal/contract/invitations';
import type { Role } from '@portal/contract/permissions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hourMs } from '../../platform/clock.ts';
import { startInvitationApp } from './testing/invitation-app.ts';

const setting = await startInvitationApp();
const { app, admin, groupId, accept, invited, invitedWithToken } = setting;
afterAll(setting.close);

const invitations = new Map<string, string>();
beforeAll(async () => {
  const add = (name: string, { id }: { id: string }) => invitations.set(name, id);
  add('ACME, expired', await invited());
  app.clock.advance(72 * hourMs);
  const done = await invitedWithToken();
  await accept(done);
  add('ACME, accepted', done);
  app.clock.advance(1);
  add('ACME', await invited({ groupId: groupId('customer_guest') }));
  app.clock.advance(1);
  add('Globex', await invited({ customerNetsuiteId: '2' }));
  app.clock.advance(1);
  add('staff', await invited({ groupId: groupId('member'), customerNetsuiteId: undefined }));
  app.clock.advance(1);
  add('staff of ACME', await invited({ groupId: groupId('member') }));
});

const newestFirst = ['staff of ACME', 'staff', 'Globex', 'ACME', 'ACME, accepted', 'ACME, expired'];
const ofAcme = ['ACME', 'ACME, accepted', 'ACME, expired'];
const namesOf = (body: { id: string }[]) =>
  body.map(({ id }) => [...invitations].find(([, known]) => known === id)?.[0] ?? id);

test.each<[Role, string | null, string[], string[]]>([
  ['admin', null, newestFirst, ['Globex', ...ofAcme]],
  ['member', '1', newestFirst, ['Globex', ...ofAcme]],
  ['customer_admin', '1', ofAcme, ofAcme],
  ['customer_member', '1', ofAcme, ofAcme],
  ['customer_admin', '2', ['Globex'], ['Globex']],
  ['customer_admin', null, [], []],
  ['customer_guest', '1', [], []],
])('lists the invitations in scope for %s of customer %s, the latest first', async (role, customerId, all, related) => {
  const { token } = await app.signIn(role, { customerId });
  expect(namesOf((await app.call(contract.listInvitations, { token })).body)).toEqual(all);
  expect(namesOf((await app.call(contract.listRelatedInvitations, { token })).body)).toEqual(related);
  const active = all.filter((name) => !name.includes(','));
  expect(namesOf((await app.call(contract.listActiveInvitations, { token })).body)).toEqual(active);
});

test("includes a guest's own invitation", async () => {
  const guest = await invitedWithToken({ groupId: groupId('customer_guest') });
  await accept(guest);
  const { token } = await app.openSession(guest);
  const { body } = await app.call(contract.listInvitations, { token });
  expect(body).toMatchObject([{ id: guest.id, status: 'accepted', customerName: 'ACME' }]);
  expect((await app.call(contract.listActiveInvitations, { token })).body).toEqual([]);
});

test('shows the state and the documented fields of each invitation', async () => {
  const { body } = await app.call(contract.listInvitations, { token: admin.token });
  const states = ['ACME', 'ACME, accepted', 'ACME, expired'].map(
    (name) => body.find(({ id }: { id: string }) => id === invitations.get(name))?.status,
  );
  expect(states).toEqual(['pending', 'accepted', 'expired']);
});

test("shows an invitation as expired when the guest's access ends before the link", async () => {
  app.clock.advance(1);
  const expiresAt = new Date(app.clock.now().getTime() + hourMs).toISOString();
  const { id } = await invited({ groupId: groupId('customer_guest'), expiresAt });
  const read = async () => {
    const { body: all } = await app.call(contract.listInvitations, { token: admin.token });
    const { body: active } = await app.call(contract.listActiveInvitations, { token: admin.token });
    return [all[0], active.some((one: { id: string }) => one.id === id)];
  };
  expect(await read()).toMatchObject([{ id, status: 'pending' }, true]);
  app.clock.advance(hourMs);
  expect(await read()).toMatchObject([{ id, status: 'expired' }, false]);
});

test('requires a session and a role', async () => {
  const { token } = await app.signIn(null);
  for (const list of [
    contract.listInvitations,
    contract.listRelatedInvitations,
    contract.listActiveInvitations,
  ] as const) {
    expect((await app.call(list)).status).toBe(401);
    expect((await app.call(list, { token })).status).toBe(403);
  }
});

test('keeps an invitation after its sender is deleted', async () => {
  app.clock.advance(1);
  const other = await app.signIn('admin', { fullName: 'Gone Soon' });
  const sent = await app.call(contract.inviteUser, { token: other.token, body: setting.person() });
  await setting.db.deleteFrom('users').where('id', '=', other.id).execute();
  const { body } = await app.call(contract.listInvitations, { token: admin.token });
  expect(body[0]).toMatchObject({ id: sent.body.id, invitedBy: 'Gone Soon', status: 'pending' });
  const token = (await setting.linkTo(sent.body.email)).searchParams.get('token');
  expect((await accept({ token, email: sent.body.email })).status).toBe(200);
});

test('hides the sender from another company that the invited user was moved to', async () => {
  app.clock.advance(1);
  const sender = await app.signIn('customer_admin', { fullName: 'Of ACME', customerId: '1' });
  const sent = await app.call(contract.inviteUser, { token: sender.token, body: setting.person() });
  const ofAcme = await app.call(contract.listInvitations, { token: sender.token });
  expect(ofAcme.body[0]).toMatchObject({ id: sent.body.id, invitedBy: 'Of ACME' });
  await setting.db.updateTable('users').set({ customer_id: '2' }).where('id', '=', sent.body.id).execute();
  const globex = await app.signIn('customer_admin', { customerId: '2' });
  const { body } = await app.call(contract.listInvitations, { token: globex.token });
  expect(body[0]).toMatchObject({ id: sent.body.id, invitedBy: null });
});
