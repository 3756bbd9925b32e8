import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { listOrders } from '@portal/contract/orders';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { generateOrders, upsertOrders } from '../features/orders/testing/order-arbitrary.ts';
import { createLogger } from '../platform/log.ts';
import { startTestApp } from '../testing/app.ts';
import { createTestDatabase } from '../testing/database.ts';
import { checkCountsJob } from './housekeeping.ts';

let written = '';
const log = createLogger('info', {
  write: (line) => {
    written += line;
  },
});
const database = await createTestDatabase();
const app = await startTestApp({ database, log });
afterAll(async () => {
  await app.close();
  await database.drop();
});
const { pool } = app.database;
const count = 60;
const counts = ['order_counts_by_status', 'order_counts_by_customer', 'order_counts_by_day', 'order_parties'];
const tables = [...counts, 'sales_orders'];

beforeEach(async () => {
  written = '';
  await pool.query('truncate sales_orders cascade');
  await upsertOrders(pool, generateOrders(count, 11));
  // As in a mirror: what orders show is that of their fulfillments and invoices.
  await pool.query(`update sales_orders set first_shipped = null, last_shipped = null, tracking = null, invoice_numbers = null, invoices = 0,
    open_amount = null, due_date = null`);
  await pool.query(`truncate fulfillments; insert into fulfillments (id, order_id, status_id, ship_date, packages)
    select id, id, 'C', '2024-05-04', '[{"trackingNumber":"1Z1"}]' from sales_orders;
    update sales_orders set first_shipped = '2024-05-04', last_shipped = '2024-05-04', tracking = '1Z1'`);
});

const runJob = async () => {
  const { db } = app.portal.dependencies.database;
  await db
    .transaction()
    .execute((transaction) => app.portal.dependencies.queue.enqueue(transaction, checkCountsJob, {}));
  const ended = async () =>
    (await pool.query(`select from pgboss.job where name = $1 and state <> 'completed'`, [checkCountsJob.name]))
      .rowCount;
  await expect.poll(ended).toBe(0);
};
const readCounts = async () =>
  Promise.all([
    ...counts.map(async (table) => {
      const { rows } = await pool.query({ text: `select * from ${table} where orders <> 0`, rowMode: 'array' });
      return rows.map((row) => JSON.stringify(row)).sort();
    }),
    pool.query('select id, tracking, last_shipped, open_amount from sales_orders order by id').then(({ rows }) => rows),
  ]);
const total = async (token: string) => (await app.call(listOrders, { token })).body.total;

/** Writes counts that the triggers would never leave: too high, too low, and for values without orders. */
async function spoil(): Promise<void> {
  await pool.query(`update order_counts_by_status set orders = orders + 5 where orders > 0;
    delete from order_counts_by_customer where customer_id = (select max(customer_id) from order_counts_by_customer);
    insert into order_counts_by_day (created_day, status_name, shipping, billing, orders)
    values ('1999-01-01', 'Billed', 'shipped', 'paid', 3);
    update order_parties set orders = orders - 1 where orders > 0;
    update sales_orders set tracking = 'wrong' where id = (select min(id) from sales_orders)`);
}

describe.each([
  ['the nightly check', runJob],
  [
    'the command',
    async () => {
      const command = fileURLToPath(new URL('../cli.ts', import.meta.url));
      const { stdout } = await promisify(execFile)(process.execPath, [command, 'mirror', 'rebuild-counts'], {
        env: { ...process.env, DATABASE_URL: database.url },
      });
      expect(stdout).toContain('order_counts_by_status');
    },
  ],
])('%s', (_name, run) => {
  test('corrects wrong counts and the totals based on them', async () => {
    const { token } = await app.signIn('admin');
    expect(await total(token)).toBe(count);
    const right = await readCounts();
    await spoil();
    expect(await readCounts()).not.toEqual(right);
    await run();
    expect(await readCounts()).toEqual(right);
    expect(await total(token)).toBe(count);
  });
});

test('the nightly check logs wrong counts and changes nothing if all are right', async () => {
  const version = async () =>
    (await pool.query<{ version: string }>(`select version from mirror_versions where mirror = 'orders'`)).rows;
  const before = await version();
  await runJob();
  expect(await version()).toEqual(before);
  expect(written).not.toContain('order counts');
  await spoil();
  await runJob();
  expect(written).toContain('order counts were wrong and are rebuilt');
  for (const table of tables) expect(written).toContain(`"${table}"`);
  const { rows } = await pool.query(`select from pgboss.schedule where name = $1`, [checkCountsJob.name]);
  expect(rows).toHaveLength(1);
});
