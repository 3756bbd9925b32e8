import type { OrderPage } from '@portal/contract/orders';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createExporter } from '../../listing/export/exporter.ts';
import { createBusySenders } from '../../platform/busy-senders.ts';
import { systemClock } from '../../platform/clock.ts';
import { createTestCurrentUser } from '../../testing/current-user.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { createCustomerService } from './service.ts';

const { database, drop } = await createTestDatabase();
afterAll(drop);
const { db, pool } = database;
const viewers = [
  createTestCurrentUser('admin'),
  createTestCurrentUser('customer_admin', '1'),
  createTestCurrentUser('customer_member', '1'),
];

beforeAll(() => pool.query("insert into customers (id, entity_id, balance) values (1, 'C1', 5), (2, 'C2', 6)"));

/** The customer service of one process, with its own cache. */
function startService() {
  const exportList = createExporter({ db, pool, clock: systemClock, busySenders: createBusySenders(1) });
  const listOfCustomer = () => Promise.reject<OrderPage>(new Error('not tested'));
  return createCustomerService({ pool, exportList, orders: { listOfCustomer }, fields: [] });
}

const read = (service: ReturnType<typeof startService>) =>
  Promise.all(viewers.map((viewer) => service.list(viewer, { page: 1, limit: 10 })));

test.each([
  ['a new balance', 'update customers set balance = 7'],
  ['a new name', `update customers set company_name = 'Alpha' where id = 1`],
  ['a new customer', `insert into customers (id, entity_id) values (3, 'C3')`],
  ['a removed customer', 'delete from customers where id = 3'],
  ['all customers removed', 'truncate customers'],
])('a cached page of customers is read again after %s, not before', async (_, change) => {
  const service = startService();
  const before = await read(service);
  for (const [index, again] of (await read(service)).entries()) expect(again).toBe(before[index]);
  await pool.query(change);
  const after = await read(service);
  expect(after).toEqual(await read(startService()));
  expect(after).not.toEqual(before);
});
