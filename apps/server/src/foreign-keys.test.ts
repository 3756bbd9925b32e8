import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from './testing/database.ts';

const { database, drop } = await createTestDatabase();
afterAll(drop);

test('every foreign key has an index, so that no deletion reads a whole table', async () => {
  const { rows } = await database.pool.query<{ key: string; isIndexed: boolean }>(`
    select conrelid::regclass || '.' || attname as key,
      exists (select from pg_index where indrelid = conrelid and indkey[0] = attnum
        and (indpred is null or pg_get_expr(indpred, indrelid) = '(' || attname || ' IS NOT NULL)')) as "isIndexed"
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and connamespace = 'public'::regnamespace`);
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter(({ isIndexed }) => !isIndexed).map(({ key }) => key)).toEqual([]);
});
