import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestCurrentUser } from '../../testing/current-user.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { createTestUser } from '../../testing/users.ts';
import { createUserLists } from './user-rows.ts';

const { database, drop } = await createTestDatabase();
afterAll(drop);
const { db, pool } = database;
const viewers = [createTestCurrentUser('admin'), createTestCurrentUser('customer_admin', '1')];

beforeAll(async () => {
  await pool.query("insert into customers (id, entity_id) values (1, 'C1'), (2, 'C2')");
  for (const [role, customerId] of [
    ['admin', null],
    ['customer_admin', '1'],
    ['customer_member', '2'],
    ['customer_member', '3'],
  ] as const) {
    await createTestUser(db, { role, customerId, fullName: `${role} ${customerId}` });
  }
});

async function read(lists: ReturnType<typeof createUserLists>) {
  const found: unknown[] = [];
  for (const viewer of viewers) found.push(await lists.list(viewer), await lists.listRelated(viewer));
  return found;
}

async function inTransaction(work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  await client.query('begin');
  await work(client);
  await client.query('commit');
  client.release();
}

describe('a cached list of users', () => {
  test.each([
    [
      'a new user',
      `insert into users (email, status, group_id, customer_id) select 'new@portal.example', 0, group_id, 1
      from users where customer_id = 1 limit 1`,
    ],
    ['a new name of a user', `update users set full_name = 'Renamed' where customer_id = 1`],
    ['a removed user', `delete from users where email = 'new@portal.example'`],
    ['a new name of a group', `update groups set name = 'Company'`],
    [
      "a customer's name of a group",
      `insert into group_names (group_id, customer_id, name, description, updated_at)
      select id, 1, 'Own', '', now() from groups`,
    ],
    ["a customer's new name of a group", `update group_names set name = 'Own again'`],
    ["a customer's removed name of a group", 'delete from group_names'],
    ['a new name of a customer', `update customers set company_name = 'Alpha' where id = 1`],
    ['a new customer', `insert into customers (id, entity_id) values (3, 'C3')`],
    ['a removed customer', 'delete from customers where id = 3'],
    ['all customers removed', 'truncate customers'],
    ['all users removed', 'truncate users cascade'],
  ])('is read again after %s, not before', async (_, change) => {
    const lists = createUserLists(pool);
    const before = await read(lists);
    const isCached = async () => {
      for (const [index, again] of (await read(lists)).entries()) expect(again).toBe(before[index]);
    };
    await isCached();
    await inTransaction(async (client) => {
      await client.query(change);
      // A truncated table is locked.
      if (!change.startsWith('truncate')) await isCached();
    });
    const after = await read(lists);
    expect(after).toEqual(await read(createUserLists(pool)));
    expect(after).not.toEqual(before);
  });

  test('shows a pending address until it expires', async () => {
    const { id } = await createTestUser(db, { role: 'member' });
    await pool.query(
      `update users set pending_email = 'next@portal.example', pending_email_expires_at = '2030-01-02', pending_email_code_hash = '\\x00'
       where id = $1`,
      [id],
    );
    const lists = createUserLists(pool);
    const pendingAt = async (at: string) => {
      const { data } = await lists.list({ ...createTestCurrentUser('admin'), at });
      return data.map(({ pendingEmail }) => pendingEmail);
    };
    expect(await pendingAt('2030-01-01T23:59:59Z')).toEqual(['next@portal.example']);
    expect(await pendingAt('2030-01-02T00:00:01Z')).toEqual([undefined]);
  });
});

test('changes of different users wait for each other at most until one is committed', async () => {
  const ids = [await createTestUser(db, { role: 'member' }), await createTestUser(db, { role: 'member' })];
  const rename = (client: pg.PoolClient, index: number) =>
    client.query(`update users set full_name = 'Renamed' where id = $1`, [ids[index]?.id]);
  await inTransaction(async (one) => {
    await rename(one, 0);
    await inTransaction(async (other) => {
      await other.query("set local lock_timeout = '2s'");
      await rename(other, 1);
    });
  });
});
