import { listActivity } from '@portal/contract/activity';
import { getProfile } from '@portal/contract/auth';
import { listOrders } from '@portal/contract/orders';
import { type Role, roles } from '@portal/contract/permissions';
import { type Group, listGroups, updateGroup } from '@portal/contract/users';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type SignedIn, startTestApp } from '../../testing/app.ts';
import { findGroupIds, findListed } from './testing/people.ts';

const app = await startTestApp();
afterAll(app.close);
const { db } = app.database;
const groups = await findGroupIds(db);
const own = ['customer_admin', 'customer_member', 'customer_guest'];

const people: Record<string, SignedIn> = {};
const tokenOf = (name: string) => people[name]?.token ?? '';
beforeAll(async () => {
  for (const role of roles) people[role] = await app.signIn(role, { fullName: role });
  people['customer_admin 2'] = await app.signIn('customer_admin', { customerId: '2' });
  people['customer_admin of none'] = await app.signIn('customer_admin', { customerId: null });
  people.nobody = await app.signIn(null);
});
beforeEach(async () => {
  await db.deleteFrom('group_names').execute();
  for (const role of roles) await db.updateTable('groups').set({ name: role }).where('type', '=', role).execute();
});

const edit = (caller: string, type: Role, name: string, description = 'As it is') =>
  app.call(updateGroup, { token: tokenOf(caller), params: { id: groups[type] }, body: { name, description } });
const namesFor = async (caller: string) =>
  (await app.call(listGroups, { token: tokenOf(caller) })).body.map(({ name }: Group) => name);
/** Labels of a user's groups as listed for the caller. */
const groupsOf = async (caller: string, name: string) =>
  (await findListed(app, tokenOf(caller), people[name]?.id ?? ''))?.groups;

describe('the list of groups', () => {
  test.each([
    ['admin', roles],
    ['member', roles],
    ['customer_admin', own],
    ['customer_member', own],
    ['customer_guest', own],
    ['customer_admin of none', own],
  ])('for %s', async (caller, types) => {
    const { status, body } = await app.call(listGroups, { token: tokenOf(caller) });
    expect([status, body.map(({ type }: Group) => type)]).toEqual([200, types]);
    expect(await namesFor(caller)).toEqual(types);
  });

  test('requires a session and a group', async () => {
    expect((await app.call(listGroups, { token: tokenOf('nobody') })).status).toBe(403);
    expect((await app.call(listGroups)).status).toBe(401);
  });
});

describe("an administrator's edit", () => {
  test('applies to everyone', async () => {
    const { status, body } = await edit('admin', 'customer_guest', ' Visitors ', 'They look');
    expect([status, body]).toEqual([
      200,
      {
        id: groups.customer_guest,
        name: 'Visitors',
        description: 'They look',
        type: 'customer_guest',
        version: expect.any(Number),
      },
    ]);
    for (const caller of ['admin', 'customer_member', 'customer_admin 2']) {
      expect(await namesFor(caller)).toContain('Visitors');
    }
    expect(await groupsOf('customer_guest', 'customer_guest')).toEqual(['Visitors']);
    const { updated_at } = await db
      .selectFrom('groups')
      .select('updated_at')
      .where('id', '=', groups.customer_guest)
      .executeTakeFirstOrThrow();
    expect(Date.parse(updated_at)).toBe(app.clock.now().getTime());
  });

  test('changes and grants no permissions', async () => {
    await edit('admin', 'admin', 'Kings');
    await edit('admin', 'customer_guest', 'admin');
    expect((await app.call(getProfile, { token: tokenOf('customer_guest') })).body.groups).toEqual(['customer_guest']);
    expect((await app.call(listOrders, { token: tokenOf('customer_guest') })).status).toBe(403);
    expect((await app.call(listOrders, { token: tokenOf('admin') })).status).toBe(200);
    expect(await groupsOf('admin', 'admin')).toEqual(['Kings']);
  });

  test.each([
    ['another group', 'MEMBER'],
    ['what a customer calls another group', 'ÉQUIPE'],
  ])('rejects the name of %s in any case', async (_, name) => {
    await edit('customer_admin', 'customer_member', 'Équipe');
    const { status, body } = await edit('admin', 'customer_guest', name);
    expect([status, body.message]).toEqual([409, 'Another group has this name already.']);
    expect((await edit('admin', 'customer_guest', 'CUSTOMER_GUEST')).status).toBe(200);
    // An edit of the description alone is not a rename.
    expect((await edit('admin', 'customer_guest', 'CUSTOMER_GUEST', 'anew')).status).toBe(200);
  });
});

describe("a company administrator's edit", () => {
  test('applies only to its own company', async () => {
    const { body } = await edit('customer_admin', 'customer_guest', 'Friends', 'Ours');
    expect(body).toMatchObject({ name: 'Friends', description: 'Ours', type: 'customer_guest' });
    for (const caller of ['customer_admin', 'customer_member', 'customer_guest']) {
      expect(await namesFor(caller)).toEqual(['customer_admin', 'customer_member', 'Friends']);
    }
    for (const caller of ['admin', 'member', 'customer_admin 2', 'customer_admin of none']) {
      expect(await namesFor(caller)).not.toContain('Friends');
    }
    expect(await groupsOf('customer_admin', 'customer_guest')).toEqual(['Friends']);
    expect(await groupsOf('admin', 'customer_guest')).toEqual(['customer_guest']);
    // Its labels stay when the portal's names change, and can be edited again.
    await edit('admin', 'customer_guest', 'Visitors');
    expect(await namesFor('customer_guest')).toContain('Friends');
    expect(await namesFor('customer_admin 2')).toContain('Visitors');
    await edit('customer_admin', 'customer_guest', 'Old friends');
    expect(await namesFor('customer_guest')).toContain('Old friends');
  });

  test('accepts a name that is unused among the visible ones', async () => {
    await edit('customer_admin 2', 'customer_guest', 'Friends');
    expect((await edit('customer_admin', 'customer_member', 'Friends')).status).toBe(200);
    expect((await edit('customer_admin', 'customer_guest', 'FRIENDS')).status).toBe(409);
    expect((await edit('customer_admin', 'customer_guest', 'Customer_Admin')).status).toBe(409);
    // The portal's name of its renamed member group is available to it.
    expect((await edit('customer_admin', 'customer_guest', 'customer_member')).status).toBe(200);
  });

  test.each(['admin', 'member'] as const)('cannot rename the group %s', async (type) => {
    expect((await edit('customer_admin', type, 'Ours')).status).toBe(404);
  });

  test('requires a company', async () => {
    expect((await edit('customer_admin of none', 'customer_guest', 'Ours')).status).toBe(404);
  });
});

describe('an edit', () => {
  test.each(['member', 'customer_member', 'customer_guest', 'nobody'])('is forbidden for %s', async (caller) => {
    expect((await edit(caller, 'customer_guest', 'Mine')).status).toBe(403);
  });

  test('requires a session, an existing group and a name', async () => {
    const call = (id: string, name: string, token?: string) =>
      app.call(updateGroup, { params: { id }, body: { name, description: '' }, ...(token && { token }) });
    expect((await call(groups.member, 'Name')).status).toBe(401);
    expect((await call('01234567-89ab-4cde-8f01-23456789abcd', 'Name', tokenOf('admin'))).status).toBe(404);
    expect((await call('one', 'Name', tokenOf('admin'))).status).toBe(400);
    expect((await call(groups.member, '  ', tokenOf('admin'))).status).toBe(400);
  });

  test.each([
    ['an empty name', { name: ' ' }, 'name', 'The name is required.'],
    ['a name that is too long', { name: 'x'.repeat(101) }, 'name', 'The name must be at most 100 characters.'],
    ['an invisible name', { name: '\u200b' }, 'name', 'The name must contain visible characters.'],
    [
      'a long description',
      { description: 'x'.repeat(1001) },
      'description',
      'The description must be at most 1000 characters.',
    ],
  ])('with %s is rejected with a message for the field', async (_, part, path, message) => {
    const body = { name: 'Name', description: '', ...part };
    const answer = await app.call(updateGroup, { token: tokenOf('admin'), params: { id: groups.member }, body });
    expect([answer.status, answer.body.message, answer.body.details]).toEqual([400, message, [{ path, message }]]);
  });

  test('to the displayed name of another group is rejected at the name', async () => {
    const { status, body } = await edit('admin', 'customer_guest', 'customer administrator');
    const message = 'Another group has this name already.';
    expect([status, body.message, body.details]).toEqual([409, message, [{ path: 'name', message }]]);
  });

  test("is logged: a company's for itself and staff, the portal's for staff", async () => {
    const linesFor = async (caller: string) => {
      const { body } = await app.call(listActivity, { token: tokenOf(caller), query: { action: 'group-edited' } });
      return body.data.map(({ content }: { content: string }) => content);
    };
    app.clock.advance(1000);
    await edit('customer_admin', 'customer_guest', 'Pals', 'Ours');
    app.clock.advance(1000);
    await edit('customer_admin', 'customer_guest', 'Pals', 'All ours');
    app.clock.advance(1000);
    await edit('admin', 'member', 'Team');
    const before = await linesFor('admin');
    await edit('admin', 'member', 'Team');
    expect(await linesFor('admin')).toEqual(before);
    const ofCompany = [
      'customer_admin changed the description of the group Pals',
      'customer_admin renamed the group Customer guest to Pals',
    ];
    expect(before.slice(0, 3)).toEqual(['admin renamed the group Member to Team', ...ofCompany]);
    expect((await linesFor('customer_member')).slice(0, 2)).toEqual(ofCompany);
    expect(await linesFor('customer_member')).not.toContain('admin renamed the group Member to Team');
    expect((await linesFor('customer_admin 2')).filter((line: string) => line.includes('Pals'))).toEqual([]);
  });
});
