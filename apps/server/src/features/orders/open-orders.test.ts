import { assignOrders } from '@portal/contract/assignments';
import {
  countOpenOrders,
  exportOrders,
  getOrder,
  listCustomerOrders,
  type OpenOrders,
  type Order,
} from '@portal/contract/orders';
import type { Role } from '@portal/contract/permissions';
import type { SyncStatus } from '@portal/contract/sync';
import { type OpenState, openStates } from '@portal/contract/values';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OrderScope, orderScope } from '../../access/scope.ts';
import { fetchExport, readCsv } from '../../listing/export/testing/read-export.ts';
import { runAsMaintenance } from '../../platform/workload.ts';
import { startTestApp } from '../../testing/app.ts';
import { createTestCurrentUser } from '../../testing/current-user.ts';
import { createOpenAmountReader, createOpenOrderCounter, sumOpenAmounts } from './open-orders.ts';
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
/** Invoices of orders of customer 1, of which order 3 has one that is due later. */
const invoices = [
  "31, 3, '2026-05-05', 4.5",
  "32, 3, '2026-06-05', 5.5",
  "41, 4, '2026-05-06', 10",
  "51, 5, '2026-04-06', 10",
  "71, 7, '2026-04-06', 0",
];
beforeAll(async () => {
  await pool.query(`insert into sales_orders (${columns}) values ${values}`);
  const all = invoices.map((row) => `(${row})`).join(', ');
  await pool.query(`insert into invoices (id, order_id, due_date, open_amount) values ${all}`);
});

/** A run of the invoices of all customers, or of one. */
async function insertRun(status: SyncStatus, customerId: string | null = null): Promise<void> {
  const now = app.clock.now();
  const run = { kind: 'invoices', phase: 'ended', mode: 'incremental', customer_id: customerId } as const;
  const times = { heartbeat_at: now, started_at: now, finished_at: now };
  await app.database.db
    .insertInto('sync_runs')
    .values({ ...run, ...times, status })
    .execute();
}
beforeAll(() => insertRun('complete'));

const nothingOwed = { openAmount: '0.00', overdueAmount: '0.00' };
const sums = { openAmount: '30.00', overdueAmount: '14.50' };
const noneMissing = { missingPapers: 0, missingProofs: 0 };
const states = (...counts: number[]) =>
  Object.fromEntries(openStates.map((state, index) => [state, counts[index] ?? 0])) as Record<OpenState, number>;

describe('counts of open orders', () => {
  test.each<[Role, string | null, object]>([
    ['admin', null, { open: states(1, 3, 1), late: 3, overdue: 2, ...noneMissing }],
    ['member', null, { open: states(1, 3, 1), late: 3, overdue: 2, ...noneMissing }],
    ['member', '2', { open: states(0, 2, 0), late: 1, overdue: 0, ...nothingOwed, ...noneMissing }],
    ['customer_admin', '1', { open: states(1, 1, 1), late: 2, overdue: 2, ...sums }],
    ['customer_admin', '3', { open: states(), late: 0, overdue: 0, ...nothingOwed }],
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

test('counts of open orders are read again only when an order has changed', async () => {
  const read: string[] = [];
  const query = (config: { text: string }) => {
    read.push(config.text);
    return pool.query(config);
  };
  const count = createOpenOrderCounter({ query } as unknown as pg.Pool);
  const [staff, customer] = [createTestCurrentUser('admin'), createTestCurrentUser('customer_admin', '2')];
  const countAll = async () => {
    const { rows } = await pool.query("select version from mirror_versions where mirror = 'orders'");
    const [version] = rows.map((row) => row.version);
    read.length = 0;
    const counted = [
      await count(orderScope(staff), '2026-05-06', version),
      await count(orderScope(customer), '2026-05-06', version),
    ];
    return { counted: counted.map(({ open, late }) => [open['partly-shipped'], late]), reads: read.length };
  };
  expect(await countAll()).toEqual({
    counted: [
      [1, 3],
      [0, 1],
    ],
    reads: 2,
  });
  expect(await countAll()).toEqual({
    counted: [
      [1, 3],
      [0, 1],
    ],
    reads: 0,
  });
  await pool.query('update sales_orders set ordered = 5, shipped = 1 where id = 8');
  expect(await countAll()).toEqual({
    counted: [
      [2, 3],
      [1, 1],
    ],
    reads: 2,
  });
  await pool.query('update sales_orders set ordered = null, shipped = null where id = 8');
});

test('what a customer has to pay is summed again only when an order, or the total or what is due of an invoice, has changed', async () => {
  let sums = 0;
  const query = (config: { text: string }) => {
    if (config.text.includes('sum(open_amount)')) sums += 1;
    return pool.query(config);
  };
  const read = createOpenAmountReader({ query } as unknown as pg.Pool);
  const scope = orderScope(createTestCurrentUser('customer_admin', '1'));
  const tellAfter = async (change: string) => {
    await pool.query(change);
    sums = 0;
    const { openAmount, overdueAmount } = await read(scope, '2026-05-06', undefined);
    return [openAmount, overdueAmount, sums];
  };
  expect(await tellAfter('update invoices set total = 0')).toEqual(['30.00', '14.50', 1]);
  // Its order keeps its earliest due date.
  expect(await tellAfter("update invoices set due_date = '2026-05-05' where id = 32")).toEqual(['30.00', '20.00', 1]);
  expect(await tellAfter('update invoices set due_date = due_date, tran_date = null')).toEqual(['30.00', '20.00', 0]);
  // Kept lists that were searched for it depend on the total.
  expect(await tellAfter('update invoices set total = null')).toEqual(['30.00', '20.00', 1]);
  expect(await tellAfter("update invoices set due_date = '2026-06-05' where id = 32")).toEqual(['30.00', '14.50', 1]);
  expect(await tellAfter('update sales_orders set open_amount = 11 where id = 5')).toEqual(['31.00', '14.50', 1]);
  expect(await tellAfter('update sales_orders set open_amount = 10 where id = 5')).toEqual(['30.00', '14.50', 1]);
});

test.each([
  ['in several currencies', "update sales_orders set currency_name = 'USD' where id = 5"],
  ['unknown', 'update sales_orders set open_amount = null where id = 5'],
])('sums no open amounts that are %s', async (_, change) => {
  const { token } = await app.signIn('customer_admin', { customerId: '1' });
  const { rows } = await pool.query('select open_amount, currency_name from sales_orders where id = 5');
  await pool.query(change);
  const { body } = await app.call(countOpenOrders, { token, query: { today: '2026-05-06' } });
  const { open_amount: amount, currency_name: currency } = rows[0];
  await pool.query('update sales_orders set open_amount = $1, currency_name = $2 where id = 5', [amount, currency]);
  expect(body).toEqual({ open: states(1, 1, 1), late: 2, overdue: 2 });
});

test('name the currency of sums where the account has several', async () => {
  const { token } = await app.signIn('customer_admin', { customerId: '1' });
  const member = await app.signIn('customer_member', { customerId: '1' });
  const read = async (of: string) =>
    (await app.call(countOpenOrders, { token: of, query: { today: '2026-05-06' } })).body as OpenOrders;
  await pool.query("update sales_orders set currency_name = 'US Dollar' where customer_id = 1");
  expect(await read(token)).toMatchObject(sums);
  expect(await read(token)).not.toHaveProperty('currency');
  await pool.query("update sales_orders set currency_name = 'Canadian Dollar' where customer_id = 2");
  expect(await read(token)).toMatchObject({ ...sums, currency: 'US Dollar' });
  expect(await read(member.token)).not.toHaveProperty('currency');
  await pool.query('update sales_orders set currency_name = null');
});

test('say nothing about invoices until they were read', async () => {
  const people = await Promise.all([
    app.signIn('admin'),
    app.signIn('customer_admin', { customerId: '1' }),
    app.signIn('customer_member', { customerId: '1' }),
  ]);
  const readAmounts = async () => {
    const answers = people.map(({ token }) => app.call(countOpenOrders, { token, query: { today: '2026-05-06' } }));
    return (await Promise.all(answers)).map(({ body: { overdue, openAmount, overdueAmount } }) =>
      [overdue, openAmount, overdueAmount].filter((value) => value !== undefined),
    );
  };
  await pool.query('delete from sync_runs');
  await insertRun('failed');
  expect(await readAmounts()).toEqual([[], [], []]);
  await insertRun('complete', '1');
  expect(await readAmounts()).toEqual([[], [2, '30.00', '14.50'], [2]]);
  await insertRun('partial');
  expect(await readAmounts()).toEqual([[2], [2, '30.00', '14.50'], [2]]);
});

// suiteql-facts, section 7: a restricted role gets fewer rows, without an error.
test('says nothing of invoices while no invoice is mirrored, as for a NetSuite role that may not view them', async () => {
  const { token } = await app.signIn('customer_admin', { customerId: '1' });
  const { rows } = await pool.query('delete from invoices returning id, order_id, due_date, open_amount');
  const count = await app.call(countOpenOrders, { token, query: { today: '2026-05-06' } });
  const detail = await app.call(getOrder, { token, params: { id: '2' } });
  const readBilling = async () => {
    const { body } = await app.call(listCustomerOrders, { token });
    const file = await readCsv(await fetchExport(app, exportOrders, token, { format: 'csv', columns: 'billing' }));
    return {
      listed: new Set(body.items.map(({ progress }: Order) => progress?.billing)),
      exported: new Set(file.rows.flat()),
    };
  };
  const billing = await readBilling();
  for (const row of rows)
    await pool.query('insert into invoices (id, order_id, due_date, open_amount) values ($1, $2, $3, $4)', [
      row.id,
      row.order_id,
      row.due_date,
      row.open_amount,
    ]);
  expect(Object.keys(count.body)).toEqual(['open', 'late']);
  expect(detail.body.freshAt).toMatchObject({ invoices: null });
  expect(detail.body.progress).toEqual({ shipping: 'not-shipped', ordered: 5, shipped: 0, expected: '2026-05-06' });
  expect(billing).toEqual({
    listed: new Set([undefined, 'billed', 'partly-billed', 'paid']),
    exported: new Set(['', 'Billed', 'Partly billed', 'Paid']),
  });
  expect(await readBilling()).toEqual({
    listed: new Set(['not-billed', 'billed', 'partly-billed', 'paid']),
    exported: new Set(['Not billed', 'Billed', 'Partly billed', 'Paid']),
  });
  const after = await app.call(getOrder, { token, params: { id: '2' } });
  expect(after.body.freshAt).toMatchObject({ invoices: expect.any(String) });
  expect(after.body.progress).toEqual({ ...detail.body.progress, billing: 'not-billed' });
});

type Read = (pool: pg.Pool, scope: OrderScope) => Promise<unknown>;
const countOpen: Read = (from, scope) => createOpenOrderCounter(from)(scope, '2026-05-06', undefined);
const sumAmounts: Read = (from, scope) => sumOpenAmounts(scope, from, '2026-05-06');

/** Scans of tables, and names of indexes, when a customer's orders are read; null for all customers. */
async function planFor(read: Read, customerId: string | null): Promise<string[]> {
  const plans: string[] = [];
  const query = async (config: { text: string; values: unknown[] }) => {
    const explained = await pool.query({ ...config, text: `explain (analyze, format json) ${config.text}` });
    plans.push(JSON.stringify(explained.rows));
    return pool.query(config);
  };
  const scope = orderScope(createTestCurrentUser(customerId === null ? 'admin' : 'customer_admin', customerId));
  await read({ query } as unknown as pg.Pool, scope);
  const scans = /"Node Type":"([^"]+)"[^{}]*?"Relation Name":"([^"]+)"/g;
  const indexes = /"Index Name":"([^"]+)"/g;
  return [
    ...Array.from(plans.join('').matchAll(scans), ([, node, table]) => `${node} on ${table}`),
    ...Array.from(plans.join('').matchAll(indexes), ([, name = '']) => name),
  ];
}

test('are read from indexes of open and of unpaid orders alone', async () => {
  await pool.query('delete from sales_orders');
  await seedOrders(pool, 30_000, 200);
  await runAsMaintenance(async () => {
    await pool.query(
      "update sales_orders set due_date = '2026-05-01', invoices = 1, open_amount = 10 where id % 50 = 1",
    );
    await pool.query('vacuum analyze sales_orders');
  });
  for (const customerId of [null, '1']) {
    const plan = await planFor(countOpen, customerId);
    expect(plan).toContain('sales_orders_open_of_customer');
    // The index of unpaid orders begins with the customer, the other one with the day.
    expect(plan.some((name) => ['sales_orders_unpaid', 'sales_orders_due_date'].includes(name))).toBe(true);
    const scans = plan.filter((node) => node.endsWith(' on sales_orders'));
    expect(new Set(scans)).toEqual(new Set(['Index Only Scan on sales_orders']));
  }
  expect(await planFor(sumAmounts, '1')).toContain('sales_orders_owed');
});
