import type { ListQuery } from '@portal/contract/listing';
import type { Role } from '@portal/contract/permissions';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createExporter } from '../../listing/export/exporter.ts';
import { createBusySenders } from '../../platform/busy-senders.ts';
import { systemClock } from '../../platform/clock.ts';
import { createTestCurrentUser } from '../../testing/current-user.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { createTestUser } from '../../testing/users.ts';
import { createOrderService } from './service.ts';
import { seedOrders } from './testing/seed-orders.ts';

const { database, drop } = await createTestDatabase();
afterAll(drop);
const { db, pool } = database;
const guest = await createTestUser(db, { role: 'customer_guest' });

beforeAll(async () => {
  await seedOrders(pool, 100_000);
  await pool.query(
    `insert into order_assignments (user_id, order_id) select $1, id from sales_orders where id % 500 = 0`,
    [guest.id],
  );
  await pool.query('analyze order_assignments');
}, 180_000);

type PlanNode = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: PlanNode[];
};

/** How the database executed a list query: access paths, number of orders read, and pages of memory touched. */
type Reading = { scans: string[]; ordersRead: number; blocks: number };

/** A pool that runs queries with EXPLAIN ANALYZE and records the plans. */
function explaining(readings: Reading[]): pg.Pool {
  const query = async (config: { text: string; values: unknown[] }) => {
    const { text, values } = config;
    const explained = await pool.query({ text: `explain (analyze, buffers, format json) ${text}`, values });
    const plan: PlanNode = explained.rows[0]['QUERY PLAN'][0].Plan;
    const nodes = flatten(plan).filter(isOfOrders);
    readings.push({
      scans: nodes.map((node) => node['Node Type']),
      ordersRead: Math.max(0, ...nodes.map(rowsRead)),
      blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
    });
    return pool.query(config);
  };
  return { query } as unknown as pg.Pool;
}

function flatten(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}

/** Plan nodes that were not executed have no loops. */
function isOfOrders(node: PlanNode): boolean {
  const isBitmap = node['Node Type'] === 'Bitmap Index Scan' && node['Index Name']?.startsWith('sales_orders');
  return node['Actual Loops'] > 0 && (node['Relation Name'] === 'sales_orders' || isBitmap === true);
}

function rowsRead(node: PlanNode): number {
  const perLoop =
    node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return perLoop * node['Actual Loops'];
}

const startService = (reading: Pick<pg.Pool, 'query'>) =>
  createOrderService({
    pool: reading as pg.Pool,
    exportList: createExporter({ db, pool, clock: systemClock, busySenders: createBusySenders(1) }),
  });

async function read(role: Role, customerId: string | null, query: Partial<ListQuery>) {
  const readings: Reading[] = [];
  const service = startService(explaining(readings));
  const page = await service.list(createTestCurrentUser(role, customerId, guest.id), { page: 1, limit: 10, ...query });
  return { page, readings, ordersRead: Math.max(...readings.map((reading) => reading.ordersRead)) };
}

const filter = (filters: object) => ({ filter: JSON.stringify(filters) });

describe('among 100,000 orders', () => {
  test.each<[string, Role, string | null, number]>([
    ['an administrator', 'admin', null, 100_000],
    ['a member of the staff', 'member', null, 100_000],
    ['the customer with the most', 'customer_admin', '1', 1353],
    ['a guest with some', 'customer_guest', null, 200],
  ])('reads few orders for the first page and total of %s', async (_, role, customerId, total) => {
    const { page, readings, ordersRead } = await read(role, customerId, {});
    expect([page.total, page.items.length]).toEqual([total, 10]);
    expect(readings.flatMap(({ scans }) => scans)).not.toContain('Seq Scan');
    expect(ordersRead).toBeLessThanOrEqual(role === 'customer_guest' ? total : 10);
  });

  test.each<[string, Partial<ListQuery>, number]>([
    ['the last page', { page: 10_000 }, 10],
    ['any order', { sortBy: 'custbody_ns_project', sortOrder: 'DESC' }, 10],
    ['the other direction', { sortBy: 'memo', sortOrder: 'ASC' }, 10],
    ['status and dates', filter({ status: 'Billed', createData: '2020-01-01,2021-06-30' }), 40],
    ['a status of late alone, oldest first', { ...filter({ status: 'Pending Approval' }), sortOrder: 'ASC' }, 4000],
    ['a rare status', filter({ status: 'Closed', createData: ',2018-03-01' }), 4000],
    ['one number', { search: 'SO150001' }, 100],
    ['an exact amount', { search: '1,234.80' }, 400],
    ['one customer by name', { search: 'granite hill logistics 256' }, 400],
    ['a name that many have', { search: 'granite' }, 300],
    ['a part of all names', { search: '.example' }, 30],
    ['half a year long past', filter({ tranDate: '2018-01-01,2018-06-30' }), 25_000],
    ['a column that contains', filter({ otherRefNum: '4711' }), 1000],
  ])('reads few orders to find %s', async (_, query, most) => {
    const { page, readings, ordersRead } = await read('admin', null, query);
    expect(page.items.length).toBeGreaterThan(0);
    expect(readings.flatMap(({ scans }) => scans)).not.toContain('Seq Scan');
    expect(ordersRead).toBeLessThanOrEqual(most);
  });

  test('plans usual searches once, for any text', async () => {
    const client = await pool.connect();
    const service = startService(client);
    for (let search = 150_001; search <= 150_007; search += 1) {
      const page = await service.list(createTestCurrentUser('admin'), { page: 1, limit: 10, search: `SO${search}` });
      expect(page.total).toBe(1);
    }
    // PostgreSQL plans the first five executions of a statement, to compare.
    const { rowCount } = await client.query(
      "select from pg_prepared_statements where statement like 'with choice%' and custom_plans = 5 and generic_plans >= 2",
    );
    client.release();
    expect(rowCount).toBeGreaterThan(0);
  });

  test.each(['σ', 'ς', '1', 'e', 'ab', 'so', '%', '_', '-', 'é'])(
    'reads no more for any number of %s than for a short text without hits',
    async (text) => {
      const work = async (search: string) => {
        const { readings } = await read('admin', null, { search });
        const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
        return {
          orders: sum(readings.map(({ ordersRead }) => ordersRead)),
          blocks: sum(readings.map(({ blocks }) => blocks)),
        };
      };
      const short = await work('qz');
      expect(short.orders).toBe(100_000);
      for (const length of [1, 2, 30, 180, 200]) {
        const search = text.repeat(length).slice(0, 200);
        const { orders, blocks } = await work(search);
        // Three consecutive letters or digits are found by index; anything else reads orders and customers once.
        expect(orders).toBeLessThanOrEqual(/[a-z0-9]{3}/.test(search) ? 2000 : 1.1 * short.orders);
        expect(blocks).toBeLessThanOrEqual(2.5 * short.blocks);
      }
    },
  );
});
