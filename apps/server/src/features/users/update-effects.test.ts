import { listActivity } from '@portal/contract/activity';
import { getProfile } from '@portal/contract/auth';
import { getOrder, listAssignedOrders, listOrders } from '@portal/contract/orders';
import { deleteUser, listUsers } from '@portal/contract/users';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hourMs, minuteMs } from '../../platform/clock.ts';
import { type SignedIn, startTestApp, type TestApp } from '../../testing/app.ts';
import { change, findGroupIds, linesAbout } from './testing/people.ts';

const app = await startTestApp();
afterAll(app.close);
const { db } = app.database;
const groups = await findGroupIds(db);

let admin: SignedIn;
beforeAll(async () => {
  await db
    .insertInto('customers')
    .values([
      { id: '1', company_name: 'Alpha' },
      { id: '2', company_name: 'Beta' },
    ])
    .execute();
  const orders = [1, 2, 3].map((id) => ({ id, customer_id: id === 3 ? 2 : 1, tran_id: `SO${id}` }));
  await db.insertInto('sales_orders').values(orders).execute();
  const lines = orders.map(({ id }) => ({ order_id: id, lines: '[]' }));
  await db.insertInto('order_lines').values(lines).execute();
});
beforeEach(async () => {
  app.clock.advance(minuteMs);
  admin = await app.signIn('admin', { fullName: 'Ada' });
});

type Get = Parameters<TestApp['call']>[0];
const statusOf = async (endpoint: Get, user: SignedIn, params = {}) =>
  (await app.call<Get>(endpoint, { token: user.token, params })).status;

describe('takes effect at the next request of the same session', () => {
  test('a demotion and a promotion', async () => {
    const user = await app.signIn('admin');
    expect(await statusOf(listOrders, user)).toBe(200);
    await change(app, admin.token, user.id, { groupId: groups.customer_member, customerNetsuiteId: '1' });
    expect(await statusOf(listOrders, user)).toBe(403);
    expect([await statusOf(getOrder, user, { id: '1' }), await statusOf(getOrder, user, { id: '3' })]).toEqual([
      200, 404,
    ]);
    expect((await change(app, user.token, admin.id, { fullName: 'Mine' })).status).toBe(403);
    await change(app, admin.token, user.id, { groupId: groups.admin, customerNetsuiteId: '' });
    expect(await statusOf(listOrders, user)).toBe(200);
  });

  test('a move to another company', async () => {
    const user = await app.signIn('customer_admin');
    await change(app, admin.token, user.id, { customerNetsuiteId: '2' });
    expect([await statusOf(getOrder, user, { id: '1' }), await statusOf(getOrder, user, { id: '3' })]).toEqual([
      404, 200,
    ]);
    const { body } = await app.call(listUsers, { token: user.token });
    expect(body.data.map(({ customerName }: { customerName: string }) => customerName)).toEqual(['Beta']);
  });

  test("the end of a guest's access", async () => {
    const guest = await app.signIn('customer_guest');
    const expiresAt = new Date(app.clock.now().getTime() + hourMs).toISOString();
    await change(app, admin.token, guest.id, { expiresAt });
    expect(await statusOf(listAssignedOrders, guest)).toBe(200);
    app.clock.advance(hourMs);
    expect(await statusOf(listAssignedOrders, guest)).toBe(401);
    // Restored access requires a new sign-in: ended sessions stay ended.
    await change(app, admin.token, guest.id, { expiresAt: '' });
    expect(await statusOf(listAssignedOrders, guest)).toBe(401);
  });

  test('a new guest reads only later entries about itself, because earlier ones may name orders that a guest cannot see', async () => {
    const user = await app.signIn('customer_member');
    const line = (content: string) => ({
      created_date: app.clock.now(),
      action: 'attachment-downloaded',
      content,
      actor_id: user.id,
      actor_customer_id: '1',
    });
    await db.insertInto('activity_log').values(line('downloaded a file of SO1')).execute();
    await change(app, admin.token, user.id, { groupId: groups.customer_guest, customerNetsuiteId: '1' });
    app.clock.advance(minuteMs);
    await db.insertInto('activity_log').values(line('downloaded a file')).execute();
    const { body } = await app.call(listActivity, { token: user.token });
    expect(body.data.map(({ content }: { content: string }) => content)).toEqual(['downloaded a file']);
  });

  test('a deletion', async () => {
    const user = await app.signIn('member');
    expect((await app.call(deleteUser, { token: admin.token, params: { id: user.id } })).status).toBe(200);
    expect(await statusOf(getProfile, user)).toBe(401);
  });
});

describe('the orders of a guest', () => {
  const guestOfTwo = async () => {
    const guest = await app.signIn('customer_guest', { fullName: 'Gus' });
    const rows = ['1', '2'].map((order_id) => ({ user_id: guest.id, order_id, assigned_by: admin.id }));
    await db.insertInto('order_assignments').values(rows).execute();
    return guest;
  };
  const assignedTo = (guest: SignedIn) =>
    db.selectFrom('order_assignments').select('order_id').where('user_id', '=', guest.id).execute();

  test.each<[string, Record<string, unknown>]>([
    ['another group', { groupId: groups.customer_member }],
    ['another company', { customerNetsuiteId: '2' }],
  ])('become inaccessible with %s', async (_, changes) => {
    const guest = await guestOfTwo();
    await change(app, admin.token, guest.id, changes);
    expect(await assignedTo(guest)).toEqual([]);
    const line = (await linesAbout(db, guest.id, 'user-updated')).at(-1);
    expect(line?.content).toMatch(/^Ada updated Gus: .*, access to 2 assigned orders removed$/);
    await change(app, admin.token, guest.id, { groupId: groups.customer_guest, customerNetsuiteId: '1' });
    expect(await statusOf(getOrder, guest, { id: '1' })).toBe(404);
  });

  test('stay accessible after any other change', async () => {
    const guest = await guestOfTwo();
    await change(app, admin.token, guest.id, { fullName: 'Gustav', customerNetsuiteId: '1' });
    expect(await assignedTo(guest)).toHaveLength(2);
  });
});

describe('the log', () => {
  const linesFor = async (caller: SignedIn, subjectId: string) => {
    const { body } = await app.call(listActivity, { token: caller.token, query: { action: 'user-updated' } });
    type Line = { content: string; subject: { id: string } | null };
    return body.data.filter((line: Line) => line.subject?.id === subjectId).map((line: Line) => line.content);
  };

  test('records a move for both companies without naming the other one', async () => {
    const user = await app.createUser({ role: 'customer_member', fullName: 'Moe' });
    await change(app, admin.token, user.id, { customerNetsuiteId: '2' });
    const left = 'Ada moved Moe out of this company';
    const joined = 'Ada updated Moe: customer is now Beta';
    expect(await linesFor(await app.signIn('customer_admin'), user.id)).toEqual([left]);
    expect(await linesFor(await app.signIn('customer_admin', { customerId: '2' }), user.id)).toEqual([joined]);
    expect((await linesFor(admin, user.id)).toSorted()).toEqual([left, joined]);
  });

  test('hides from a company what happens to a user after joining the staff', async () => {
    const user = await app.createUser({ role: 'customer_member', fullName: 'Sue' });
    await change(app, admin.token, user.id, { groupId: groups.member, customerNetsuiteId: '1' });
    await change(app, admin.token, user.id, { fullName: 'Susan' });
    const companyAdmin = await app.signIn('customer_admin');
    expect(await linesFor(companyAdmin, user.id)).toEqual(['Ada moved Sue out of this company']);
    await change(app, admin.token, user.id, { groupId: groups.customer_guest });
    expect(await linesFor(companyAdmin, user.id)).toContain('Ada updated Susan: group is now Customer guest');
  });
});
