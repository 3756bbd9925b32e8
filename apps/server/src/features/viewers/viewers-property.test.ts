import { getCustomer } from '@portal/contract/customers';
import { getOrder } from '@portal/contract/orders';
import { roles } from '@portal/contract/permissions';
import { listCustomerViewers, listOrderViewers, type RecordViewer } from '@portal/contract/viewers';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hourMs } from '../../platform/clock.ts';
import { type SignedIn, startTestApp } from '../../testing/app.ts';

const app = await startTestApp();
afterAll(app.close);
const { db } = app.database;

const customers = ['1', '2', '3'];
const orders = ['11', '12', '13', '14'];

const person = fc.record({
  role: fc.constantFrom(...roles, null),
  customerId: fc.constantFrom(...customers, null),
  status: fc.constantFrom(1, 1, 1, 0),
  hours: fc.constantFrom(null, null, 1, 0, -1),
  assigned: fc.subarray(orders),
});
/** Many users, and the customer of each order. */
const world = fc.record({
  people: fc.array(person, { minLength: 5, maxLength: 25 }),
  owners: fc.tuple(...orders.map(() => fc.constantFrom(...customers, null))),
});
type World = typeof world extends fc.Arbitrary<infer Value> ? Value : never;

let admin: SignedIn;
beforeAll(async () => {
  await db
    .insertInto('customers')
    .values(customers.map((id) => ({ id })))
    .execute();
  await db
    .insertInto('sales_orders')
    .values(orders.map((id) => ({ id })))
    .execute();
  await db
    .insertInto('order_lines')
    .values(orders.map((order_id) => ({ order_id, lines: '[]' })))
    .execute();
});

async function build({ people, owners }: World): Promise<SignedIn[]> {
  await db.deleteFrom('users').execute();
  admin = await app.signIn('admin');
  for (const [index, id] of orders.entries()) {
    const customerId = owners[index] ?? null;
    await db.updateTable('sales_orders').set({ customer_id: customerId }).where('id', '=', id).execute();
  }
  const signedIn: SignedIn[] = [admin];
  for (const { role, customerId, status, hours, assigned } of people) {
    const expiry = hours === null ? {} : { expiresAt: new Date(app.clock.now().getTime() + hours * hourMs) };
    const user = await app.signIn(role, { customerId, status, ...expiry });
    signedIn.push(user);
    // Assigned regardless of role: assignments left from a former role must grant nothing.
    const rows = assigned.map((order_id) => ({ user_id: user.id, order_id, assigned_by: admin.id }));
    if (rows.length > 0) await db.insertInto('order_assignments').values(rows).execute();
  }
  return signedIn;
}

/** Returns the users whose own request for the record succeeds. */
async function answered(everybody: SignedIn[], endpoint: typeof getOrder | typeof getCustomer, id: string) {
  const seeing: string[] = [];
  for (const { token, id: userId } of everybody) {
    const { status } = await app.call<typeof getOrder | typeof getCustomer>(endpoint, { token, params: { id } });
    expect([200, 401, 403, 404]).toContain(status);
    if (status === 200) seeing.push(userId);
  }
  return seeing.toSorted();
}

async function listed(endpoint: typeof listOrderViewers | typeof listCustomerViewers, id: string) {
  const { status, body } = await app.call<typeof listOrderViewers | typeof listCustomerViewers>(endpoint, {
    token: admin.token,
    params: { id },
  });
  expect(status).toBe(200);
  const viewers: RecordViewer[] = body.data;
  return viewers.map(({ userId }) => userId).toSorted();
}

test('lists as viewers of a record exactly the users whose own request for it succeeds', async () => {
  const seen = { orders: 0, customers: 0 };
  await fc.assert(
    fc.asyncProperty(world, async (one) => {
      const everybody = await build(one);
      for (const id of orders) {
        const expected = await answered(everybody, getOrder, id);
        expect(await listed(listOrderViewers, id), `order ${id}`).toEqual(expected);
        seen.orders += expected.length - 1;
      }
      for (const id of customers) {
        const expected = await answered(everybody, getCustomer, id);
        expect(await listed(listCustomerViewers, id), `customer ${id}`).toEqual(expected);
        seen.customers += expected.length - 1;
      }
    }),
    { numRuns: 12 },
  );
  // The viewers included users other than the administrator.
  expect(Math.min(seen.orders, seen.customers)).toBeGreaterThan(20);
});
