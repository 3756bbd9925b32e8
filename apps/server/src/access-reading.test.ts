import { listActivity } from '@portal/contract/activity';
import { assignOrders, unassignOrders } from '@portal/contract/assignments';
import { getCustomer, listCustomers, listOrdersOfCustomer } from '@portal/contract/customers';
import type { EndpointDefinition } from '@portal/contract/endpoint';
import { listInvitations } from '@portal/contract/invitations';
import { getOrder, listAssignedOrders, listCustomerOrders, listOrders } from '@portal/contract/orders';
import { type Role, roles } from '@portal/contract/permissions';
import { deleteUser, listUsers, updateUser } from '@portal/contract/users';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { generateOrders, upsertOrders } from './features/orders/testing/order-arbitrary.ts';
import {
  assignment,
  type Model,
  type Person,
  seesCustomer,
  seesOrder,
  seesPerson,
} from './testing/access/people-model.ts';
import { startTestApp } from './testing/app.ts';

const app = await startTestApp();
afterAll(app.close);
const { db, pool } = app.database;

const customers = ['1', '2', '3'];
const orders = generateOrders(60, 11).map((order) => ({
  ...order,
  customer_id: [1, 2, 3, null][order.id % 4] ?? null,
}));
await upsertOrders(pool, orders);
await db
  .insertInto('customers')
  .values(customers.map((id) => ({ id, company_name: `Company ${id}` })))
  .execute();
const groups = await db.selectFrom('groups').select(['id', 'type']).execute();
const maker = await app.signIn('admin');

type Step =
  | { kind: 'assign' | 'unassign'; guest: number; orders: number[] }
  | { kind: 'move'; user: number; role: Role; customer: string }
  | { kind: 'delete'; user: number };

const someone = fc.nat(11);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('assign' as const, 'unassign' as const),
      guest: someone,
      orders: fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 8 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      user: someone,
      role: fc.constantFrom(...roles),
      customer: fc.constantFrom(...customers),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), user: someone }) },
);
const person = fc.record({
  role: fc.option(fc.constantFrom<Role[]>(...roles), { nil: null, freq: 12 }),
  customerId: fc.option(fc.constantFrom(...customers), { nil: null, freq: 6 }),
});

/** Creates a model of people, and the same people in the portal. */
async function populate(people: readonly { role: Role | null; customerId: string | null }[]): Promise<Model> {
  await db.deleteFrom('users').where('id', '<>', maker.id).execute();
  const model: Model = { people: [], orders: [], customers, assignments: new Set() };
  model.orders = orders.map(({ id, customer_id }) => ({ id: String(id), customerId: customer_id?.toString() ?? null }));
  for (const { role, customerId } of people) {
    const user = await app.signIn(role, { customerId, fullName: `Person of ${customerId}` });
    model.people.push({ ...user, role, customerId });
  }
  model.people.push({ ...maker, role: 'admin', customerId: null });
  return model;
}

/** Applies a step through the API as an administrator, and to the model. */
async function take(model: Model, step: Step): Promise<void> {
  const { token } = maker;
  const at = (index: number) => model.people.slice(0, -1)[index % Math.max(1, model.people.length - 1)];
  const user = at(step.kind === 'move' || step.kind === 'delete' ? step.user : step.guest);
  if (user === undefined) return;
  if (step.kind === 'delete') {
    const { status } = await app.call(deleteUser, { token, params: { id: user.id } });
    expect(status).toBe(200);
    model.people.splice(model.people.indexOf(user), 1);
  } else if (step.kind === 'move') {
    const isCustomerSide = step.role.startsWith('customer_');
    const customerNetsuiteId = isCustomerSide ? step.customer : '';
    const groupId = groups.find(({ type }) => type === step.role)?.id;
    const body = { email: user.email, fullName: 'Moved', groupId, customerNetsuiteId, parentId: '' };
    const { status } = await app.call(updateUser, { token, params: { id: user.id }, body });
    expect(status).toBe(200);
    const customerId = isCustomerSide ? step.customer : null;
    // A guest who leaves loses all assignments and does not regain them on return.
    if (step.role !== 'customer_guest' || (user.role === 'customer_guest' && customerId !== user.customerId)) {
      for (const order of model.orders) model.assignments.delete(assignment(user.id, order.id));
    }
    Object.assign(user, { role: step.role, customerId });
  } else {
    const orderIds = step.orders.map(String);
    const call = step.kind === 'assign' ? assignOrders : unassignOrders;
    const { status } = await app.call<EndpointDefinition>(call, {
      token,
      params: { userId: user.id },
      body: { userId: user.id, orderIds },
    });
    expect(status).toBe(user.role === 'customer_guest' ? 200 : step.kind === 'assign' ? 400 : 404);
    if (status !== 200) return;
    for (const id of orderIds) {
      if (step.kind === 'assign') model.assignments.add(assignment(user.id, id));
      else model.assignments.delete(assignment(user.id, id));
    }
  }
}

const listOf = (role: Role | null) => {
  if (role === 'admin') return listOrders;
  return role === 'customer_guest' ? listAssignedOrders : listCustomerOrders;
};
const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id).sort();

/** Reads everything that one person can request, and compares it with what the model allows. */
async function compare(model: Model, who: Person): Promise<void> {
  const { token } = who;
  const expected = ids(model.orders.filter((order) => seesOrder(model, who, order)));
  const people = ids(model.people.filter((other) => seesPerson(who, other)));
  const own = model.customers.filter((id) => seesCustomer(who, id));
  if (who.role === null) {
    for (const endpoint of [listCustomerOrders, listCustomers, listUsers, listInvitations, listActivity]) {
      expect((await app.call<EndpointDefinition>(endpoint, { token })).status).toBe(403);
    }
    return;
  }
  const list = (query: object) => app.call(listOf(who.role), { token, query: { limit: 100, ...query } });
  const all = await list({});
  expect(ids(all.body.items)).toEqual(expected);
  expect(all.body.total).toBe(expected.length);
  const found = await list({ search: 'acme', sortBy: 'total', sortOrder: 'ASC' });
  expect(expected).toEqual(expect.arrayContaining(ids(found.body.items)));
  expect(found.body.total).toBe(found.body.items.length);
  const filtered = await list({ filter: JSON.stringify({ status: 'Billed', createData: '2024-01-10,2024-03-01' }) });
  expect(expected).toEqual(expect.arrayContaining(ids(filtered.body.items)));
  expect((await list({ limit: 1 })).body.total).toBe(expected.length);

  for (const order of model.orders.filter((_, index) => index % 7 === expected.length % 7)) {
    const { status } = await app.call(getOrder, { token, params: { id: order.id } });
    expect(status).toBe(expected.includes(order.id) ? 200 : 404);
  }
  const listed = await app.call(listCustomers, { token, query: { limit: 100 } });
  expect(ids(listed.body.items)).toEqual(own);
  for (const id of model.customers) {
    expect((await app.call(getCustomer, { token, params: { id } })).status).toBe(own.includes(id) ? 200 : 404);
    const theirs = await app.call(listOrdersOfCustomer, { token, params: { id }, query: { limit: 100 } });
    expect(theirs.status).toBe(own.includes(id) ? 200 : 404);
    if (theirs.status !== 200) continue;
    const visible = model.orders.filter((order) => order.customerId === id && expected.includes(order.id));
    expect(ids(theirs.body.items)).toEqual(ids(visible));
  }
  expect(ids((await app.call(listUsers, { token })).body.data)).toEqual(people);
  const lines = await app.call(listActivity, { token, query: { limit: 500 } });
  if (who.role !== 'customer_guest') return;
  for (const { actor, subject } of lines.body.data) expect([actor?.id, subject?.id]).toContain(who.id);
}

test('everyone reads exactly what they may see after any moves, assignments and deletions', async () => {
  const worlds = fc.tuple(
    fc.array(person, { minLength: 4, maxLength: 12 }),
    fc.array(step, { minLength: 1, maxLength: 14 }),
  );
  await fc.assert(
    fc.asyncProperty(worlds, async ([people, steps]) => {
      const model = await populate(people);
      for (const next of steps) await take(model, next);
      for (const who of model.people) await compare(model, who);
    }),
    { numRuns: Number(process.env.ACCESS_RUNS ?? 8) },
  );
});
