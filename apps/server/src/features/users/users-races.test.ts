import { deleteUser, updateGroup } from '@portal/contract/users';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type SignedIn, startTestApp } from '../../testing/app.ts';
import { ensureFirstAdministrator } from '../auth/administrators.ts';
import { atOnce } from './testing/at-once.ts';
import { change, findGroupIds } from './testing/people.ts';

const app = await startTestApp();
afterAll(app.close);
const { db } = app.database;
const groups = await findGroupIds(db);
await db.insertInto('customers').values({ id: '1' }).execute();
beforeEach(() => db.deleteFrom('users').execute());

const demote = async (by: SignedIn, whom: { id: string }) =>
  (await change(app, by.token, whom.id, { groupId: groups.member })).status;
const remove = async (by: SignedIn, whom: { id: string }) =>
  (await app.call(deleteUser, { token: by.token, params: { id: whom.id } })).status;
const administrators = () =>
  db.selectFrom('users').select('id').where('group_id', '=', groups.admin).where('status', '=', 1).execute();

describe('the last administrator', () => {
  test('cannot be removed, even if pending or expired administrators exist', async () => {
    const admin = await app.signIn('admin');
    await app.createUser({ role: 'admin', status: 0 });
    await app.createUser({ role: 'admin', expiresAt: new Date(app.clock.now().getTime() - 1) });
    const { status, body } = await change(app, admin.token, admin.id, { groupId: groups.member });
    expect([status, body.message]).toEqual([409, 'The last administrator must remain one.']);
    expect((await change(app, admin.token, admin.id, { fullName: 'Still here' })).status).toBe(200);
  });

  test('is the last one for changes and for the first start alike from the instant at which the other access ends', async () => {
    const admin = await app.signIn('admin');
    const expiresAt = new Date(app.clock.now().getTime() + 1);
    await app.createUser({ role: 'admin', expiresAt });
    const account = { email: 'first@test.example', password: 'correct horse battery' };
    app.clock.advance(1);
    expect(await demote(admin, admin)).toBe(409);
    await db.deleteFrom('users').where('id', '=', admin.id).execute();
    expect(await ensureFirstAdministrator(db, app.clock, account)).toBe(true);
  });

  test('can give up the role once there is another one', async () => {
    const [admin, other] = [await app.signIn('admin'), await app.signIn('admin')];
    expect(await demote(admin, admin)).toBe(200);
    expect(await demote(other, other)).toBe(409);
  });

  test.each([
    ['demote', 'demote', demote, demote],
    ['delete', 'delete', remove, remove],
    ['demote', 'delete', demote, remove],
  ] as const)('is left when two administrators %s and %s each other at once', async (_, __, first, second) => {
    const [one, other] = [await app.signIn('admin'), await app.signIn('admin')];
    const [done, refused] = (await atOnce(app, [() => first(one, other), () => second(other, one)])).toSorted();
    expect(done).toBe(200);
    // The second one has been demoted or deleted.
    expect([401, 503]).toContain(refused);
    expect(await administrators()).toHaveLength(1);
  });
});

test.each(['admin', 'customer_admin'] as const)(
  'a demoted %s cannot undo the demotion with waiting requests',
  async (role) => {
    const [boss, demoted] = [await app.signIn('admin'), await app.signIn(role)];
    const below = role === 'admin' ? groups.member : groups.customer_member;
    const raise = async () => (await change(app, demoted.token, demoted.id, { groupId: groups[role] })).status;
    const demoteIt = async () => (await change(app, boss.token, demoted.id, { groupId: below })).status;
    const [first, ...others] = await atOnce(app, [demoteIt, raise, raise]);
    expect(first).toBe(200);
    // Requests before the demotion changed nothing; those after it no longer came from an administrator.
    for (const status of others) expect([200, 503]).toContain(status);
    const [row] = await db.selectFrom('users').select('group_id').where('id', '=', demoted.id).execute();
    expect(row?.group_id).toBe(below);
    expect(await raise()).toBe(403);
  },
);

test('concurrent changes of parents cannot form a cycle', async () => {
  const admin = await app.signIn('admin');
  const [one, other] = [
    await app.createUser({ role: 'customer_member' }),
    await app.createUser({ role: 'customer_member' }),
  ];
  const put = async (id: string, parentId: string) => (await change(app, admin.token, id, { parentId })).status;
  const statuses = await atOnce(app, [() => put(one.id, other.id), () => put(other.id, one.id)]);
  expect(statuses.toSorted()).toEqual([200, 400]);
});

test('rejects a parent that is deleted concurrently', async () => {
  const admin = await app.signIn('admin');
  const [user, parent] = [
    await app.createUser({ role: 'customer_member' }),
    await app.createUser({ role: 'customer_member' }),
  ];
  const put = async () => (await change(app, admin.token, user.id, { parentId: parent.id })).status;
  const [putStatus, deleteStatus] = await atOnce(app, [put, () => remove(admin, parent)]);
  expect([[200, 400].includes(putStatus ?? 0), deleteStatus]).toEqual([true, 200]);
  const left = await db.selectFrom('users').select('parent_id').where('id', '=', user.id).executeTakeFirst();
  expect(left?.parent_id).toBeNull();
});

test('gives an address to only one of two pending users changed concurrently', async () => {
  const admin = await app.signIn('admin');
  const [one, other] = [
    await app.createUser({ role: 'customer_member', status: 0 }),
    await app.createUser({ role: 'customer_member', status: 0 }),
  ];
  const put = async (id: string) => (await change(app, admin.token, id, { email: 'wanted@test.example' })).status;
  const statuses = await atOnce(app, [() => put(one.id), () => put(other.id)]);
  expect(statuses.toSorted()).toEqual([200, 409]);
});

test('gives a name to only one of two groups renamed concurrently', async () => {
  const admin = await app.signIn('admin');
  const rename = async (id: string) =>
    (await app.call(updateGroup, { token: admin.token, params: { id }, body: { name: 'Visitors', description: '' } }))
      .status;
  const statuses = await atOnce(app, [() => rename(groups.customer_guest), () => rename(groups.customer_member)]);
  expect(statuses.toSorted()).toEqual([200, 409]);
});
