import { assignOrders } from '@portal/contract/assignments';
import { countOpenOrders } from '@portal/contract/orders';
import type { Role } from '@portal/contract/permissions';
import { type OpenState, openStates } from '@portal/contract/values';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { orderScope } from '../../access/scope.ts';
import { startTestApp } from '../../testing/app.ts';
import { createTestCurrentUser } from '../../testing/current-user.ts';
import { countOpenOrders as countOpen } from './open-orders.ts';
import { seedOrders } from './testing/seed-orders.ts';

const app = await startTestApp();
afterAll(app.close);
const { pool } = app.database;

const columns = 'id, customer_id, status_name, ordered, shipped, expected_date, due_date, open_amount, invoices';
/** States, expected days and due days around May 6, of two customers. */
const rows = [
  "1, 1, 'Pending Approval', 5, 0, '2026-05-05', null, null, 0",
  "2, 1, 'Pending Fulfillment', 5, 0, '2026-05-06', null, null, 0",
  "3, 1, 'Partially Fulfilled', 5, 2, '2026-05-04', '2026-05-05', 10, 1",
  "4, 1, 'Pending Billing', 5, 5, '2026-05-01', '2026-05-06', 10, 1",
  "5, 1, 'Billed', 5, 5, '2026-05-01', '2026-04-06', 10, 1",
  "6, 1, 'Cancelled', 5, 0, '2026-05-01', null, null, 0",
  "7, 1, 'Closed', 5, 2, '2026-05-01', null, 0, 1",
  "8, 2, 'Pending Fulfillment', null, null, '2026-05-01', null, null, 0",
  '9, 2, null, null, null, null, null, null, 0',
];
const values = rows.map((row) => `(${row})`).join(', ');
beforeAll(() => pool.query(`insert into sales_orders (${columns}) values ${values}`));

const noneMissing = { missingPapers: 0, missingProofs: 0 };
const states = (...counts: number[]) =>
  Object.fromEntries(openStates.map((state, index) => [state, counts[index] ?? 0])) as Record<OpenState, number>;

describe('counts of open orders', () => {
  test.each<[Role, string | null, object]>([
    ['admin', null, { open: states(1, 3, 1), late: 3, overdue: 2, ...noneMissing }],
    ['member', null, { open: states(1, 3, 1), late: 3, overdue: 2, ...noneMissing }],
    ['member', '2', { open: states(0, 2, 0), late: 1, overdue: 0, ...noneMissing }],
    ['customer_admin', '1', { open: states(1, 1, 1), late: 2, overdue: 2 }],
    ['customer_member', '1', { open: states(1, 1, 1), late: 2, overdue: 2 }],
    ['customer_guest', '1', { open: states(), late: 0, ...noneMissing }],
  ])('of %s linked to %s', async (role, customerId, expected) => {
    const { token } = await app.signIn(role, { customerId });
    const answer = await app.call(countOpenOrders, { token, query: { today: '2026-05-06' } });
    expect([answer.status, answer.body]).toEqual([200, expected]);
  });

  test('include only the orders assigned to a guest, and no invoices', async () => {
    const guest = await app.signIn('customer_guest', { customerId: '1' });
    const admin = await app.signIn('admin');
    const body = { userId: guest.id, orderIds: ['3', '5', '8'] };
    expect((await app.call(assignOrders, { token: admin.token, body })).status).toBe(200);
    const answer = await app.call(countOpenOrders, { token: guest.token, query: { today: '2026-05-06' } });
    expect(answer.body).toEqual({ open: states(0, 1, 1), late: 2, ...noneMissing });
  });

  test('depend on the day of the reader', async () => {
    const { token } = await app.signIn('admin');
    const on = async (today: string) => (await app.call(countOpenOrders, { token, query: { today } })).body;
    expect(await on('2026-05-04')).toMatchObject({ late: 1, overdue: 1 });
    expect(await on('2026-05-07')).toMatchObject({ late: 4, overdue: 3 });
    expect((await app.call(countOpenOrders, { token, query: { today: '2026-5-7' } })).status).toBe(400);
  });
});

/** Names of the plan's nodes and indexes when a customer's orders are counted; null for all customers. */
async function planFor(customerId: string | null): Promise<string[]> {
  const plans: string[] = [];
  const query = async (config: { text: string; values: unknown[] }) => {
    const explained = await pool.query({ ...config, text: `explain (analyze, format json) ${config.text}` });
    plans.push(JSON.stringify(explained.rows));
    return pool.query(config);
  };
  const scope = orderScope(createTestCurrentUser(customerId === null ? 'admin' : 'customer_admin', customerId));
  await countOpen(scope, { query } as unknown as pg.Pool, '2026-05-06');
  return Array.from(plans.join('').matchAll(/"(?:Node Type|Index Name)":"([^"]+)"/g), ([, name = '']) => name);
}

test('are read from indexes of open and of unpaid orders alone', async () => {
  await pool.query('delete from sales_orders');
  await seedOrders(pool, 30_000, 200);
  await pool.query("update sales_orders set due_date = '2026-05-01' where id % 50 = 1");
  await pool.query('vacuum analyze sales_orders');
  for (const customerId of [null, '1']) {
    const plan = await planFor(customerId);
    expect(plan).toContain('sales_orders_open_of_customer');
    // The index of unpaid orders begins with the customer, the other one with the day.
    expect(plan.some((name) => ['sales_orders_unpaid', 'sales_orders_due_date'].includes(name))).toBe(true);
    expect(plan.filter((node) => node.includes('Scan')).every((node) => node === 'Index Only Scan')).toBe(true);
  }
});
