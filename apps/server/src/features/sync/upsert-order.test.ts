import { afterAll, expect, test } from 'vitest';
import { systemSyncScope } from '../../access/scope.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { upsertRows } from './mirror-queries.ts';
import { mirrors } from './mirrors.ts';
import { writeRecords } from './run-context.ts';

const { database, drop } = await createTestDatabase();
afterAll(drop);
const { db, pool } = database;

const columns = Object.fromEntries(mirrors.orders.columns.map(({ field }) => [field, null]));
const rows = Array.from({ length: 400 }, (_, index) => ({ ...columns, id: String(index + 1) })) as never[];
const upsert = (some: never[]) =>
  db.transaction().execute((transaction) => upsertRows(systemSyncScope(), transaction, mirrors.orders, some));

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

test('an order and its fulfillment that are written at the same time find each other', async () => {
  await pool.query('truncate sales_orders, order_lines, fulfillments');
  const order = { ...columns, id: '1', lines: [] } as never;
  const fulfillment = {
    ...Object.fromEntries(mirrors.fulfillments.columns.map(({ field }) => [field, null])),
    ...{ id: '2', orderId: '1', statusId: 'C', lines: [], packages: [{ trackingNumber: 'T1' }] },
  } as never;
  const write = (kind: 'orders' | 'fulfillments', row: never, beforeCommit = async () => {}) =>
    db.transaction().execute(async (transaction) => {
      const context = { scope: systemSyncScope(), mirror: mirrors[kind], clock: { now: () => new Date() } };
      await writeRecords(transaction, context, { rows: [row] });
      await beforeCommit();
    });
  let other: Promise<void> | undefined;
  let isDone = false;
  await write('orders', order, async () => {
    other = write('fulfillments', fulfillment).finally(() => {
      isDone = true;
    });
    const waiting = async () => (await pool.query('select from pg_locks where not granted')).rowCount;
    await expect.poll(async () => isDone || ((await waiting()) ?? 0) > 0).toBe(true);
  });
  await other;
  const { rows: found } = await pool.query('select tracking from sales_orders');
  expect(found).toEqual([{ tracking: 'T1' }]);
});
