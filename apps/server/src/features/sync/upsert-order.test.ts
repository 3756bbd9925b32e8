import { afterAll, expect, test } from 'vitest';
import { systemSyncScope } from '../../access/scope.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { upsertRows } from './mirror-queries.ts';
import { orderMirror } from './mirrors.ts';

const { database, drop } = await createTestDatabase();
afterAll(drop);
const { db, pool } = database;

const columns = Object.fromEntries(orderMirror.columns.map(({ field }) => [field, null]));
const rows = Array.from({ length: 400 }, (_, index) => ({ ...columns, id: String(index + 1) })) as never[];
const upsert = (some: never[]) =>
  db.transaction().execute((transaction) => upsertRows(systemSyncScope(), transaction, orderMirror, some));

test('concurrent upserts of the same records in different orders wait and do not deadlock', async () => {
  for (let time = 0; time < 10; time += 1) {
    await pool.query('truncate sales_orders, order_lines');
    const written = await Promise.all([
      upsert(rows),
      upsert(rows.toReversed()),
      upsert(rows),
      upsert(rows.toReversed()),
    ]);
    expect(written.reduce((sum, { created }) => sum + created, 0)).toBe(rows.length);
  }
});
