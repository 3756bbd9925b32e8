import { assignOrders, unassignOrders } from '@portal/contract/assignments';
import {
  followOrder,
  followPreset,
  listFollows,
  listNotifications,
  readNotifications,
  unfollowOrder,
  unfollowPreset,
} from '@portal/contract/notifications';
import { savePreference } from '@portal/contract/preferences';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hourMs, minuteMs } from '../../platform/clock.ts';
import { type SignedIn, startTestApp } from '../../testing/app.ts';
import { readQueuedMail } from '../../testing/queued-mail.ts';
import { recordNews, testOrder } from '../order-events/testing/news.ts';
import { upsertOrders } from '../orders/testing/order-arbitrary.ts';
import { runNotifyJob } from './testing/notify-job.ts';

const app = await startTestApp();
afterAll(app.close);
const { db, pool } = app.database;
const [first, second, foreign] = ['101', '102', '201'];
const admin = await app.signIn('admin');
const customer = await app.signIn('customer_admin', { customerId: '1' });

const inReims = { ship_address: '59 rue de l’Abbaye\n51100 Reims\nFrance' };
beforeAll(() => upsertOrders(pool, [testOrder(first, '1', inReims), testOrder(second, '1'), testOrder(foreign, '2')]));
beforeEach(async () => {
  await pool.query('delete from notifications; delete from order_follows; delete from unnotified_events');
  await pool.query('delete from preferences');
  await pool.query("update sales_orders set status_name = 'Pending Fulfillment'");
  app.clock.advance(minuteMs);
});

const follow = ({ token }: SignedIn, id: string) => app.call(followOrder, { token, params: { id } });
const list = async ({ token }: SignedIn) => (await app.call(listNotifications, { token })).body;
let days = 0;
/** Sets the status of orders in NetSuite. */
async function record(status: string, ids: readonly string[]): Promise<void> {
  days += 1;
  const modified = new Date(Date.UTC(2026, 3, days)).toISOString();
  await recordNews(pool, app.clock.now(), [
    `update sales_orders set status_name = '${status}', last_modified_date = '${modified}' where id in (${ids})`,
  ]);
}
async function change(status: string, ids: readonly string[]): Promise<void> {
  await record(status, ids);
  await runNotifyJob(app);
}

describe('following', () => {
  test('an order notifies of what happens to it, and no longer after it is unfollowed', async () => {
    expect(await follow(customer, first)).toMatchObject({ status: 200 });
    expect(await follow(customer, first)).toMatchObject({ status: 200 });
    await change('Closed', [first, second]);
    const { unread, data } = await list(customer);
    expect(unread).toBe(1);
    expect(data).toMatchObject([
      {
        kind: 'event',
        isRead: false,
        order: { id: first, tranId: 'SO101', customer: 'Customer 1' },
        event: { kind: 'status', status: 'Closed' },
      },
    ]);
    expect(await list(admin)).toEqual({ unread: 0, data: [] });

    await app.call(unfollowOrder, { token: customer.token, params: { id: first } });
    await change('Pending Approval', [first]);
    expect((await list(customer)).data).toHaveLength(1);
  });

  test('a preset notifies of the orders that match it', async () => {
    const { token } = admin;
    const body = { name: 'Closed ones', filter: JSON.stringify({ status: 'Closed' }), search: 'SO10' };
    expect(await app.call(followPreset, { token, params: { id: 'p1' }, body })).toMatchObject({ status: 200 });
    expect((await app.call(listFollows, { token })).body).toEqual({
      orders: [],
      presets: [{ id: 'p1', name: 'Closed ones' }],
    });
    await change('Closed', [second, foreign]);
    await change('Pending Billing', [first]);
    expect((await list(admin)).data).toMatchObject([{ order: { id: second }, event: { status: 'Closed' } }]);
    await app.call(unfollowPreset, { token, params: { id: 'p1' } });
    expect((await app.call(listFollows, { token })).body).toEqual({ orders: [], presets: [] });
  });

  const followPending = () => {
    const body = { name: 'Pending', filter: JSON.stringify({ status: 'Pending Fulfillment' }) };
    return app.call(followPreset, { token: admin.token, params: { id: 'p' }, body });
  };
  const countKept = async () => (await pool.query('select from changed_orders')).rowCount;

  test('a preset notifies of the change that takes an order out of it, once, also in several parts', async () => {
    await record('Closed', [foreign]);
    expect(await countKept()).toBe(0);
    await followPending();
    await recordNews(pool, app.clock.now(), [`update sales_orders set status_name = 'Billed' where id = ${first}`]);
    // Shipments and invoices of an order are read after it.
    await recordNews(pool, app.clock.now(), [
      `insert into invoices (id, order_id, tran_id, status_id, open_amount) values (701, ${first}, 'INV701', 'A', 5)`,
    ]);
    await change('Billed', [second]);
    const event = (order: string, kind: string) => ({ order: { id: order }, event: { kind } });
    const news = [event(second, 'status'), event(first, 'invoice'), event(first, 'status')];
    expect((await list(admin)).data).toMatchObject(news);
    expect(await countKept()).toBe(0);
    await change('Closed', [first, second]);
    expect((await list(admin)).unread).toBe(3);
  });

  test('a preset does not notify of what took an order out of it before it was followed', async () => {
    await app.call(followPreset, { token: customer.token, params: { id: 'all' }, body: { name: 'All' } });
    await record('Closed', [first]);
    app.clock.advance(1);
    await followPending();
    await change('Closed', [second]);
    expect((await list(admin)).data).toMatchObject([{ order: { id: second } }]);
    expect((await list(customer)).unread).toBe(2);
  });

  test('a preset is followed as it is saved, with relative days relative to now', async () => {
    const { token } = admin;
    const closed = { name: 'Mine', filter: JSON.stringify({ status: 'Closed' }) };
    await app.call(followPreset, { token, params: { id: 'p' }, body: closed });
    const saved = {
      id: 'p',
      name: 'Late ones',
      globalFilter: ' so102 ',
      columnFilters: [
        { id: 'status', value: ['Billed', 'Pending Billing'] },
        { id: 'tranDate', value: JSON.stringify({ relative: 'before-today', from: '', to: '2020-01-01' }) },
      ],
      isDefault: false,
      createdAt: '2026-01-01T00:00:00Z',
    };
    const body = { label: 'filter-presets-orders', prefrenceSetting: JSON.stringify([null, saved]) };
    expect(await app.call(savePreference, { token, body })).toMatchObject({ status: 200 });
    expect((await app.call(listFollows, { token })).body.presets).toEqual([{ id: 'p', name: 'Late ones' }]);
    await change('Billed', [first, second]);
    await change('Closed', [first]);
    expect((await list(admin)).data).toMatchObject([{ order: { id: second }, event: { status: 'Billed' } }]);

    // A deleted preset stays as it was followed.
    await app.call(savePreference, { token, body: { ...body, prefrenceSetting: '[]' } });
    await change('Pending Billing', [second]);
    await change('Closed', [second]);
    expect((await list(admin)).data).toMatchObject([{ event: { status: 'Closed' } }, { event: { status: 'Billed' } }]);
  });

  const savePresets = (prefrenceSetting: string) =>
    app.call(savePreference, { token: admin.token, body: { label: 'filter-presets-orders', prefrenceSetting } });
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  const preset = (id: string, filters: string, globalFilter = '') =>
    `{"id":"${id}","name":"Saved","globalFilter":"${globalFilter}","columnFilters":${filters}}`;
  const all = { name: 'All' };

  test.each([
    ['nested too deeply', preset('p', `[{"id":"status","value":${nested(20_000)}}]`)],
    ['nested deeply within the limits', preset('p', `[{"id":"status","value":${nested(4_900)}}]`)],
    ['with a search that is too long', preset('p', '[]', ' '.repeat(201))],
    ['with filters that are too long', preset('p', `[{"id":"tranId","value":"SO1${' '.repeat(10_000)}"}]`)],
  ])('a saved preset %s matches nothing and stops no one', async (_, saved) => {
    const { token } = admin;
    await app.call(followPreset, { token, params: { id: 'p' }, body: all });
    await follow(customer, first);
    await follow(admin, second);
    expect(await savePresets(`[${saved}]`)).toMatchObject({ status: 200 });
    expect(await app.call(listFollows, { token })).toMatchObject({ status: 200, body: { presets: [{ id: 'p' }] } });
    await change('Closed', [first, second]);
    expect((await list(customer)).unread).toBe(1);
    expect((await list(admin)).data).toMatchObject([{ order: { id: second } }]);
  });

  test('neither a preset that is not followed nor an invalid filter changes what a preset matches', async () => {
    await app.call(followPreset, { token: admin.token, params: { id: 'p' }, body: all });
    const other = preset('other', `[{"id":"status","value":${nested(20_000)}}]`);
    await savePresets(`[${other},${preset('p', '[null,{"id":"status","value":["Closed"]}]')}]`);
    await change('Closed', [first]);
    await change('Billed', [second]);
    expect((await list(admin)).data).toMatchObject([{ order: { id: first } }]);
  });

  test('an event waits a day for an order that is mirrored later', async () => {
    await app.call(followPreset, { token: admin.token, params: { id: 'p' }, body: { name: 'All' } });
    const ship = (id: string, learnedAt: Date) =>
      recordNews(pool, learnedAt, [
        `insert into fulfillments (id, order_id, status_id, method_name) values (${id}, ${id}, 'C', 'UPS')`,
      ]);
    await ship('811', app.clock.now());
    await ship('812', new Date(app.clock.now().getTime() - 24 * hourMs - 1));
    await runNotifyJob(app);
    await upsertOrders(pool, [testOrder('811', '1'), testOrder('812', '1')]);
    await runNotifyJob(app);
    expect((await list(admin)).data).toMatchObject([{ order: { id: '811' }, event: { kind: 'shipment' } }]);
    expect((await pool.query('select from unnotified_events')).rowCount).toBe(0);
  });

  test('both an order and a preset that it matches notifies once', async () => {
    await follow(admin, first);
    await app.call(followPreset, { token: admin.token, params: { id: 'p' }, body: { name: 'All' } });
    await change('Cancelled', [first]);
    await runNotifyJob(app);
    expect((await list(admin)).data).toMatchObject([{ event: { kind: 'cancelled' } }]);
  });

  test('refuses orders outside the scope, and filters that the list refuses', async () => {
    expect(await follow(customer, foreign)).toMatchObject({ status: 404 });
    const guest = await app.signIn('customer_guest');
    expect(await follow(guest, first)).toMatchObject({ status: 404 });
    const body = { name: 'By number', filter: JSON.stringify({ tranId: 'SO1' }) };
    const params = { id: 'p' };
    expect(await app.call(followPreset, { token: guest.token, params, body })).toMatchObject({ status: 400 });
    expect(await app.call(followPreset, { token: admin.token, params, body })).toMatchObject({ status: 200 });
  });

  test('a preset whose columns the user no longer sees matches nothing', async () => {
    const demoted = await app.signIn('admin');
    const body = { name: 'By number', filter: JSON.stringify({ tranId: 'SO1' }) };
    await app.call(followPreset, { token: demoted.token, params: { id: 'p' }, body });
    const groupId = db.selectFrom('groups').select('id').where('type', '=', 'customer_guest');
    await db.updateTable('users').set({ group_id: groupId }).where('id', '=', demoted.id).execute();
    await db.insertInto('order_assignments').values({ user_id: demoted.id, order_id: first }).execute();
    await change('Pending Approval', [first]);
    expect(await list(demoted)).toEqual({ unread: 0, data: [] });
  });
});

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
    const order = { id: first, shipTo: 'Reims, France', customer: 'Customer 1' };
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
    // As PostgreSQL does by itself a little later.
    await pool.query('analyze order_events, notifications');
    expect((await list(customer)).data).toMatchObject([
      { changes: 4990, isTruncated: false },
      { kind: 'summary', changes: 10, orders: 1, isTruncated: true },
    ]);
  });

  describe('of what a running sync finds', () => {
    const ids = Array.from({ length: 21 }, (_, index) => String(6000 + index));
    const begin = (kind: string, startedAt: Date, silence = '0 seconds') =>
      pool.query(
        `insert into sync_runs (kind, mode, status, phase, heartbeat_at, started_at)
          values ($1, 'incremental', 'running', 'reading', now() - $2::interval, $3)`,
        [kind, silence, startedAt],
      );
    const end = () =>
      pool.query("update sync_runs set status = 'complete', finished_at = $1 where status = 'running'", [ago(0)]);
    const ago = (ms: number) => new Date(app.clock.now().getTime() - ms);
    beforeAll(() =>
      upsertOrders(
        pool,
        ids.map((id) => testOrder(id, '6')),
      ),
    );
    beforeEach(async () => {
      await pool.query('delete from sync_runs');
      const body = { name: 'All' };
      await app.call(followPreset, { token: admin.token, params: { id: 'p' }, body });
    });
    afterAll(() => pool.query('delete from sync_runs'));

    test('are one summary, written when its last kind ends', async () => {
      await begin('orders', ago(minuteMs));
      await change('Closed', ids.slice(0, 11));
      app.clock.advance(minuteMs);
      await change('Closed', ids.slice(11));
      expect(await list(admin)).toEqual({ unread: 0, data: [] });
      await end();
      await runNotifyJob(app);
      await begin('invoices', ago(0));
      await runNotifyJob(app);
      expect(await list(admin)).toEqual({ unread: 0, data: [] });
      await end();
      await runNotifyJob(app);
      expect((await list(admin)).data).toMatchObject([{ kind: 'summary', changes: 21 }]);
    });

    test('do not wait for kinds that the sync does not reach', async () => {
      await begin('orders', ago(minuteMs));
      await change('Closed', ids.slice(0, 1));
      await end();
      app.clock.advance(minuteMs);
      await runNotifyJob(app);
      expect((await list(admin)).unread).toBe(1);
    });

    test.each([
      ['reads customers', () => begin('customers', ago(minuteMs))],
      ['belongs to a process that has died', () => begin('orders', ago(minuteMs), '61 seconds')],
    ])('do not wait for a sync that %s', async (_, beginOther) => {
      await beginOther();
      await change('Closed', ids.slice(0, 1));
      expect((await list(admin)).unread).toBe(1);
    });

    test('wait an hour at most', async () => {
      await begin('orders', ago(minuteMs));
      await change('Closed', ids.slice(0, 1));
      app.clock.advance(hourMs);
      await runNotifyJob(app);
      expect((await list(admin)).unread).toBe(1);
    });
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
