import type { Role } from '@portal/contract/permissions';
import { listRelatedUsers, listUsers, type User } from '@portal/contract/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hourMs } from '../../platform/clock.ts';
import { type SignedIn, startTestApp } from '../../testing/app.ts';
import { findGroupIds, findListed } from './testing/people.ts';

const app = await startTestApp();
afterAll(app.close);
const { db } = app.database;
const groups = await findGroupIds(db);

/** Named by role, then company. */
const people: Record<string, SignedIn> = {};
const tokenOf = (name: string) => people[name]?.token ?? '';
const idOf = (name: string) => people[name]?.id ?? '';

beforeAll(async () => {
  await db
    .insertInto('customers')
    .values([
      { id: '1', company_name: 'Alpha', entity_id: 'C1' },
      { id: '2', entity_id: 'C2' },
    ])
    .execute();
  const wanted: [string, Role | null, string | null][] = [
    ['admin', 'admin', null],
    ['member', 'member', null],
    ['member 1', 'member', '1'],
    ['company admin 1', 'customer_admin', '1'],
    ['company member 1', 'customer_member', '1'],
    ['guest 1', 'customer_guest', '1'],
    ['company admin 2', 'customer_admin', '2'],
    ['guest 2', 'customer_guest', '2'],
    ['company admin of none', 'customer_admin', null],
    ['nobody 1', null, '1'],
  ];
  for (const [name, role, customerId] of wanted) people[name] = await app.signIn(role, { customerId, fullName: name });
  await app.createUser({ role: 'customer_member', fullName: 'pending 1', status: 0 });
});

const company1 = ['company admin 1', 'company member 1', 'guest 1', 'pending 1'];

describe.each([
  ['users', listUsers],
  ['related users', listRelatedUsers],
] as const)('the list of %s', (name, endpoint) => {
  const namesFor = async (caller: string) => {
    const { status, body } = await app.call(endpoint, { token: tokenOf(caller) });
    expect(status).toBe(200);
    return body.data.map((user: User) => user.fullName);
  };

  test('contains everyone in scope by creation time', async () => {
    const customerSide = [...company1.slice(0, 3), 'company admin 2', 'guest 2', 'company admin of none', 'pending 1'];
    const forStaff = name === 'users' ? [...Object.keys(people), 'pending 1'] : customerSide;
    expect(await namesFor('admin')).toEqual(forStaff);
    expect(await namesFor('member')).toEqual(forStaff);
    expect(await namesFor('member 1')).toEqual(forStaff);
    expect(await namesFor('company admin 1')).toEqual(company1);
    expect(await namesFor('company member 1')).toEqual(company1);
    expect(await namesFor('company admin 2')).toEqual(['company admin 2', 'guest 2']);
    expect(await namesFor('guest 1')).toEqual(['guest 1']);
    expect(await namesFor('company admin of none')).toEqual(['company admin of none']);
  });

  test('requires a session and a group', async () => {
    expect((await app.call(endpoint)).status).toBe(401);
    const headers = { authorization: `Bearer ${tokenOf('nobody 1')}` };
    expect((await app.fetch(`/api${endpoint.path}`, { headers })).status).toBe(403);
  });
});

describe('a listed user', () => {
  test('has exactly the documented fields', async () => {
    const expiresAt = new Date(app.clock.now().getTime() + hourMs);
    const parent = idOf('company admin 1');
    const guest = await app.createUser({ role: 'customer_guest', fullName: 'Full Guest', expiresAt });
    await db.updateTable('users').set({ parent_id: parent }).where('id', '=', guest.id).execute();
    const found = await findListed(app, tokenOf('admin'), guest.id);
    expect(found).toEqual({
      id: guest.id,
      email: guest.email,
      fullName: 'Full Guest',
      status: 1,
      groups: ['customer_guest'],
      groupId: groups.customer_guest,
      customerNetsuiteId: '1',
      customerName: 'Alpha',
      parentId: parent,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      expiresAt: expect.any(String),
      version: 2,
    });
    expect(Date.parse(found?.expiresAt ?? '')).toBe(expiresAt.getTime());
    await db.deleteFrom('users').where('id', '=', guest.id).execute();
  });

  test('omits absent names, group, company and parent', async () => {
    const bare = await app.createUser({ role: null, fullName: null });
    const found = await findListed(app, tokenOf('admin'), bare.id);
    const keys = ['id', 'email', 'status', 'groups', 'createdAt', 'updatedAt', 'expiresAt', 'version'];
    expect(Object.keys(found ?? {}).toSorted()).toEqual(keys.toSorted());
    expect(found).toMatchObject({ groups: [], expiresAt: null });
    await db.deleteFrom('users').where('id', '=', bare.id).execute();
  });

  test('uses the entity id of a company without a name', async () => {
    expect(await findListed(app, tokenOf('admin'), idOf('guest 2'))).toMatchObject({ customerName: 'C2' });
  });

  test('shows the parent only to users who can see the parent', async () => {
    const setParent = (parent: string | null) =>
      db.updateTable('users').set({ parent_id: parent }).where('id', '=', idOf('guest 1')).execute();
    const parentFor = async (caller: string) => (await findListed(app, tokenOf(caller), idOf('guest 1')))?.parentId;
    await setParent(idOf('member 1'));
    expect(await parentFor('admin')).toBe(idOf('member 1'));
    expect(await parentFor('company admin 1')).toBeUndefined();
    await setParent(idOf('company member 1'));
    expect(await parentFor('company admin 1')).toBe(idOf('company member 1'));
    expect(await parentFor('guest 1')).toBeUndefined();
    await setParent(null);
  });
});
