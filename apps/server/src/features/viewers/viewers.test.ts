import { updateUser } from '@portal/contract/users';
import { listCustomerViewers, listOrderViewers, type RecordViewer } from '@portal/contract/viewers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SignedIn, startTestApp } from '../../testing/app.ts';

const app = await startTestApp();
afterAll(app.close);
const { db } = app.database;

const people: Record<string, SignedIn> = {};
const tokenOf = (name: string) => people[name]?.token ?? '';
const assignedAt = '2026-01-02T03:04:05.5Z';

beforeAll(async () => {
  await db
    .insertInto('customers')
    .values([
      { id: '1', company_name: 'Alpha' },
      { id: '2', entity_id: 'C2' },
    ])
    .execute();
  await db
    .insertInto('sales_orders')
    .values([
      { id: '11', customer_id: '1' },
      { id: '12', customer_id: '2' },
      { id: '13', customer_id: null },
    ])
    .execute();
  people.admin = await app.signIn('admin', { fullName: 'Ada' });
  people.member = await app.signIn('member', { fullName: 'Max' });
  people['member 1'] = await app.signIn('member', { fullName: 'Mia', customerId: '1' });
  people['company member'] = await app.signIn('customer_member', { fullName: 'Zoë' });
  people['second company member'] = await app.signIn('customer_member', { fullName: null, email: 'ann@test.example' });
  people['company admin 2'] = await app.signIn('customer_admin', { fullName: 'Cleo', customerId: '2' });
  people.guest = await app.signIn('customer_guest', { fullName: 'Gus' });
  people['guest 2'] = await app.signIn('customer_guest', { fullName: 'Gil', customerId: '2' });
  people.nobody = await app.signIn(null, { customerId: '1' });
  await app.createUser({ role: 'admin', fullName: 'Pending', status: 0 });
  await app.createUser({ role: 'customer_guest', fullName: 'Expired', expiresAt: app.clock.now() });
  const assign = (name: string, by: string | null) => ({
    user_id: people[name]?.id ?? '',
    order_id: '11',
    assigned_by: by,
    assigned_at: assignedAt,
  });
  await db
    .insertInto('order_assignments')
    .values([assign('guest', people.member.id), assign('guest 2', null)])
    .execute();
});

const ofOrder = (caller: string, id: string) => app.call(listOrderViewers, { token: tokenOf(caller), params: { id } });
const ofCustomer = (caller: string, id: string) =>
  app.call(listCustomerViewers, { token: tokenOf(caller), params: { id } });
const reasons = (body: { data: RecordViewer[] }) =>
  body.data.map(({ fullName, email, reason }) => [fullName ?? email, reason]);

const byRole = { kind: 'role' };
const alpha = { kind: 'customer', customerNetsuiteId: '1', customerName: 'Alpha' };
const second = { kind: 'customer', customerNetsuiteId: '2', customerName: 'C2' };

describe('the viewers of an order', () => {
  test('are listed with the reason, by role and name', async () => {
    const { status, body } = await ofOrder('admin', '11');
    expect(status).toBe(200);
    expect(reasons(body)).toEqual([
      ['Ada', byRole],
      ['Max', byRole],
      ['Mia', alpha],
      ['ann@test.example', alpha],
      ['Zoë', alpha],
      // The user who assigned it has been deleted.
      ['Gil', { kind: 'assignment', assignedAt }],
      ['Gus', { kind: 'assignment', assignedBy: 'Max', assignedAt }],
    ]);
    expect(body.data[4]).toEqual({
      userId: people['company member']?.id,
      email: people['company member']?.email,
      fullName: 'Zoë',
      role: 'customer_member',
      groupName: 'customer_member',
      reason: alpha,
    });
  });

  test('differ for an order of another company or of none', async () => {
    expect(reasons((await ofOrder('admin', '12')).body)).toEqual([
      ['Ada', byRole],
      ['Max', byRole],
      ['Cleo', second],
    ]);
    expect(reasons((await ofOrder('member', '13')).body)).toEqual([
      ['Ada', byRole],
      ['Max', byRole],
    ]);
  });

  test('follow changes of a user', async () => {
    const guest = people['guest 2'];
    const group = await db.selectFrom('groups').select('id').where('type', '=', 'customer_member').executeTakeFirst();
    const body = { email: guest?.email, fullName: 'Gil', groupId: group?.id };
    await app.call(updateUser, { token: tokenOf('admin'), params: { id: guest?.id ?? '' }, body });
    expect(reasons((await ofOrder('admin', '11')).body)).not.toContainEqual(['Gil', expect.anything()]);
    expect(reasons((await ofOrder('admin', '12')).body)).toContainEqual(['Gil', second]);
  });
});

describe('the viewers of a customer', () => {
  test("are listed with the reason: all staff, and the customer's own people except guests", async () => {
    const { status, body } = await ofCustomer('member 1', '1');
    expect(status).toBe(200);
    expect(reasons(body)).toEqual([
      ['Ada', byRole],
      ['Max', byRole],
      ['Mia', byRole],
      ['ann@test.example', alpha],
      ['Zoë', alpha],
    ]);
  });
});

describe('reading viewers', () => {
  test("is limited to orders in the caller's scope", async () => {
    expect((await ofOrder('member 1', '11')).status).toBe(200);
    expect((await ofOrder('member 1', '12')).status).toBe(404);
    expect((await ofOrder('admin', '99')).status).toBe(404);
    expect((await ofCustomer('member 1', '2')).status).toBe(200);
    expect((await ofCustomer('admin', '99')).status).toBe(404);
  });

  test.each(['company member', 'company admin 2', 'guest', 'nobody'])('is forbidden for %s', async (caller) => {
    expect([(await ofOrder(caller, '11')).status, (await ofCustomer(caller, '1')).status]).toEqual([403, 403]);
  });

  test('requires a session and a NetSuite id', async () => {
    expect((await app.call(listOrderViewers, { params: { id: '11' } })).status).toBe(401);
    expect((await app.call(listCustomerViewers, { params: { id: '1' } })).status).toBe(401);
    expect([(await ofOrder('admin', 'one')).status, (await ofCustomer('admin', 'one')).status]).toEqual([400, 400]);
  });
});
