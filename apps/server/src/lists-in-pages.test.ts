import { listAssignments } from '@portal/contract/assignments';
import type { EndpointDefinition } from '@portal/contract/endpoint';
import * as invitations from '@portal/contract/invitations';
import { listRelatedUsers, listUsers } from '@portal/contract/users';
import { MAX_LISTED } from '@portal/contract/values';
import { listCustomerViewers, listOrderViewers } from '@portal/contract/viewers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp } from './testing/app.ts';
import { readPages } from './testing/read-pages.ts';

const app = await startTestApp();
afterAll(app.close);
const { db, pool } = app.database;
const admin = await app.signIn('admin');

/** Of the customer's pending guests, its members, and the orders assigned to one guest. */
const count = 2 * MAX_LISTED + 20;
let guestId = '';

beforeAll(async () => {
  await db.insertInto('customers').values({ id: '1', company_name: 'Alpha' }).execute();
  const guest = await app.createUser({ role: 'customer_guest', fullName: null, email: 'guest-0@test.example' });
  guestId = guest.id;
  await pool.query(
    `insert into users (email, full_name, status, group_id, customer_id)
     select kind.type || '-' || n || '@test.example', 'Same name', kind.status, groups.id, 1
     from generate_series(1, $1::int) n,
       (values ('customer_guest', 0), ('customer_member', 1)) kind (type, status) join groups using (type)`,
    [count],
  );
  await pool.query(
    `insert into invitations (user_id, invited_by_name, created_at, expires_at)
     select id, 'Ada', $1, $1::timestamptz + interval '1 day' from users where status = 0`,
    [app.clock.now()],
  );
  await pool.query('insert into sales_orders (id, customer_id) select n, 1 from generate_series(1, $1::int) n', [
    count,
  ]);
  await pool.query('insert into order_assignments (user_id, order_id) select $1, id from sales_orders where id > 1', [
    guestId,
  ]);
  await pool.query(
    "insert into order_assignments (user_id, order_id) select id, 1 from users where email like '%guest%'",
  );
});

const members = `select id from users where email like 'customer_member%'`;
const guests = `select id from users where email like '%guest-%'`;
const seesFirst = `select id from users where email = 'guest-0@test.example' or id = '${admin.id}'`;
const pending = 'select id from users where status = 0';

const lists: [EndpointDefinition, { expected: string; params?: Record<string, string>; idName?: string }][] = [
  [listUsers, { expected: 'select id from users' }],
  [listRelatedUsers, { expected: `${members} union ${guests}` }],
  [invitations.listGuestUsers, { expected: guests }],
  [invitations.listInvitations, { expected: pending }],
  [invitations.listRelatedInvitations, { expected: pending }],
  [invitations.listActiveInvitations, { expected: pending }],
  [listOrderViewers, { expected: `${members} union ${seesFirst}`, params: { id: '1' }, idName: 'userId' }],
  [listCustomerViewers, { expected: `${members} union select '${admin.id}'`, params: { id: '1' }, idName: 'userId' }],
];

test.each(lists)(
  'a list of thousands is complete although its last row is deleted between two pages: %o',
  async (endpoint, { expected, params = {}, idName = 'id' }) => {
    const { rows } = await pool.query<{ id: string }>(expected);
    const input = { token: admin.token, params };
    const pages = await readPages(app, endpoint, input, idName, async (ids) => {
      const last = ids.toSorted().at(-1);
      if (last !== admin.id) await pool.query('delete from users where id = $1', [last]);
    });
    expect(pages.flat().toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
    expect(pages.length).toBeGreaterThan(2);
    expect(new Set(pages.slice(0, -1).map((ids) => ids.length))).toEqual(new Set([MAX_LISTED]));
  },
);

test("a guest's assignments are complete although one is removed between two pages", async () => {
  const input = { token: admin.token, params: { userId: guestId } };
  const { rows } = await pool.query('select order_id from order_assignments where user_id = $1', [guestId]);
  const pages = await readPages(app, listAssignments, input, 'orderId', async (ids) => {
    const last = Math.max(...ids.map(Number));
    expect(last).toBe(MAX_LISTED);
    await pool.query('delete from order_assignments where user_id = $1 and order_id = $2', [guestId, last]);
  });
  expect(pages.map((ids) => ids.length)).toEqual([MAX_LISTED, MAX_LISTED, 20]);
  expect(pages.flat().toSorted()).toEqual(rows.map(({ order_id }) => String(order_id)).toSorted());
});

test.each(lists)('names a page that does not begin with an id: %o', async (endpoint, { params = {} }) => {
  const { status, body } = await app.call<EndpointDefinition>(endpoint, {
    token: admin.token,
    params,
    query: { after: 'the first' },
  });
  expect([status, body.message]).toEqual([400, expect.stringContaining('after')]);
});
