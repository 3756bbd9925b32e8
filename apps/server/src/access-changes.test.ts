import { assignOrders, unassignOrders } from '@portal/contract/assignments';
import { register } from '@portal/contract/auth';
import type { EndpointDefinition } from '@portal/contract/endpoint';
import {
  createInvitation,
  deleteGuestUser,
  inviteGuest,
  inviteMany,
  inviteUser,
  resendInvitation,
  revokeInvitation,
  revokeInvitationAlias,
} from '@portal/contract/invitations';
import { type Role, roles } from '@portal/contract/permissions';
import { deleteUser, setUserPassword, updateGroup, updateUser } from '@portal/contract/users';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { generateOrders, upsertOrders } from './features/orders/testing/order-arbitrary.ts';
import { changedPairs, changedUsers, type Rights, readState, type State } from './testing/access/snapshot-of-rights.ts';
import { type SignedIn, startTestApp } from './testing/app.ts';

const app = await startTestApp();
afterAll(app.close);
const { db, pool } = app.database;

const customers = ['1', '2'];
const orders = generateOrders(12, 5).map((order) => ({ ...order, customer_id: 1 + (order.id % 2) }));
await upsertOrders(pool, orders);
await db
  .insertInto('customers')
  .values(customers.map((id) => ({ id, company_name: `Company ${id}` })))
  .execute();
const groups = await db.selectFrom('groups').select(['id', 'type']).execute();
const groupOf = (role: Role) => groups.find(({ type }) => type === role)?.id ?? '';

/** Any state-changing request, by any caller, about any user, group and company. */
const attempt = fc.record({
  by: fc.nat(20),
  about: fc.nat(30),
  call: fc.constantFrom<EndpointDefinition[]>(
    createInvitation,
    inviteUser,
    inviteGuest,
    inviteMany,
    register,
    resendInvitation,
    revokeInvitation,
    revokeInvitationAlias,
    deleteGuestUser,
    // Dangerous requests are more frequent.
    ...[updateUser, updateUser, updateUser, updateUser, deleteUser, setUserPassword, updateGroup],
    ...[assignOrders, assignOrders, unassignOrders],
  ),
  role: fc.constantFrom(...roles),
  customer: fc.constantFrom(...customers, undefined),
  order: fc.integer({ min: 1, max: 12 }),
});
type Attempt = typeof attempt extends fc.Arbitrary<infer Value> ? Value : never;

let made = 0;
async function make(call: Attempt, people: readonly SignedIn[], everybody: readonly string[]) {
  made += 1;
  const by = people[call.by % people.length];
  const about = everybody[call.about % everybody.length] ?? '';
  const known = people.find(({ id }) => id === about);
  const email = call.call === updateUser && known !== undefined ? known.email : `made-${made}@test.example`;
  const person = { email, fullName: 'Made up', groupId: groupOf(call.role), customerNetsuiteId: call.customer };
  const password = `a long pass phrase ${made}`;
  const body = {
    ...person,
    password,
    name: `${call.role} ${made}`,
    description: '',
    userId: about,
    orderIds: [String(call.order)],
    invitations: [person],
  };
  const params = { id: call.call === updateGroup ? groupOf(call.role) : about, userId: about };
  const { status } = await app.call<EndpointDefinition>(call.call, {
    token: by?.token ?? '',
    params,
    ...(call.call.body === undefined ? {} : { body }),
  });
  expect(status).toBeLessThan(500);
  return by?.id ?? '';
}

const isCustomers = (rights: Rights, customerId: string | null) =>
  (rights.role?.startsWith('customer_') ?? false) && rights.customerId === customerId;

/** Changes that the rules allow the caller, whatever the request was. */
function judge(doer: Rights | undefined, doerId: string, before: State, after: State): void {
  const users = changedUsers(before, after);
  const pairs = changedPairs(before, after);
  const mayAssign = doer?.role === 'admin' || doer?.role === 'member';
  if (doer?.role !== 'admin') {
    expect(after.groups).toBe(before.groups);
    // A company's administrator creates and changes only its own people, and makes none of them staff.
    const reach = doer?.role === 'customer_admin' ? doer.customerId : undefined;
    const within = users.every(({ was, is }) =>
      [was, is].every((rights) => rights === undefined || (reach != null && isCustomers(rights, reach))),
    );
    expect(within, JSON.stringify({ doer, users })).toBe(true);
    for (const [customer, text] of after.names) {
      if (text !== before.names.get(customer)) expect(customer).toBe(reach);
    }
  }
  // Guests who are deleted, moved or promoted lose their assignments.
  const lost = new Set(users.map(({ id }) => id));
  const others = pairs.filter((pair) => after.assignments.has(pair) || !lost.has(pair.split(' ')[0] ?? ''));
  if (!mayAssign) expect(others).toEqual([]);
  if (doer?.role === 'member' && doer.customerId !== null) {
    for (const pair of others) expect(customerOfOrder(pair)).toBe(doer.customerId);
  }
  for (const pair of after.assignments) expect(after.users.get(pair.split(' ')[0] ?? '')?.role).toBe('customer_guest');
  const own = after.users.get(doerId);
  if (doer !== undefined && own !== undefined) expect(rank(own)).toBeLessThanOrEqual(rank(doer));
  expect([...after.users.values()].some(({ role, status }) => role === 'admin' && status === 1)).toBe(true);
}

function customerOfOrder(pair: string): string {
  return String(orders.find(({ id }) => pair.endsWith(` ${id}`))?.customer_id);
}

function rank({ role }: Rights): number {
  return role === null ? 0 : roles.length - roles.indexOf(role);
}

test('no sequence of requests grants a right that its caller may not grant', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(attempt, { minLength: 10, maxLength: 40 }), async (attempts) => {
      await db.deleteFrom('users').execute();
      await db.deleteFrom('group_names').execute();
      const people: SignedIn[] = [];
      for (const role of roles) {
        for (const customerId of role === 'admin' ? [null, null] : [...customers, null]) {
          people.push(await app.signIn(role, { customerId }));
        }
      }
      people.push(await app.signIn(null));
      let before = await readState(app);
      for (const call of attempts) {
        const doerId = await make(call, people, [...before.users.keys()]);
        const after = await readState(app);
        judge(before.users.get(doerId), doerId, before, after);
        before = after;
      }
    }),
    { numRuns: 15 },
  );
});
