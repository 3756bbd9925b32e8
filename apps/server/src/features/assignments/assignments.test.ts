import { listActivity } from '@portal/contract/activity';
import { assignOrders, listAssignments, unassignOrders } from '@portal/contract/assignments';
import { getOrder, listAssignedOrders } from '@portal/contract/orders';
import { type Role, roles } from '@portal/contract/permissions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hourMs } from '../../platform/clock.ts';
import { type SignedIn, startTestApp } from '../../testing/app.ts';
import { startTestInbox } from '../../testing/mail.ts';
import { generateOrders, upsertOrders } from '../orders/testing/order-arbitrary.ts';

const inbox = await startTestInbox();
const app = await startTestApp({ config: { smtpUrl: inbox.smtpUrl } });
afterAll(async () => {
  await app.close();
  await inbox.stop();
});

/** Odd orders belong to customer 1, even ones to customer 2. */
beforeAll(() =>
  upsertOrders(
    app.database.pool,
    generateOrders(20, 3).map((order) => ({ ...order, customer_id: 2 - (order.id % 2), tran_id: `SO-${order.id}` })),
  ),
);

const unknownId = '00000000-0000-4000-8000-000000000000';
const newGuest = () => app.signIn('customer_guest', { fullName: 'Gustav Guest' });
const assign = (by: SignedIn, userId: string, orderIds: string[], more: object = {}) =>
  app.call(assignOrders, { token: by.token, body: { userId, orderIds, ...more } });
const unassign = (by: SignedIn, userId: string, orderIds: string[]) =>
  app.call(unassignOrders, { token: by.token, params: { userId }, body: { orderIds } });
const listFor = (by: SignedIn, userId: string) => app.call(listAssignments, { token: by.token, params: { userId } });
async function seenBy(guest: SignedIn): Promise<string[]> {
  const { body } = await app.call(listAssignedOrders, { token: guest.token, query: { limit: 100 } });
  expect(body.total).toBe(body.items.length);
  return body.items.map(({ id }: { id: string }) => id).sort();
}

describe('assigning', () => {
  test('lets a guest see orders at its next request, adds to existing ones, and counts both', async () => {
    const [admin, guest] = [await app.signIn('admin', { fullName: 'Ada' }), await newGuest()];
    expect(await seenBy(guest)).toEqual([]);
    const first = await assign(admin, guest.id, ['1', '2']);
    expect(first).toMatchObject({ status: 200, body: { assigned: 2, alreadyAssigned: 0 } });
    expect((await assign(admin, guest.id, ['2', '3', '3'])).body).toMatchObject({ assigned: 1, alreadyAssigned: 1 });
    expect(await seenBy(guest)).toEqual(['1', '2', '3']);
    const { status } = await app.call(getOrder, { token: guest.token, params: { id: '2' } });
    expect(status).toBe(200);
    const listed = await listFor(admin, guest.id);
    expect(listed.body).toHaveLength(3);
    expect(listed.body[0]).toMatchObject({ assignedBy: 'Ada', endsAt: null, tranId: expect.stringMatching(/^SO-/) });
    for (const { orderId, customer, total } of listed.body) {
      const { rawData } = (await app.call(getOrder, { token: admin.token, params: { id: orderId } })).body;
      expect([customer, total]).toEqual([rawData.entity?.refName, rawData.total]);
    }
  });

  test('gives no more than 200 guests access to an order at the same time', async () => {
    const admin = await app.signIn('admin');
    const { db, pool } = app.database;
    await pool.query(
      `with guests as (
         insert into users (email, status, group_id, customer_id)
         select 'crowd-' || n || '@test.example', 0, groups.id, 1 from generate_series(1, 200) n, groups
         where type = 'customer_guest' returning id
       )
       insert into order_assignments (user_id, order_id) select id, 7 from guests`,
    );
    const guest = await newGuest();
    const refused = await assign(admin, guest.id, ['6', '7']);
    expect([refused.status, refused.body.message]).toEqual([
      400,
      expect.stringContaining('At most 200 guests can have access to order 7.'),
    ]);
    expect(await seenBy(guest)).toEqual([]);
    const first = db.selectFrom('users').select('id').where('email', '=', 'crowd-1@test.example');
    await db
      .updateTable('order_assignments')
      .set({ expires_at: app.clock.now() })
      .where('user_id', 'in', first)
      .execute();
    expect((await assign(admin, guest.id, ['6', '7'])).status).toBe(200);
    // An existing assignment can be renewed, even of an order with more guests.
    await db.updateTable('order_assignments').set({ expires_at: null }).where('user_id', 'in', first).execute();
    expect((await assign(admin, guest.id, ['7'])).body).toMatchObject({ assigned: 0, alreadyAssigned: 1 });
    await db.deleteFrom('users').where('email', 'like', 'crowd-%').execute();
  });

  test('assigns nothing if the caller is deleted concurrently', async () => {
    const [admin, guest] = [await app.signIn('admin'), await newGuest()];
    const { db } = app.database;
    const waiting = async () => {
      const query = `select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      return (await app.database.pool.query(query)).rows[0].count;
    };
    const answer = await db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('users').where('id', '=', admin.id).execute();
      const sent = assign(admin, guest.id, ['1']);
      await expect.poll(waiting).toBeGreaterThan(0);
      return { sent };
    });
    expect((await answer.sent).status).toBe(401);
    expect(await seenBy(guest)).toEqual([]);
  });

  test('ends at the end date and restarts without one', async () => {
    const [admin, guest] = [await app.signIn('admin'), await newGuest()];
    const endsAt = new Date(app.clock.now().getTime() + hourMs).toISOString();
    await assign(admin, guest.id, ['1', '2'], { endsAt, note: 'for the harbour' });
    await assign(admin, guest.id, ['3']);
    expect((await listFor(admin, guest.id)).body).toContainEqual(
      expect.objectContaining({ orderId: '1', note: 'for the harbour', endsAt: expect.stringMatching(/Z$/) }),
    );
    expect(await seenBy(guest)).toEqual(['1', '2', '3']);
    app.clock.advance(hourMs);
    expect(await seenBy(guest)).toEqual(['3']);
    expect((await app.call(getOrder, { token: guest.token, params: { id: '1' } })).status).toBe(404);
    expect((await listFor(admin, guest.id)).body).toHaveLength(1);
    expect((await assign(admin, guest.id, ['1'])).body).toMatchObject({ assigned: 1, alreadyAssigned: 0 });
    expect(await seenBy(guest)).toEqual(['1', '3']);
  });

  test('is all or nothing, and names ids that do not exist or are out of scope', async () => {
    const guest = await newGuest();
    const member = await app.signIn('member', { customerId: '1' });
    const refused = await assign(member, guest.id, ['1', '2', '99', '3']);
    expect(refused.body).toMatchObject({
      statusCode: 400,
      message: 'There are no orders 2, 99.',
      details: [{ path: 'orderIds' }],
    });
    expect(await seenBy(guest)).toEqual([]);
    expect((await assign(member, guest.id, ['1', '3'])).status).toBe(200);
  });

  test.each([
    ['no orders', { orderIds: [] }, 'Please select at least one order to assign'],
    ['what is no id', { orderIds: ['SO1'] }, 'orderIds'],
    ['an end that has passed', { endsAt: '2020-01-01T00:00:00Z' }, 'The end date has already passed.'],
    ['an end that is none', { endsAt: 'tomorrow' }, 'endsAt'],
    ['an end beyond all years', { endsAt: '9999-12-31T23:59:59-12:00' }, 'endsAt'],
    ['a note without end', { note: 'x'.repeat(2001) }, 'note'],
    ['a note with a control character', { note: 'Dock\u001b[8m 4' }, 'note'],
    ['a note that turns what follows round', { note: 'Dock \u202e4' }, 'note'],
  ])('rejects %s and names the field', async (_, body, message) => {
    const refused = await assign(await app.signIn('admin'), (await newGuest()).id, ['1'], body);
    expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining(message) } });
  });

  test('accepts an end with any UTC offset', async () => {
    const [admin, guest] = [await app.signIn('admin'), await newGuest()];
    await assign(admin, guest.id, ['1'], { endsAt: '2130-01-01T00:30:00.25+23:00' });
    const [given] = (await listFor(admin, guest.id)).body;
    expect(new Date(given.endsAt).toISOString()).toBe('2129-12-31T01:30:00.250Z');
  });

  test('requires a guest whose access has not ended', async () => {
    const admin = await app.signIn('admin');
    const ended = await app.createUser({ role: 'customer_guest', expiresAt: app.clock.now() });
    const member = await app.createUser({ role: 'customer_member' });
    for (const userId of [ended.id, member.id, admin.id, unknownId]) {
      const refused = await assign(admin, userId, ['1']);
      expect(refused).toMatchObject({ status: 400, body: { details: [{ path: 'userId' }] } });
    }
    const pending = await app.createUser({ role: 'customer_guest', status: 0 });
    expect((await assign(admin, pending.id, ['1'])).status).toBe(200);
  });

  test('notifies the guest by mail with the note, but without order numbers, which the guest must not learn', async () => {
    const [admin, guest] = [await app.signIn('admin', { fullName: 'Ada' }), await newGuest()];
    await assign(admin, guest.id, ['5'], { note: 'Dock 4,\r\n\t<b>before noon</b>' });
    const [mail] = await inbox.mailsTo(guest.email);
    expect(mail?.subject).toBe('An order was assigned to you');
    expect(mail?.text).toContain('“Ada” assigned an order to you.');
    expect(mail?.text).toContain('“Ada” wrote: “Dock 4, <b>before noon</b>”');
    expect(mail?.text).toContain('http://localhost:3000/orders?order=5');
    expect(mail?.html).toContain('&lt;b&gt;before noon&lt;/b&gt;');
    expect(`${mail?.text}${mail?.html}`).not.toContain('SO-');
    await assign(admin, guest.id, ['6', '7']);
    expect((await inbox.mailsTo(guest.email, 2))[1]?.text).toContain('“Ada” assigned 2 orders to you.');
    await assign(admin, guest.id, ['6', '7'], { endsAt: '2031-11-30T23:59:59.999-05:00' });
    const [, , third] = await inbox.mailsTo(guest.email, 3);
    expect(third?.text).toContain('You can view them through November 30, 2031.');
    expect(third?.text).toContain("You're receiving this email because you are a guest at Order Portal.");
  });

  test('lists ship-to, customer, items and date of up to ten orders in the mail', async () => {
    const { db, pool } = app.database;
    const vins = { customer_name: 'www.vins.example', ship_address: 'Vins\r\n59 rue\r\nReims 51100\r\nFrance' };
    const known = {
      id: '100',
      ...vins,
      tran_date: '2026-05-04',
      tran_id: 'SO-100',
      memo: 'SO-memo',
      other_ref_num: 'SO-po',
    };
    const many = Array.from({ length: 11 }, (_, index) => ({
      id: String(101 + index),
      customer_name: `Number ${index}`,
    }));
    await db
      .insertInto('sales_orders')
      .values([known, ...many])
      .execute();
    await pool.query(`insert into order_lines (order_id, lines) values (100, '[{"line": 1}, {"line": 2}]')`);
    const [admin, guest] = [await app.signIn('admin'), await newGuest()];
    await assign(admin, guest.id, ['101', '100']);
    const text = (await inbox.mailsTo(guest.email))[0]?.text ?? '';
    expect(text).toMatch(/• Number 0\s+• Reims, France · www\. vins\. example · 2 items · ordered May 4, 2026\s/);
    expect(text).not.toMatch(/SO-|more/);
    const rest = many.map(({ id }) => id);
    await assign(admin, guest.id, ['100', ...rest]);
    const longer = (await inbox.mailsTo(guest.email, 2))[1]?.text ?? '';
    expect(longer.match(/•/g)).toHaveLength(10);
    expect(longer).toContain('… and 2 more');
  });

  test('is logged, and the guest can read the entry', async () => {
    const [admin, guest] = [await app.signIn('admin', { fullName: 'Ada' }), await newGuest()];
    await assign(admin, guest.id, ['1', '2']);
    await unassign(admin, guest.id, ['1', '4']);
    const { body } = await app.call(listActivity, { token: guest.token, query: { limit: 2 } });
    const lines = body.data.map(({ action, content }: { action: string; content: string }) => [action, content]);
    expect(Object.fromEntries(lines)).toEqual({
      'orders-assigned': 'Ada assigned 2 orders to Gustav Guest',
      'orders-unassigned': "Ada removed Gustav Guest's access to 1 order",
    });
  });
});

describe('unassigning', () => {
  test("removes only the guest's access to the given orders", async () => {
    const [admin, guest] = [await app.signIn('admin'), await newGuest()];
    await assign(admin, guest.id, ['1', '2', '3']);
    expect(await unassign(admin, guest.id, ['2', '9'])).toMatchObject({ status: 200, body: { removed: 1 } });
    expect(await seenBy(guest)).toEqual(['1', '3']);
  });

  test("is limited to orders in the caller's scope", async () => {
    const [admin, guest] = [await app.signIn('admin'), await newGuest()];
    const member = await app.signIn('member', { customerId: '1' });
    await assign(admin, guest.id, ['1', '2']);
    const listed = await listFor(member, guest.id);
    expect(listed.body.map(({ orderId }: { orderId: string }) => orderId)).toEqual(['1']);
    expect((await unassign(member, guest.id, ['1', '2'])).body).toMatchObject({ removed: 1 });
    expect(await seenBy(guest)).toEqual(['2']);
  });

  test('requires a guest', async () => {
    const admin = await app.signIn('admin');
    const member = await app.createUser({ role: 'customer_member' });
    for (const userId of [member.id, unknownId]) {
      expect((await unassign(admin, userId, ['1'])).status).toBe(404);
      expect((await listFor(admin, userId)).status).toBe(404);
    }
    expect((await unassign(admin, 'x', ['1'])).status).toBe(400);
    expect((await listFor(admin, 'x')).status).toBe(400);
  });
});

test('concurrent assigning and unassigning leave a consistent result', async () => {
  const [admin, guest] = [await app.signIn('admin'), await newGuest()];
  const orderIds = ['1', '2', '3', '4', '5'];
  for (let round = 0; round < 5; round += 1) {
    await Promise.all([assign(admin, guest.id, orderIds), unassign(admin, guest.id, orderIds)]);
    expect([0, 5]).toContain((await seenBy(guest)).length);
  }
});

test.each([...roles, null])('checks the permission of %s to assign', async (role: Role | null) => {
  const caller = await app.signIn(role);
  const guest = await newGuest();
  const isStaff = role === 'admin' || role === 'member';
  expect((await assign(caller, guest.id, ['1'])).status).toBe(isStaff ? 200 : 403);
  expect((await listFor(caller, guest.id)).status).toBe(isStaff ? 200 : 403);
  expect((await unassign(caller, guest.id, ['1'])).status).toBe(isStaff ? 200 : 403);
  const { token: _, ...unknown } = caller;
  expect((await assign({ ...unknown, token: '' }, guest.id, ['1'])).status).toBe(401);
});
