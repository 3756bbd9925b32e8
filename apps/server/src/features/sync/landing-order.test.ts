import { afterAll, expect, test } from 'vitest';
import { systemSyncScope } from '../../access/scope.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { landRows } from './mirror-queries.ts';
import { orderMirror } from './mirrors.ts';

const { database, drop } = await createTestDatabase();
afterAll(drop);
const { db, pool } = database;

const columns = Object.fromEntries(orderMirror.columns.map(({ field }) => [field, null]));
const rows = Array.from({ length: 400 }, (_, index) => ({ ...columns, id: String(index + 1) })) as never[];
const land = (some: never[]) =>
  db.transaction().execute((transaction) => landRows(systemSyncScope(), transaction, orderMirror, some));

test('who lands the same records at the same moment, in another order, waits and never in a circle', async () => {
  for (let time = 0; time < 10; time += 1) {
    await pool.query('truncate sales_orders, order_lines');
    const landed = await Promise.all([land(rows), land(rows.toReversed()), land(rows), land(rows.toReversed())]);
    expect(landed.reduce((sum, { created }) => sum + created, 0)).toBe(rows.length);
  }
});
