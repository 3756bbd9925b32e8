import { getProfile } from '@portal/contract/auth';
import { listCustomersForInvitation } from '@portal/contract/customers';
import { inviteUser, listInvitations } from '@portal/contract/invitations';
import { listUsers } from '@portal/contract/users';
import { listCustomerViewers } from '@portal/contract/viewers';
import { afterAll, expect, test } from 'vitest';
import { startTestApp } from '../../testing/app.ts';

const app = await startTestApp();
afterAll(app.close);
await app.database.db
  .insertInto('customers')
  .values([
    { id: '1', company_name: 'Chop-suey Chinese', entity_id: 'C1' },
    { id: '2', entity_id: 'Ada Lovelace' },
    { id: '3' },
  ])
  .execute();
const admin = await app.signIn('admin');

test.each([
  ['by its company’s name', '1', 'Chop-suey Chinese'],
  ['without one by its own', '2', 'Ada Lovelace'],
  ['without either by its number', '3', '3'],
])('shows the name of a customer %s everywhere', async (_, id, name) => {
  const { token, id: userId } = await app.signIn('customer_member', { customerId: id });
  expect((await app.call(getProfile, { token })).body.customerName).toBe(name);

  const { body: users } = await app.call(listUsers, { token: admin.token });
  expect(users.data.find((user: { id: string }) => user.id === userId)?.customerName).toBe(name);

  const { rows } = await app.database.pool.query(`select id from groups where type = 'customer_member'`);
  const person = { fullName: 'Grace', email: `grace-${id}@test.example`, groupId: rows[0].id, customerNetsuiteId: id };
  const { body: invited } = await app.call(inviteUser, { token: admin.token, body: person });
  const { body: invitations } = await app.call(listInvitations, { token: admin.token });
  const listed = invitations.find((invitation: { id: string }) => invitation.id === invited.id);
  expect(listed?.customerName).toBe(name);

  const { body: viewers } = await app.call(listCustomerViewers, { token: admin.token, params: { id } });
  const currentUser = viewers.data.find((one: { userId: string }) => one.userId === userId);
  expect(JSON.stringify(currentUser)).toContain(name);

  const { body: offered } = await app.call(listCustomersForInvitation, { token: admin.token });
  expect(offered.find((customer: { id: string }) => customer.id === id)?.name).toBe(name);
});
