import { listActivity } from '@portal/contract/activity';
import { deleteGuestUser, listGuestUsers } from '@portal/contract/invitations';
import type { Role } from '@portal/contract/permissions';
import { deleteUser } from '@portal/contract/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hourMs } from '../../platform/clock.ts';
import { type SignedIn, startTestApp } from '../../testing/app.ts';
import { startTestInbox } from '../../testing/mail.ts';
import { linesAbout } from './testing/people.ts';

const inbox = await startTestInbox();
const app = await startTestApp({ config: { smtpUrl: inbox.smtpUrl } });
afterAll(async () => {
  await app.close();
  await inbox.stop();
});
const { db } = app.database;

let admin: SignedIn;
let companyAdmin: SignedIn;
beforeAll(async () => {
  admin = await app.signIn('admin', { fullName: 'Ada' });
  companyAdmin = await app.signIn('customer_admin', { fullName: 'Carla' });
});

const remove = (by: SignedIn, id: string, endpoint: typeof deleteUser | typeof deleteGuestUser = deleteUser) =>
  app.call<typeof deleteUser | typeof deleteGuestUser>(endpoint, { token: by.token, params: { id } });
const isThere = async (id: string) =>
  (await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

describe('deleting a user', () => {
  test("frees the address and deletes the user's own data", async () => {
    const user = await app.signIn('customer_guest', { fullName: 'Gus' });
    const invitation = { user_id: user.id, invited_by: admin.id, invited_by_name: 'Ada' };
    const times = { created_at: app.clock.now(), expires_at: app.clock.now() };
    await db
      .insertInto('invitations')
      .values({ ...invitation, ...times })
      .execute();
    await db.insertInto('order_assignments').values({ user_id: user.id, order_id: '1' }).execute();
    expect(await remove(admin, user.id)).toMatchObject({ status: 200, body: { message: 'User deleted successfully' } });
    expect(await isThere(user.id)).toBe(false);
    for (const table of ['sessions', 'invitations', 'order_assignments'] as const) {
      expect(await db.selectFrom(table).selectAll().where('user_id', '=', user.id).execute(), table).toEqual([]);
    }
    expect(await remove(admin, user.id)).toMatchObject({ status: 404 });
    expect((await app.createUser({ role: 'member', email: user.email })).email).toBe(user.email);
  });

  test("keeps the user's log entries under its name and adds one", async () => {
    const user = await app.createUser({ role: 'customer_member', fullName: 'Moe' });
    const party = { actor_id: user.id, actor_name: 'Moe', actor_customer_id: '1' };
    const line = { created_date: app.clock.now(), action: 'sign-in', content: 'Moe signed in', ...party };
    await db.insertInto('activity_log').values(line).execute();
    await remove(companyAdmin, user.id);
    const { body } = await app.call(listActivity, { token: companyAdmin.token, query: { person: user.id } });
    expect(body.data.map(({ content }: { content: string }) => content)).toEqual(['Moe signed in']);
    expect(await linesAbout(db, user.id, 'user-deleted')).toEqual([
      { content: 'Carla deleted Moe', actor_name: 'Carla', subject_name: 'Moe', subject_customer_id: '1' },
    ]);
  });

  test.each<[Role, string | null]>([
    ['member', null],
    ['customer_member', '1'],
  ])('logs the deletion of a user who is %s for its company, but of staff for no company', async (role, company) => {
    const user = await app.createUser({ role, customerId: '1' });
    await remove(admin, user.id);
    expect(await linesAbout(db, user.id, 'user-deleted')).toMatchObject([{ subject_customer_id: company }]);
  });

  test('notifies an active user by mail, as HTML and text', async () => {
    const user = await app.createUser({ role: 'customer_member', fullName: 'Moe' });
    await remove(companyAdmin, user.id);
    const [mail] = await inbox.mailsTo(user.email);
    expect(mail?.subject).toBe('Your Order Portal account was deleted');
    for (const text of [mail?.text, mail?.html]) {
      expect(text).toContain('Hello Moe,');
      expect(text?.replace(/\s+/g, ' ')).toContain(`An administrator deleted your account`);
      expect(text).toContain(user.email);
    }
  });

  test('sends no mail for a pending user', async () => {
    const queued = async () => {
      const { rows } = await app.database.pool.query(
        "select data->>'kind' as kind from pgboss.job where name = 'send-mail'",
      );
      return rows.filter(({ kind }) => kind === 'account-ended').length;
    };
    const before = await queued();
    const pending = await app.createUser({ role: 'customer_member', status: 0 });
    expect((await remove(companyAdmin, pending.id)).status).toBe(200);
    expect(await queued()).toBe(before);
    await remove(companyAdmin, (await app.createUser({ role: 'customer_member' })).id);
    expect(await queued()).toBe(before + 1);
  });

  test.each<[string, () => SignedIn]>([
    ['an administrator', () => admin],
    ['a company administrator', () => companyAdmin],
  ])('rejects %s deleting their own account', async (_, who) => {
    await app.createUser({ role: 'admin' });
    const { status, body } = await remove(who(), who().id);
    expect([status, body.message]).toEqual([409, 'You cannot delete yourself.']);
  });
});

describe('guests', () => {
  const guest = (fullName: string | null, more: object = {}) =>
    app.createUser({ role: 'customer_guest', fullName, ...more });

  test('are listed by name to staff, including guests who have not accepted yet', async () => {
    await db.deleteFrom('users').where('id', 'not in', [admin.id, companyAdmin.id]).execute();
    const hour = (count: number) => new Date(app.clock.now().getTime() + count * hourMs);
    await app.database.db.insertInto('customers').values({ id: '2', company_name: 'Zebra Foods' }).execute();
    const zoe = await guest('Zoë', { customerId: '2' });
    const bare = await guest(null, { email: 'middle@test.example', status: 0 });
    const ann = await guest('ann', { expiresAt: hour(1) });
    await guest('Gone', { expiresAt: hour(0) });
    await app.createUser({ role: 'customer_member' });
    const expected = [
      { id: ann.id, email: ann.email, fullName: 'ann', customerNetsuiteId: '1' },
      { id: bare.id, email: bare.email, customerNetsuiteId: '1' },
      { id: zoe.id, email: zoe.email, fullName: 'Zoë', customerNetsuiteId: '2', customerName: 'Zebra Foods' },
    ];
    for (const staff of [admin, await app.signIn('member'), await app.signIn('member', { customerId: '1' })]) {
      expect((await app.call(listGuestUsers, { token: staff.token })).body).toEqual(expected);
    }
  });

  test('are not listed to customers or without a session', async () => {
    for (const role of ['customer_admin', 'customer_member', 'customer_guest', null] as const) {
      const { token } = await app.signIn(role);
      expect((await app.call(listGuestUsers, { token })).status).toBe(403);
    }
    expect((await app.call(listGuestUsers)).status).toBe(401);
  });

  test('can be deleted like any user, and no other user can be deleted by this path', async () => {
    const user = await guest('Gus');
    const member = await app.createUser({ role: 'customer_member' });
    expect((await remove(companyAdmin, member.id, deleteGuestUser)).status).toBe(404);
    expect((await remove(companyAdmin, companyAdmin.id, deleteGuestUser)).status).toBe(404);
    expect((await remove(companyAdmin, user.id, deleteGuestUser)).status).toBe(200);
    expect([await isThere(user.id), await isThere(member.id)]).toEqual([false, true]);
    expect(await inbox.mailsTo(user.email)).toHaveLength(1);
  });
});
