import { assignOrders, unassignOrders } from '@portal/contract/assignments';
import { followPreset, readNotifications } from '@portal/contract/notifications';
import type { CompiledQuery } from 'kysely';
import { describe, expect, test } from 'vitest';
import { orderScope } from '../../access/scope.ts';
import { minuteMs } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { createTestCurrentUser } from '../../testing/current-user.ts';
import { readQueuedMail } from '../../testing/queued-mail.ts';
import { recordNews, testOrder } from '../order-events/testing/news.ts';
import { upsertOrders } from '../orders/testing/order-arbitrary.ts';
import { findNotifications } from './queries.ts';
import { startNotificationsFixture } from './testing/notifications-fixture.ts';
import { runNotifyJob } from './testing/notify-job.ts';

const { app, admin, customer, first, second, record, change, follow, list } = await startNotificationsFixture();
const { pool } = app.database;

test.each(['notifications', 'unnotified_events', 'notification_settings', 'pgboss.job'])(
  'a job that fails while it writes to %s loses and repeats nothing',
  async (table) => {
    await follow(customer, first);
    await follow(customer, second);
    await pool.query('delete from notification_settings');
    const mails = async () =>
      (await readQueuedMail(pool, app.portal.dependencies.config.serverKey)).filter(({ kind }) => kind === 'order-news')
        .length;
    const before = await mails();
    await pool.query(`
      create function fail() returns trigger language plpgsql as $$ begin raise 'no space left'; end $$;
      create trigger fail before ${table === 'unnotified_events' ? 'delete' : 'insert'} on ${table}
        for each row execute function fail()`);
    await record('Closed', [first, second]);
    await expect(runNotifyJob(app)).rejects.toThrow('no space left');
    await pool.query('drop function fail cascade');
    await runNotifyJob(app);
    await runNotifyJob(app);
    expect((await list(customer)).data).toMatchObject([
      { event: { status: 'Closed' } },
      { event: { status: 'Closed' } },
    ]);
    expect((await mails()) - before).toBe(1);
  },
);

type PlanNode = { Plans?: PlanNode[] } & Partial<Record<string, number>>;

/** Most rows that a part of a plan has read. */
function rowsOf({ Plans = [], ...node }: PlanNode): number {
  const removed = ['Rows Removed by Filter', 'Rows Removed by Join Filter'].map((name) => node[name] ?? 0);
  const rows = [node['Actual Rows'] ?? 0, ...removed].reduce((sum, each) => sum + each, 0);
  return Math.max(rows * (node['Actual Loops'] ?? 0), ...Plans.map(rowsOf));
}

describe('notifications', () => {
  test('of a guest name the place of an order, and contain no numbers and nothing about billing', async () => {
    const guest = await app.signIn('customer_guest');
    await app.call(assignOrders, { token: admin.token, body: { userId: guest.id, orderIds: [first] } });
    await follow(guest, first);
    await recordNews(pool, app.clock.now(), [
      `insert into fulfillments (id, order_id, tran_id, status_id, method_name) values (801, ${first}, 'IF801', 'C', 'UPS')`,
      `insert into invoices (id, order_id, tran_id, status_id, open_amount) values (802, ${first}, 'INV802', 'B', 0)`,
    ]);
    await change('Billed', [first]);
    const body = await list(guest);
    const order = {
      id: first,
      shipTo: 'Reims, France',
      customer: 'Customer 1',
      tranDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    };
    expect(body).toMatchObject({ unread: 1, data: [{ order, event: { kind: 'shipment', method: 'UPS' } }] });
    expect(JSON.stringify(body)).not.toMatch(/SO101|IF801|INV802|Billed|PO-101|BOL-101/);
  });

  test('disappear with the access to their order', async () => {
    const guest = await app.signIn('customer_guest');
    const body = { userId: guest.id, orderIds: [first] };
    await app.call(assignOrders, { token: admin.token, body });
    await follow(guest, first);
    await change('Closed', [first]);
    expect((await list(guest)).unread).toBe(1);
    await app.call(unassignOrders, { token: admin.token, params: { userId: guest.id }, body: { orderIds: [first] } });
    expect(await list(guest)).toEqual({ unread: 0, data: [] });
  });

  test('of more than 20 events that became known together are one summary', async () => {
    const ids = Array.from({ length: 21 }, (_, index) => String(5000 + index));
    await upsertOrders(
      pool,
      ids.map((id) => testOrder(id, '9')),
    );
    await app.call(followPreset, {
      token: admin.token,
      params: { id: 'p' },
      body: { name: 'Of Customer 9', filter: JSON.stringify({ entity: 'Customer 9' }) },
    });
    await change('Closed', ids.slice(0, 20));
    expect(await list(admin)).toMatchObject({ unread: 20 });
    app.clock.advance(minuteMs);
    await change('Pending Billing', ids);
    const { unread, data } = await list(admin);
    expect(unread).toBe(21);
    expect(data[0]).toEqual({
      kind: 'summary',
      createdAt: expect.any(String),
      isRead: false,
      changes: 21,
      orders: 21,
      isTruncated: false,
    });
    await app.call(readNotifications, { token: admin.token, body: { at: data[0].createdAt } });
    const after = await list(admin);
    expect(after.unread).toBe(20);
    expect(after.data[0]).toMatchObject({ kind: 'summary', isRead: true });
  });

  test('that are not all counted are a summary that says so', async () => {
    for (const [order, count] of [
      [second, 15],
      [first, 4990],
    ]) {
      app.clock.advance(minuteMs);
      await recordNews(pool, app.clock.now(), [
        `with recorded as (
          insert into order_events (order_id, kind, record_id, state, changed_at, learned_at)
          select ${order}, 'status', ${order}, gen_random_uuid(), now(), learned_at() from generate_series(1, ${count})
          returning id
        ) insert into notifications select '${customer.id}', id, learned_at() from recorded`,
      ]);
    }
    expect((await list(customer)).data).toMatchObject([
      { changes: 4990, isTruncated: false },
      { kind: 'summary', changes: 10, orders: 1, isTruncated: true },
    ]);
  });

  test('are read once each before PostgreSQL has statistics of them', async () => {
    await pool.query(`alter table order_events set (autovacuum_enabled = false);
      alter table notifications set (autovacuum_enabled = false)`);
    await recordNews(pool, app.clock.now(), [
      `with recorded as (
        insert into order_events (order_id, kind, record_id, state, changed_at, learned_at)
        select ${first}, 'status', ${first}, gen_random_uuid(), now(), learned_at() from generate_series(1, 5000) returning id
      ) insert into notifications select '${customer.id}', id, learned_at() + id * interval '1 minute' from recorded`,
    ]);
    expect(await list(customer)).toMatchObject({ unread: 5000 });
    for (const currentUser of [
      createTestCurrentUser('admin', null, customer.id),
      createTestCurrentUser('customer_admin', '1', customer.id),
      createTestCurrentUser('customer_guest', '1', customer.id),
    ]) {
      const read: number[] = [];
      const executeQuery = async ({ sql: text, parameters }: CompiledQuery) => {
        const { rows } = await pool.query(`explain (analyze, format json) ${text}`, [...parameters]);
        read.push(rowsOf(rows[0]['QUERY PLAN'][0].Plan));
        return { rows: [] };
      };
      await findNotifications(orderScope(currentUser), { executeQuery } as unknown as Database, customer.id);
      expect(read).toEqual([expect.any(Number)]);
      expect(Math.max(...read)).toBeLessThan(20_000);
    }
  });

  test('are read one by one or all up to the newest that was shown', async () => {
    await follow(customer, first);
    const read = async (body: object) => app.call(readNotifications, { token: customer.token, body });
    await change('Closed', [first]);
    app.clock.advance(minuteMs);
    await change('Pending Approval', [first]);
    const shown = (await list(customer)).data;
    app.clock.advance(minuteMs);
    await change('Closed', [first]);
    await read({ upTo: shown[0].createdAt });
    expect((await list(customer)).data.map(({ isRead }: { isRead: boolean }) => isRead)).toEqual([false, true, true]);
    const [newest] = (await list(customer)).data;
    const other = await app.signIn('customer_admin', { customerId: '1' });
    await app.call(readNotifications, { token: other.token, body: { id: newest.id } });
    expect((await list(customer)).unread).toBe(1);
    await read({ id: newest.id });
    expect((await list(customer)).unread).toBe(0);
    expect(await read({})).toMatchObject({ status: 400 });
    expect(await read({ id: newest.id, upTo: newest.createdAt })).toMatchObject({ status: 400 });
  });
});
