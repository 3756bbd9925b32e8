import { afterAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from './database.ts';

const first = await createTestDatabase();
const second = await createTestDatabase();
afterAll(async () => {
  await first.drop();
  await second.drop();
});

describe('a test database', () => {
  test('is migrated and has the five groups', async () => {
    const groups = await first.database.db.selectFrom('groups').select('type').orderBy('type').execute();
    expect(groups.map((group) => group.type)).toEqual([
      'admin',
      'customer_admin',
      'customer_guest',
      'customer_member',
      'member',
    ]);
  });

  test('is not shared with other tests', async () => {
    await first.database.db.insertInto('customers').values({ id: 7, company_name: 'Only here' }).execute();
    const elsewhere = await second.database.db.selectFrom('customers').select('id').execute();
    expect(elsewhere).toEqual([]);
  });
});
