import { followPreset, listFollows, unfollowOrder, unfollowPreset } from '@portal/contract/notifications';
import { savePreference } from '@portal/contract/preferences';
import { describe, expect, test } from 'vitest';
import { hourMs } from '../../platform/clock.ts';
import { recordNews, testOrder } from '../order-events/testing/news.ts';
import { upsertOrders } from '../orders/testing/order-arbitrary.ts';
import { startNotificationsFixture } from './testing/notifications-fixture.ts';
import { runNotifyJob } from './testing/notify-job.ts';

const { app, admin, customer, first, second, foreign, record, change, follow, list } =
  await startNotificationsFixture();
const { db, pool } = app.database;

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

  test('a preset notifies of the change that takes an order out of it, also in several parts', async () => {
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
    ['with more filters than there are columns', preset('p', `[${Array(101).fill('{"id":"x"}').join(',')}]`)],
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
