import { getPreference, savePreference } from '@portal/contract/preferences';
import { updateGroup } from '@portal/contract/users';
import { afterAll, expect, test } from 'vitest';
import { startTestApp } from '../../testing/app.ts';
import { change } from './testing/people.ts';

const app = await startTestApp();
afterAll(app.close);
await app.database.db
  .insertInto('customers')
  .values([
    { id: '14', company_name: 'Alpha' },
    { id: '15', company_name: 'Beta' },
  ])
  .execute();

test.each([
  ['breaks the line', 'Eve\r\nBcc: all@portal.example'],
  ['rings', 'a\u0007b'],
  ['is half a character', '\ud800'],
  ['holds what no database keeps', 'a\0b'],
  ['turns the direction round', '\u202enimda'],
  ['cannot be seen', '\u200b\u2060'],
])('rejects a name that %s and names the field', async (_, name) => {
  const admin = await app.signIn('admin');
  const user = await app.createUser({ role: 'member' });
  const answer = await change(app, admin.token, user.id, { fullName: name });
  expect([answer.status, answer.body.details]).toMatchObject([400, [{ path: 'fullName' }]]);
  const [group] = await app.database.db.selectFrom('groups').select('id').where('type', '=', 'member').execute();
  const body = { name, description: '' };
  const renamed = await app.call(updateGroup, { token: admin.token, params: { id: group?.id ?? '' }, body });
  expect([renamed.status, renamed.body.details]).toMatchObject([400, [{ path: 'name' }]]);
});

test.each(['Zoë Ångström', '山田 太郎', 'محمد علی', "O'Hara-Smith 2nd", 'می‌خواهم'])(
  'accepts %s as a name',
  async (fullName) => {
    const admin = await app.signIn('admin');
    const user = await app.createUser({ role: 'member' });
    expect((await change(app, admin.token, user.id, { fullName })).body.fullName).toBe(fullName);
  },
);

test('rejects a null byte in a longer text and names the field', async () => {
  const { token } = await app.signIn('member');
  const answer = await app.call(savePreference, { token, body: { label: 'x', prefrenceSetting: '"a\0b"' } });
  expect([answer.status, answer.body.details]).toMatchObject([400, [{ path: 'prefrenceSetting' }]]);
  expect((await app.call(getPreference, { token, params: { id: 'a\0b' } })).status).toBe(400);
});

test('ignores leading zeros in a customer id, so that a linked user stays linked', async () => {
  const admin = await app.signIn('admin');
  const guest = await app.signIn('customer_guest', { customerId: '14' });
  await app.database.db.insertInto('sales_orders').values({ id: '7', customer_id: '14' }).execute();
  await app.database.db.insertInto('order_assignments').values({ user_id: guest.id, order_id: '7' }).execute();
  const { body } = await change(app, admin.token, guest.id, { customerNetsuiteId: '00014' });
  expect(body.customerNetsuiteId).toBe('14');
  const left = await app.database.db.selectFrom('order_assignments').select('order_id').execute();
  expect(left).toHaveLength(1);
  const owner = await app.signIn('customer_admin', { customerId: '14' });
  expect((await change(app, owner.token, guest.id, { customerNetsuiteId: '014' })).status).toBe(200);
});
