import type { ListQuery } from '@portal/contract/listing';
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { CurrentUser } from '../../access/current-user.ts';
import { createExporter } from '../../listing/export/exporter.ts';
import { createBusySenders } from '../../platform/busy-senders.ts';
import { systemClock } from '../../platform/clock.ts';
import { sql } from '../../platform/sql.ts';
import { createTestCurrentUser } from '../../testing/current-user.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { createOrderService } from './service.ts';
import { generateOrders, upsertOrders } from './testing/order-arbitrary.ts';

const { database, drop } = await createTestDatabase();
afterAll(drop);
const { db, pool } = database;

/** The order service of one process, with its own cache. */
function startService(reading: Pick<pg.Pool, 'query'> = pool) {
  const exportList = createExporter({ db, pool, clock: systemClock, busySenders: createBusySenders(1) });
  const selectFreshness = () => sql`select now() as invoices`;
  return createOrderService({ pool: reading as pg.Pool, exportList, selectFreshness });
}

const viewers = [
  createTestCurrentUser('admin'),
  createTestCurrentUser('customer_member', '1'),
  createTestCurrentUser('customer_admin', '2'),
];

beforeEach(async () => {
  await pool.query('truncate sales_orders cascade');
  await upsertOrders(pool, generateOrders(60, 7));
  await pool.query('truncate invoices');
  await pool.query('insert into invoices (id, order_id) values (1, 1)');
});

type Step = (client: pg.ClientBase) => Promise<unknown>;
const id = fc.integer({ min: 1, max: 70 });
const steps: fc.Arbitrary<Step> = fc.oneof(
  id.map(
    (order): Step =>
      (client) =>
        client.query(`update sales_orders set memo = memo || '!' where id = $1`, [order]),
  ),
  id.map(
    (order): Step =>
      (client) =>
        client.query('update sales_orders set customer_id = 1 + customer_id % 3 where id = $1', [order]),
  ),
  id.map(
    (order): Step =>
      (client) =>
        client.query('delete from sales_orders where id = $1', [order]),
  ),
  fc.nat().map(
    (seed): Step =>
      (client) =>
        upsertOrders(client, generateOrders(5, seed, 40)),
  ),
  fc.constant<Step>((client) => client.query('delete from sales_orders')),
);
const latest: ListQuery = { page: 1, limit: 10 };
const late: ListQuery = { ...latest, filter: JSON.stringify({ shipping: 'not-shipped', expected: ',2024-03-01' }) };
const requests: fc.Arbitrary<ListQuery> = fc.oneof(
  fc.record({
    page: fc.integer({ min: 1, max: 3 }),
    limit: fc.constantFrom(10, 20),
    sortBy: fc.constantFrom('createdDate', 'total'),
  }),
  fc.constant(late),
);
/** The current user with or without the orders version read during authentication. */
async function asNow(currentUser: CurrentUser, readsVersion: boolean): Promise<CurrentUser> {
  if (!readsVersion) return currentUser;
  const { rows } = await pool.query(`select version from mirror_versions where mirror = 'orders'`);
  return { ...currentUser, versions: { orders: rows[0].version } };
}

type Round = { step: Step; commits: boolean; request: ListQuery; currentUser: CurrentUser; readsVersion: boolean };
const rounds: fc.Arbitrary<Round[]> = fc.array(
  fc.record({
    step: steps,
    commits: fc.boolean(),
    request: requests,
    currentUser: fc.constantFrom(...viewers),
    readsVersion: fc.boolean(),
  }),
  { minLength: 5, maxLength: 25 },
);

describe('a cached page', () => {
  test('equals an uncached read after any change by any process, committed or rolled back', async () => {
    const caching = startService();
    await fc.assert(
      fc.asyncProperty(rounds, async (list) => {
        for (const { step, commits, request, currentUser, readsVersion } of list) {
          const expected = await startService().list(currentUser, request);
          const cached = async () => caching.list(await asNow(currentUser, readsVersion), request);
          expect(await cached()).toEqual(expected);
          const client = await pool.connect();
          await client.query('begin');
          await step(client);
          // An uncommitted change is not visible and does not affect the cache.
          expect(await cached()).toEqual(expected);
          await client.query(commits ? 'commit' : 'rollback');
          client.release();
          expect(await cached()).toEqual(await startService().list(currentUser, request));
        }
      }),
      { numRuns: 15 },
    );
  });

  test.each([
    ['the latest orders', latest, 'version'],
    // Kept for requests only, which know the version.
    ['late orders', late, 'orders'],
  ])('of %s is served without reading orders until one changes', async (_of, request, withoutVersion) => {
    const asked: string[] = [];
    const query = (config: { text: string }) => {
      asked.push(config.text);
      return pool.query(config);
    };
    const service = startService({ query } as unknown as pg.Pool);
    const asks = async (readsVersion: boolean) => {
      asked.length = 0;
      await service.list(await asNow(createTestCurrentUser('admin'), readsVersion), request);
      if (asked.length === 0) return 'nothing';
      return asked.some((text) => text.includes('sales_orders')) ? 'orders' : 'version';
    };
    expect([await asks(true), await asks(true), await asks(false)]).toEqual(['orders', 'nothing', withoutVersion]);
    await pool.query(`update sales_orders set memo = 'another' where id = 1`);
    expect([await asks(true), await asks(true), await asks(false)]).toEqual(['orders', 'nothing', withoutVersion]);
  });
});

describe('a page near the end of a list that changes during the read', () => {
  const createData = '0001-01-01,9999-01-01';
  const requests: [string, ListQuery][] = [
    ['the last but one', { page: 4, limit: 10, filter: JSON.stringify({ createData }) }],
    ['the last', { page: 6, limit: 10, filter: JSON.stringify({ createData }) }],
    ['of a status', { page: 2, limit: 10, filter: JSON.stringify({ status: 'Billed' }) }],
  ];

  test.each(requests)('%s: total and rows come from the same snapshot', async (_how, request) => {
    const changes = [
      // The same number of orders, but different ones.
      async () => {
        await pool.query('delete from sales_orders where id <= 12');
        await upsertOrders(pool, generateOrders(12, 99, 200));
      },
      () => upsertOrders(pool, generateOrders(30, 5, 300)),
      () => pool.query('delete from sales_orders where id > 40'),
      () => pool.query('update sales_orders set total = -total'),
    ];
    for (const change of changes) {
      await pool.query('truncate sales_orders cascade');
      await upsertOrders(pool, generateOrders(60, 7));
      const admin = createTestCurrentUser('admin');
      const before = await startService().list(admin, request);
      let queries = 0;
      const query = async (config: { text: string }) => {
        queries += 1;
        if (queries === 2) await change();
        return pool.query(config);
      };
      const read = await startService({ query } as unknown as pg.Pool).list(admin, request);
      const after = await startService().list(admin, request);
      expect([before, after]).toContainEqual(read);
    }
  });
});
