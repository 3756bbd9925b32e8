import { assignOrders } from '@portal/contract/assignments';
import { uploadAttachment } from '@portal/contract/attachments';
import { listAssignedOrders, listCustomerOrders, listOrders } from '@portal/contract/orders';
import { getTimeline, type TimelineEntry } from '@portal/contract/timeline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SignedIn, startTestApp } from '../../testing/app.ts';
import { upsertOrders } from '../orders/testing/order-arbitrary.ts';
import { recordNews, testOrder } from './testing/news.ts';

const app = await startTestApp();
afterAll(app.close);
const { pool } = app.database;
const [order, foreign] = ['101', '201'];
const admin = await app.signIn('admin', { fullName: 'Ada Staff' });
const guest = await app.signIn('customer_guest', { fullName: 'Gus Guest', customerId: '1' });
const otherGuest = await app.signIn('customer_guest', { fullName: 'Olga Other', customerId: '2' });

beforeAll(async () => {
  await upsertOrders(pool, [testOrder(order, '1'), testOrder(foreign, '2')]);
  await recordNews(pool, app.clock.now(), [
    `update sales_orders set status_name = 'Pending Fulfillment', last_modified_date = '2026-03-02Z' where id = ${order}`,
    `insert into fulfillments (id, order_id, tran_id, status_id, ship_date, method_name, packages) values
      (9001, ${order}, 'IF-77', 'C', '2026-03-03', 'United Package', '[{"trackingNumber": "1Z999"}, {"weight": 2}]')`,
    `insert into invoices (id, order_id, tran_id, status_id, tran_date, total, open_amount)
      values (9002, ${order}, 'INV-88', 'A', '2026-03-04', 1234.56, 1234.56)`,
    `update invoices set status_id = 'B', open_amount = 0, last_modified_date = '2026-03-09Z' where id = 9002`,
    `update sales_orders set status_name = 'Billed', last_modified_date = '2026-03-09Z' where id = ${order}`,
  ]);
  app.clock.advance(60_000);
  for (const [to, name] of [
    [guest, 'Gus Guest'],
    [otherGuest, 'Olga Other'],
  ] as const) {
    const body = { userId: to.id, orderIds: [order], note: `For ${name}` };
    expect(await app.call(assignOrders, { token: admin.token, body })).toMatchObject({ status: 200 });
  }
  app.clock.advance(60_000);
  const form = new FormData();
  form.append('file', new Blob(['signed']), 'proof.txt');
  const path = uploadAttachment.path.replace('{id}', order);
  const headers = { authorization: `Bearer ${guest.token}` };
  expect((await app.fetch(`/api${path}`, { method: 'POST', headers, body: form })).status).toBe(201);
});

const read = async ({ token }: SignedIn, query: object = {}) =>
  app.call(getTimeline, { token, params: { id: order }, query });
const entriesFor = async (user: SignedIn): Promise<TimelineEntry[]> => (await read(user)).body.data;
const without = ({ id: _, at: __, ...rest }: TimelineEntry) => rest;
const byKind = (a: { kind: string }, b: { kind: string }) => a.kind.localeCompare(b.kind);

const events = [
  { kind: 'invoice', date: '2026-03-04', number: 'INV-88' },
  { kind: 'paid', date: '2026-03-09', number: 'INV-88' },
  { kind: 'shipment', date: '2026-03-03', number: 'IF-77', method: 'United Package', tracking: ['1Z999'] },
  { kind: 'status', date: '2026-03-02', status: 'Pending Fulfillment' },
  { kind: 'status', date: '2026-03-09', status: 'Billed' },
];
const file = { kind: 'attachment', file: 'proof.txt', by: 'Gus Guest' };
const assigned = (to: string) => ({ kind: 'assignment', to, by: 'Ada Staff', note: `For ${to}` });

describe('the timeline of an order', () => {
  test('shows staff every event, file and assignment, newest first', async () => {
    const entries = await entriesFor(admin);
    expect(entries.map(({ kind }) => kind).slice(0, 3)).toEqual(['attachment', 'assignment', 'assignment']);
    const times = entries.map(({ at }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
    // Of the same instant as well: an invoice is issued before it is paid.
    expect(entries.slice(3).map(({ kind }) => kind)).toEqual(['status', 'paid', 'invoice', 'shipment', 'status']);
    expect(entries.map(without).toSorted(byKind)).toEqual(
      expect.arrayContaining([assigned('Gus Guest'), assigned('Olga Other'), file, ...events]),
    );
    expect(entries).toHaveLength(8);
  });

  test.each(['customer_admin', 'customer_member'] as const)(
    'shows a %s no amounts and only assignments to its own people',
    async (role) => {
      const { body } = await read(await app.signIn(role, { customerId: '1' }));
      expect(JSON.stringify(body)).not.toMatch(/1234|Olga/);
      expect(body.data.map(without)).toEqual(expect.arrayContaining([assigned('Gus Guest'), file, ...events]));
      expect(body.data).toHaveLength(7);
    },
  );

  test('shows a guest no billing, no numbers, and only its own assignment', async () => {
    const { body } = await read(guest);
    expect(JSON.stringify(body)).not.toMatch(/IF-77|INV-88|1234|Olga|Bill|invoice|paid/);
    const [, , { number: _, ...shipment }, status] = events as unknown as [object, object, { number: string }, object];
    expect(body.data.map(without).toSorted(byKind)).toEqual([assigned('Gus Guest'), file, shipment, status]);
  });

  test('is read page by page without loss or repetition, also among entries of the same instant', async () => {
    const all = await entriesFor(admin);
    const pages: TimelineEntry[] = [];
    for (let last: TimelineEntry | undefined; pages.length < all.length; last = pages.at(-1)) {
      const { body } = await read(admin, { limit: 2, ...(last && { before: last.at, beforeId: last.id }) });
      expect(body.data.length).toBeGreaterThan(0);
      pages.push(...body.data);
    }
    expect(pages).toEqual(all);
    const last = all.at(-1);
    expect((await read(admin, { before: last?.at, beforeId: last?.id })).body.data).toEqual([]);
  });

  test('does not exist outside the scope', async () => {
    const outsider = await app.signIn('customer_admin', { customerId: '2' });
    expect(await read(outsider)).toMatchObject({ status: 404 });
    expect(await read(await app.signIn('customer_guest', { customerId: '1' }))).toMatchObject({ status: 404 });
    expect(await app.call(getTimeline, { token: outsider.token, params: { id: foreign } })).toMatchObject({
      status: 200,
      body: { data: [] },
    });
  });
});

test('the list gives the time of the newest event or file that the role sees', async () => {
  const changed = '102';
  const member = await app.signIn('customer_member', { customerId: '1' });
  const readers = [
    [listOrders, admin],
    [listCustomerOrders, member],
    [listAssignedOrders, guest],
  ] as const;
  /** Kind of the newest entry for each reader. */
  async function after(change: () => Promise<unknown>) {
    app.clock.advance(60_000);
    await change();
    const kinds: (string | undefined)[] = [];
    for (const [list, { token }] of readers) {
      const { body } = await app.call(list, { token, query: { withChangedAt: 'true' } });
      const entries: TimelineEntry[] = (await app.call(getTimeline, { token, params: { id: changed } })).body.data;
      const entry = entries.find(({ kind }) => kind !== 'assignment');
      const [item] = body.items.filter((order: { id: string }) => order.id === changed);
      expect(item.changedAt).toBe(entry?.at);
      kinds.push(entry?.kind);
    }
    return kinds;
  }
  await upsertOrders(pool, [testOrder(changed, '1')]);
  const body = { userId: guest.id, orderIds: [changed] };
  const assign = () => app.call(assignOrders, { token: admin.token, body });
  expect(await after(assign)).toEqual([undefined, undefined, undefined]);
  const ship = `insert into fulfillments (id, order_id, status_id) values (9011, ${changed}, 'C')`;
  expect(await after(() => recordNews(pool, app.clock.now(), [ship]))).toEqual(['shipment', 'shipment', 'shipment']);
  const bill = [
    `insert into invoices (id, order_id, status_id, open_amount) values (9012, ${changed}, 'B', 0)`,
    `update sales_orders set status_name = 'Billed', last_modified_date = '2026-03-09Z' where id = ${changed}`,
  ];
  expect(await after(() => recordNews(pool, app.clock.now(), bill))).toEqual(['status', 'status', 'shipment']);
  const { items } = (await app.call(listOrders, { token: admin.token })).body;
  expect(items.filter((item: object) => 'changedAt' in item)).toEqual([]);
});

test.each([
  'update order_events set state = null',
  'delete from order_events where false',
  'truncate order_events cascade',
])('events are append-only: %s', async (statement) => {
  await expect(pool.query(statement)).rejects.toThrow('append-only');
});
