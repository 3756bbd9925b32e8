import { assignOrders } from '@portal/contract/assignments';
import { getOrder, listAssignedOrders, listCustomerOrders } from '@portal/contract/orders';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedIn, startTestApp } from '../../testing/app.ts';

const app = await startTestApp();
afterAll(app.close);
const { db, pool } = app.database;

const order = { customer_id: '1', customer_name: 'Vins et alcools', status_name: 'Pending Fulfillment' };
beforeAll(async () => {
  await db
    .insertInto('sales_orders')
    .values([
      { id: '1', ...order, ship_address: 'Vins\r\n59 rue de l’Abbaye\r\nReims 51100\r\nFrance', tran_id: 'SO1' },
      { id: '2', ...order, ship_address: 'Vins\nLuisenstr. 48\n44087 Münster\nGermany', tran_id: 'SO2' },
      { id: '3', ...order, tran_id: 'SO3' },
    ])
    .execute();
  await pool.query(
    `insert into fulfillments (id, order_id, ship_date, method_name, carrier, tran_id) values
       (10, 1, '2026-05-04', 'United Package', 'UPS', 'IF10'), (11, 1, '2026-05-01', 'Speedy Express', null, 'IF11'),
       (12, 1, '2026-05-09', null, null, 'IF12'), (15, 1, '2026-05-02', 'Speedy Express', null, 'IF15'), (13, 2, null, null, 'ups', 'IF13'),
       (14, 3, null, null, 'nonups', 'IF14')`,
  );
});

async function assign(guest: SignedIn, orderIds: string[], terms: object): Promise<void> {
  const admin = await app.signIn('admin');
  const answer = await app.call(assignOrders, { token: admin.token, body: { userId: guest.id, orderIds, ...terms } });
  expect(answer.status).toBe(200);
}

test("a guest's orders carry ship-to, carrier, note and end of its own assignment", async () => {
  const [guest, other] = [await app.signIn('customer_guest'), await app.signIn('customer_guest')];
  const until = '2031-05-09T03:59:59.999Z';
  await assign(guest, ['1'], { note: 'Dock 4', endsAt: until });
  await assign(guest, ['2', '3'], {});
  await assign(other, ['1', '2', '3'], { note: 'Not for the first guest' });

  const expected = {
    1: { shipTo: 'Reims, France', carrier: 'United Package, Speedy Express', until, note: 'Dock 4' },
    2: { shipTo: 'Münster, Germany', carrier: 'UPS', until: null },
    3: { until: null },
  };
  const { body: page } = await app.call(listAssignedOrders, { token: guest.token });
  const found = page.items.map(({ id, assignment }: { id: string; assignment?: object }) => [id, assignment]);
  expect(Object.fromEntries(found)).toEqual(expected);
  const { body: detail } = await app.call(getOrder, { token: guest.token, params: { id: '1' } });
  expect(detail.assignment).toEqual(expected[1]);
  // Numbers of orders and fulfillments stay hidden.
  expect(JSON.stringify([page, detail])).not.toMatch(/SO\d|IF1\d/);
});

test("another user's orders carry no assignment", async () => {
  const member = await app.signIn('customer_member', { customerId: '1' });
  const { body } = await app.call(listCustomerOrders, { token: member.token });
  expect(body.items).toHaveLength(3);
  expect(body.items.filter((item: object) => 'assignment' in item)).toEqual([]);
});
