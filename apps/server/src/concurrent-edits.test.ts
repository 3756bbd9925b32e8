import { getProfile } from '@portal/contract/auth';
import { getPreference, savePreference } from '@portal/contract/preferences';
import { type Group, listGroups, updateGroup } from '@portal/contract/users';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { change, findGroupIds, findListed } from './features/users/testing/people.ts';
import { type SignedIn, startTestApp } from './testing/app.ts';

const app = await startTestApp();
afterAll(app.close);
const { db } = app.database;
const groups = await findGroupIds(db);
await db
  .insertInto('customers')
  .values([{ id: '1' }, { id: '2' }])
  .execute();

describe('a preference', () => {
  const label = 'filter-presets-orders';
  const save = ({ token }: SignedIn, prefrenceSetting: string, version?: number) =>
    app.call(savePreference, { token, body: { label, prefrenceSetting, ...(version !== undefined && { version }) } });
  const read = async ({ token }: SignedIn) =>
    (await app.call(getPreference, { token, params: { id: label } })).body[0] as
      | { prefrenceSetting: string; version: number }
      | undefined;

  test('is not overwritten by a session that read an older version', async () => {
    const first = await app.signIn('member');
    const second = await app.openSession(first);
    expect(await save(first, '["mine"]', 0)).toMatchObject({ status: 200, body: { version: 1 } });
    const { status, body } = await save(second, '["other"]', 0);
    expect([status, body.message]).toEqual([
      409,
      'This was changed in another window or on another device. Reload it and repeat your change.',
    ]);
    expect(await read(second)).toMatchObject({ prefrenceSetting: '["mine"]', version: 1 });
    expect(await save(second, '["mine","other"]', 1)).toMatchObject({ status: 200, body: { version: 2 } });
    expect((await save(first, '[]', 1)).status).toBe(409);
    expect((await save(first, '[]', 3)).status).toBe(409);
    expect(await read(first)).toMatchObject({ prefrenceSetting: '["mine","other"]', version: 2 });
  });

  test('is replaced by callers that send no version, and its version still increases', async () => {
    const user = await app.signIn('member');
    expect((await save(user, '["one"]')).body.version).toBe(1);
    expect((await save(user, '["two"]')).body.version).toBe(2);
    expect((await save(user, '["three"]', 1)).status).toBe(409);
    expect((await save(user, '["three"]', -1)).status).toBe(400);
  });

  test('loses no change when sessions save generated changes concurrently', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.string(), { maxLength: 4 }), { minLength: 2, maxLength: 5 }),
        async (all) => {
          const user = await app.signIn('member');
          // As the web app does: read, add, save; after a conflict, retry with the stored value.
          const add = async (value: string) => {
            for (;;) {
              const stored = await read(user);
              const values = JSON.parse(stored?.prefrenceSetting ?? '[]') as string[];
              const { status } = await save(user, JSON.stringify([...values, value]), stored?.version ?? 0);
              if (status === 200) return;
              expect(status).toBe(409);
            }
          };
          await Promise.all(
            all.map(async (values) => {
              for (const value of values) await add(value);
            }),
          );
          const kept = JSON.parse((await read(user))?.prefrenceSetting ?? '[]') as string[];
          expect(kept.toSorted()).toEqual(all.flat().toSorted());
        },
      ),
      { numRuns: 12 },
    );
  });
});

describe('a user', () => {
  test('is not changed by a form with an outdated version', async () => {
    const [one, other] = [await app.signIn('admin'), await app.signIn('admin')];
    const user = await app.createUser({ role: 'customer_member' });
    const seen = await findListed(app, one.token, user.id);
    expect(seen?.version).toBe(1);
    const saved = await change(app, one.token, user.id, { fullName: 'Ada Byron', version: 1 });
    expect(saved).toMatchObject({ status: 200, body: { version: 2 } });
    const refused = await change(app, other.token, user.id, { fullName: 'Nobody', version: 1 });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'This user was changed in the meantime. Check the current values and save again.',
    ]);
    expect(await findListed(app, other.token, user.id)).toMatchObject({ fullName: 'Ada Byron', version: 2 });
    // Requests without a version still work; a request without changes creates no version.
    expect((await change(app, other.token, user.id, { fullName: 'Ada King' })).body.version).toBe(3);
    expect((await change(app, other.token, user.id, { fullName: 'Ada King', version: 3 })).body.version).toBe(3);
  });

  test('has a new version when its parent is deleted, and none when only its password is rehashed', async () => {
    const admin = await app.signIn('admin');
    const parent = await app.createUser({ role: 'customer_member' });
    const user = await app.createUser({ role: 'customer_member' });
    await change(app, admin.token, user.id, { parentId: parent.id });
    await db.updateTable('users').set({ password_hash: 'anew' }).where('id', '=', user.id).execute();
    expect((await findListed(app, admin.token, user.id))?.version).toBe(2);
    await db.deleteFrom('users').where('id', '=', parent.id).execute();
    expect((await change(app, admin.token, user.id, { parentId: parent.id, version: 2 })).status).toBe(409);
  });
});

describe('a group', () => {
  const edit = ({ token }: SignedIn, name: string, version?: number) =>
    app.call(updateGroup, {
      token,
      params: { id: groups.customer_guest },
      body: { name, description: '', ...(version !== undefined && { version }) },
    });
  const versionFor = async ({ token }: SignedIn) =>
    (await app.call(listGroups, { token })).body.find(({ type }: Group) => type === 'customer_guest').version;

  test("requires its current version, with separate versions for a customer's own names", async () => {
    const admin = await app.signIn('admin');
    const [one, colleague] = [await app.signIn('customer_admin'), await app.signIn('customer_admin')];
    const foreign = await app.signIn('customer_admin', { customerId: '2' });
    const start = await versionFor(admin);
    expect(await versionFor(one)).toBe(start);
    expect((await edit(one, 'Friends', start)).status).toBe(200);
    const refused = await edit(colleague, 'Visitors', start);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'This group was changed in the meantime. Check the current values and save again.',
    ]);
    expect((await edit(colleague, 'Visitors', await versionFor(colleague))).status).toBe(200);
    // Names of one customer do not affect the versions of others.
    expect([await versionFor(admin), await versionFor(foreign)]).toEqual([start, start]);
    expect((await edit(admin, 'Outsiders', start)).status).toBe(200);
    expect((await edit(admin, 'Others', start)).status).toBe(409);
    expect((await edit(foreign, 'Ours', start)).status).toBe(409);
    expect((await edit(foreign, 'Ours')).status).toBe(200);
  });
});

test('the profile contains the maximum file size', async () => {
  const { token } = await app.signIn('customer_guest');
  const { body } = await app.call(getProfile, { token });
  expect(body.limits).toEqual({ attachmentMaxBytes: 25 * 1024 ** 2 });
});
