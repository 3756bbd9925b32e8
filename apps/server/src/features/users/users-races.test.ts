import { deleteUser, updateGroup } from '@portal/contract/users';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type SignedIn, startTestApp } from '../../testing/app.ts';
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
  test('remains one, whoever is pending or has no access any more', async () => {
    const admin = await app.signIn('admin');
    await app.createUser({ role: 'admin', status: 0 });
    await app.createUser({ role: 'admin', expiresAt: new Date(app.clock.now().getTime() - 1) });
    const { status, body } = await change(app, admin.token, admin.id, { groupId: groups.member });
    expect([status, body.message]).toEqual([409, 'The last administrator must remain one.']);
    expect((await change(app, admin.token, admin.id, { fullName: 'Still here' })).status).toBe(200);
  });

  test('may step back once there is another', async () => {
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
    // Whoever was second is an administrator no more, or gone.
    expect([401, 503]).toContain(refused);
    expect(await administrators()).toHaveLength(1);
  });
});

test.each(['admin', 'customer_admin'] as const)(
  '%s who is demoted cannot undo it by requests that were waiting',
  async (role) => {
    const [boss, demoted] = [await app.signIn('admin'), await app.signIn(role)];
    const below = role === 'admin' ? groups.member : groups.customer_member;
    const raise = async () => (await change(app, demoted.token, demoted.id, { groupId: groups[role] })).status;
    const demoteIt = async () => (await change(app, boss.token, demoted.id, { groupId: below })).status;
    const [first, ...others] = await atOnce(app, [demoteIt, raise, raise, raise]);
    expect(first).toBe(200);
    // Those that came before the demotion changed nothing; those after it were not made by an administrator any more.
    for (const status of others) expect([200, 503]).toContain(status);
    const [row] = await db.selectFrom('users').select('group_id').where('id', '=', demoted.id).execute();
    expect(row?.group_id).toBe(below);
    expect(await raise()).toBe(403);
  },
);

test('two changes of parents at once close no circle', async () => {
  const admin = await app.signIn('admin');
  const [one, other] = [
    await app.createUser({ role: 'customer_member' }),
    await app.createUser({ role: 'customer_member' }),
  ];
  const put = async (id: string, parentId: string) => (await change(app, admin.token, id, { parentId })).status;
  const statuses = await atOnce(app, [() => put(one.id, other.id), () => put(other.id, one.id)]);
  expect(statuses.toSorted()).toEqual([200, 400]);
});

test('a parent that is deleted at the same moment is none', async () => {
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

test('two pending users changed at once to one email address: one of them gets it', async () => {
  const admin = await app.signIn('admin');
  const [one, other] = [
    await app.createUser({ role: 'customer_member', status: 0 }),
    await app.createUser({ role: 'customer_member', status: 0 }),
  ];
  const put = async (id: string) => (await change(app, admin.token, id, { email: 'wanted@test.example' })).status;
  const statuses = await atOnce(app, [() => put(one.id), () => put(other.id)]);
  expect(statuses.toSorted()).toEqual([200, 409]);
});

test('two groups named alike at once: one of them is', async () => {
  const admin = await app.signIn('admin');
  const rename = async (id: string) =>
    (await app.call(updateGroup, { token: admin.token, params: { id }, body: { name: 'Visitors', description: '' } }))
      .status;
  const statuses = await atOnce(app, [() => rename(groups.customer_guest), () => rename(groups.customer_member)]);
  expect(statuses.toSorted()).toEqual([200, 409]);
});
