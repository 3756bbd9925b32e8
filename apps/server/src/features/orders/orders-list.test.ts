import type { ListQuery } from '@portal/contract/listing';
import type { Role } from '@portal/contract/permissions';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CurrentUser } from '../../access/current-user.ts';
import { createExporter } from '../../listing/export/exporter.ts';
import { createBusySenders } from '../../platform/busy-senders.ts';
import { systemClock } from '../../platform/clock.ts';
import { sql } from '../../platform/sql.ts';
import { createTestCurrentUser } from '../../testing/current-user.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { createTestUser } from '../../testing/users.ts';
import { createOrderService } from './service.ts';
import { day, generateOrders, type MirrorOrder, upsertOrders } from './testing/order-arbitrary.ts';
import {
  hiddenColumnIds,
  matchesSearch,
  passes,
  progressColumnIds,
  progressOf,
  shipmentDays,
  sortOrders,
} from './testing/order-model.ts';
import { choicesAndDates, range, sortable, toQuery, type Wanted, wantedOf } from './testing/wanted-arbitrary.ts';

const { database, drop } = await createTestDatabase();
afterAll(drop);
const { db, pool } = database;
const exportList = createExporter({ db, pool, clock: systemClock, busySenders: createBusySenders(1) });
const service = createOrderService({
  pool,
  exportList,
  selectFreshness: () => sql`select now() as invoices`,
});

// More orders than are ever sorted in memory, most of them of one customer, so that every query plan is used.
const orders = generateOrders(6000, 20_241_120);
const assigned = orders.filter(({ id }) => id % 7 === 0);
const guest = await createTestUser(db, { role: 'customer_guest' });

beforeAll(async () => {
  for (let start = 0; start < orders.length; start += 1000) await upsertOrders(pool, orders.slice(start, start + 1000));
  const assignments = assigned.map(({ id }) => ({ user_id: guest.id, order_id: id }));
  await db.insertInto('order_assignments').values(assignments).execute();
  await pool.query('insert into invoices (id, order_id) values (1, 1)');
  const shipments = orders.flatMap((order) => shipmentDays(order).map((day) => ({ order_id: order.id, day })));
  await pool.query(
    `insert into fulfillments (id, order_id, status_id, ship_date)
     select row_number() over (), order_id, 'C', day from jsonb_to_recordset($1) as shipment (order_id bigint, day date)`,
    [JSON.stringify(shipments)],
  );
  await pool.query('vacuum analyze sales_orders, fulfillments');
});

function currentUser(role: Role | null, customerId: string | null = null): CurrentUser {
  return createTestCurrentUser(role, customerId, guest.id);
}

type Caller = { currentUser: CurrentUser; sees: readonly MirrorOrder[] };
const byId = new Map(orders.map((order) => [String(order.id), order]));
const of = (customerId: number) => orders.filter((order) => order.customer_id === customerId);
const everything: Caller = { currentUser: currentUser('admin'), sees: orders };
const guestWithOrders: Caller = { currentUser: currentUser('customer_guest', '1'), sees: assigned };
const callers: Record<string, Caller> = {
  admin: everything,
  member: { currentUser: currentUser('member'), sees: orders },
  'member of customer 2': { currentUser: currentUser('member', '2'), sees: of(2) },
  'admin of customer 1': { currentUser: currentUser('customer_admin', '1'), sees: of(1) },
  'member on the side of customer 3': { currentUser: currentUser('customer_member', '3'), sees: of(3) },
  'member of no customer': { currentUser: currentUser('customer_member', null), sees: [] },
  guest: guestWithOrders,
  'user of no role': { currentUser: currentUser(null, '1'), sees: [] },
};

const sorted = new Map<string, MirrorOrder[]>();

/** The expected list, page by page. */
function expected(caller: Caller, { search, filters, sortBy, sortOrder }: Wanted): number[] {
  const key = `${sortBy ?? 'createdDate'} ${sortOrder}`;
  const all = sorted.get(key) ?? sortOrders(orders, sortBy ?? 'createdDate', sortOrder);
  sorted.set(key, all);
  const seen = new Set(caller.sees);
  return all
    .filter((order) => seen.has(order))
    .filter((order) => search === null || matchesSearch(order, search, caller.currentUser.role))
    .filter((order) => filters.every((filter) => passes(order, filter)))
    .map(({ id }) => id);
}

const anything = wantedOf(orders);
const columnsOf = ({ filters, sortBy }: Wanted) => [...filters.map(({ column }) => column), sortBy];

/** Compares any page of a request with a straightforward implementation. */
async function compare(names: readonly string[], wanted: fc.Arbitrary<Wanted>, numRuns: number): Promise<void> {
  const limit = fc.integer({ min: 1, max: 100 });
  const position = fc.oneof(fc.constant(0.9999), fc.double({ min: 0, max: 1.1, noNaN: true }));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), wanted, limit, position, async (name, asked, size, at) => {
      const caller = callers[name] ?? everything;
      const hidden = hiddenColumnIds(caller.currentUser.role);
      fc.pre(!columnsOf(asked).some((id) => id !== null && hidden.includes(id)));
      const ids = expected(caller, asked);
      const pages = Math.ceil(ids.length / size);
      const page = 1 + Math.floor(at * pages);
      const answer = await service.list(caller.currentUser, toQuery(asked, page, size));
      expect(answer.items.map(({ id }) => Number(id))).toEqual(ids.slice((page - 1) * size, page * size));
      expect(answer).toMatchObject({ total: ids.length, pages, page, limit: size });
    }),
    { numRuns },
  );
}

describe('the order list', () => {
  test('matches a straightforward implementation of scope, filters, search and sort on any page', async () => {
    await compare(Object.keys(callers), anything, 400);
  });

  test('matches it for filters by status, shipping, billing and creation date over all customers', async () => {
    await compare(['admin'], choicesAndDates, 200);
  });

  test('finds orders by the day of any of their shipments', async () => {
    const inRanges = fc.record({
      search: fc.constant(null),
      filters: fc.tuple(range(fc.constant('lastShipped'), day)),
      sortBy: fc.option(fc.constantFrom('lastShipped', 'createdDate')),
      sortOrder: fc.constantFrom('ASC' as const, 'DESC' as const),
    });
    await compare(Object.keys(callers), inRanges, 200);
  });

  test.each(sortable)('has pages without gaps or overlaps when sorted by %s', async (sortBy) => {
    const asked: Wanted = { search: null, filters: [], sortBy, sortOrder: sortBy.length % 2 === 0 ? 'ASC' : 'DESC' };
    const ids: string[] = [];
    for (let page = 1; page <= 60; page += 1) {
      const { items } = await service.list(currentUser('admin'), toQuery(asked, page, 100));
      ids.push(...items.map(({ id }) => id));
    }
    expect(ids.map(Number)).toEqual(expected(everything, asked));
  });

  test('returns the same for repeated requests, also after orders have changed', async () => {
    const asked: Wanted = { search: 'acme', filters: [], sortBy: null, sortOrder: 'DESC' };
    const before = expected(everything, asked);
    const lastPage = 1 + Math.floor(before.length / 10);
    const read = async () => {
      const { total, items } = await service.list(everything.currentUser, toQuery(asked, lastPage, 10));
      return { total, ids: items.map(({ id }) => Number(id)) };
    };
    const asBefore = { total: before.length, ids: before.slice((lastPage - 1) * 10) };
    expect([await read(), await read()]).toEqual([asBefore, asBefore]);
    const [another] = generateOrders(1, 1, 1_000_000);
    const newest = { memo: 'for ACME', created_date: '2030-01-01T00:00:00Z' };
    await upsertOrders(pool, another === undefined ? [] : [{ ...another, ...newest }]);
    const after = [1_000_000, ...before];
    expect(await read()).toEqual({ total: after.length, ids: after.slice((lastPage - 1) * 10, lastPage * 10) });
    await db.deleteFrom('sales_orders').where('id', '=', '1000000').execute();
    expect(await read()).toEqual(asBefore);
  });

  test.each(
    (['customer_guest', 'customer_member'] as const).flatMap((role) =>
      hiddenColumnIds(role).map((column) => [role, column] as const),
    ),
  )('rejects, for a %s, the column %s', async (role, column) => {
    const caller = currentUser(role, '1');
    const list = (query: Partial<ListQuery>) => service.list(caller, { page: 1, limit: 10, ...query });
    const unknown = (id: string) => ({
      status: 400,
      details: [{ message: expect.stringContaining(`no column '${id}'`) }],
    });
    await expect(list({ sortBy: column })).rejects.toMatchObject(unknown(column));
    await expect(list({ sortBy: 'nothing' })).rejects.toMatchObject(unknown('nothing'));
    await expect(list({ filter: JSON.stringify({ [column]: 'x' }) })).rejects.toMatchObject(unknown(column));
    const { items } = await list({ limit: 100 });
    expect(items).toHaveLength(100);
    expect(items.filter(({ rawData, progress }) => column in { ...rawData, ...progress })).toEqual([]);
  });

  test.each([
    ['admin', 'openAmount'],
    ['customer_admin', 'openAmount'],
    ['customer_member', 'dueDate'],
    ['customer_guest', 'lastShipped'],
  ] as const)('shows a %s the progress as far as its %s', async (role, column) => {
    const { items } = await service.list(currentUser(role, '1'), { page: 1, limit: 100 });
    const visible = progressColumnIds.filter((id) => !hiddenColumnIds(role).includes(id));
    expect(visible).toContain(column);
    for (const { id, progress } of items) expect(progress).toEqual(progressOf(byId.get(id), visible));
  });
});
