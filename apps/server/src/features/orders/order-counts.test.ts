import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { generateOrders, upsertOrders } from './testing/order-arbitrary.ts';

const { database, drop } = await createTestDatabase();
afterAll(drop);
const { pool } = database;

beforeEach(async () => {
  await pool.query('truncate sales_orders cascade');
});

/** Each table of counts, and the same counts computed from the orders; rows with a count of zero are ignored. */
const comparisons = {
  'by status': [
    'select status_name, orders from order_counts_by_status where orders <> 0',
    `select coalesce(status_name, '') collate "C", count(*) from sales_orders group by 1`,
  ],
  'by customer': [
    'select customer_id, orders from order_counts_by_customer where orders <> 0',
    'select coalesce(customer_id, 0), count(*) from sales_orders group by 1',
  ],
  'by day, status, shipping and billing': [
    'select created_day, status_name, shipping, billing, orders from order_counts_by_day where orders <> 0',
    `select coalesce(created_day, '-infinity'), coalesce(status_name, '') collate "C", shipping, billing, count(*)
     from sales_orders group by 1, 2, 3, 4`,
  ],
  'by customer, name and email address': [
    'select customer_id, names_text collate "C", sum(orders) from order_parties where orders <> 0 group by 1, 2',
    'select customer_id, names_text collate "C", count(*) from sales_orders group by 1, 2',
  ],
} as const;

/** Differences between the tables and the orders. */
async function differences(): Promise<object> {
  const found = Object.entries(comparisons).map(async ([name, [kept, counted]]) => {
    const { rows } = await pool.query({
      text: `(${kept} except ${counted}) union all (${counted} except ${kept})`,
      rowMode: 'array',
    });
    return [name, rows];
  });
  return Object.fromEntries(await Promise.all(found));
}

const none = Object.fromEntries(Object.keys(comparisons).map((name) => [name, []]));

/** A change to orders, with ids starting from a given one. */
type Step = (client: Pick<pg.Pool, 'query'>, firstId: number) => Promise<unknown>;

const land = fc.record({ seed: fc.nat(), count: fc.integer({ min: 0, max: 30 }), skipped: fc.nat(60) }).map(
  ({ seed, count, skipped }): Step =>
    (client, firstId) =>
      upsertOrders(client, generateOrders(count, seed, firstId + skipped)),
);
const change = fc
  .record({
    statement: fc.constantFrom(
      'delete from sales_orders where id = any($1)',
      `update sales_orders set status_name = 'Closed', customer_id = 2, created_date = null where id = any($1)`,
      `update sales_orders set memo = 'as before' where id = any($1)`,
      'update sales_orders set ordered = 5, shipped = coalesce(shipped, 0) + 2 where id = any($1)',
      'update sales_orders set invoices = 1, open_amount = case when open_amount = 0 then 7 else 0 end where id = any($1)',
    ),
    some: fc.uniqueArray(fc.nat(90), { maxLength: 20 }),
  })
  .map(
    ({ statement, some }): Step =>
      (client, firstId) =>
        client.query(statement, [some.map((id) => id + firstId)]),
  );
const truncate: Step = (client) => client.query('truncate sales_orders cascade');

test('counts match the orders after any sequence of changes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(land, land, change, fc.constant(truncate)), { maxLength: 8 }), async (steps) => {
      for (const run of steps) await run(pool, 1);
      expect(await differences()).toEqual(none);
    }),
    { numRuns: 60 },
  );
});

test('concurrent writers lose no count and do not deadlock', async () => {
  const sequences = Array.from({ length: 6 }, (_, writer) =>
    fc
      .sample(fc.array(fc.oneof(land, change), { minLength: 12, maxLength: 12 }), { numRuns: 1, seed: writer + 1 })
      .flat(),
  );
  await Promise.all(
    sequences.map(async (steps, writer) => {
      for (const run of steps) await run(pool, 1 + writer * 1000);
    }),
  );
  expect(await differences()).toEqual(none);
  const { rows } = await pool.query('select count(*) > 0 as some from sales_orders');
  expect(rows).toEqual([{ some: true }]);
});

test('ignores changes that are rolled back', async () => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await upsertOrders(client, generateOrders(20, 5));
    await client.query('rollback');
  } finally {
    client.release();
  }
  expect(await differences()).toEqual(none);
});

test('the version changes if and only if the orders change', async () => {
  const version = async () =>
    (await pool.query("select version from mirror_versions where mirror = 'orders'")).rows[0].version;
  const before = await version();
  await pool.query('delete from sales_orders where id = 1');
  expect(await version()).toBe(before);
  await upsertOrders(pool, generateOrders(1, 5));
  const after = await version();
  expect(after).not.toBe(before);
  await pool.query(`update sales_orders set memo = 'another' where id = 1`);
  expect(await version()).not.toBe(after);
});
