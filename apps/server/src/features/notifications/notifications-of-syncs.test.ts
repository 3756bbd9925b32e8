import { followPreset } from '@portal/contract/notifications';
import type { SyncKind, SyncStatus } from '@portal/contract/sync';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hourMs, minuteMs } from '../../platform/clock.ts';
import { recordNews, testOrder } from '../order-events/testing/news.ts';
import { upsertOrders } from '../orders/testing/order-arbitrary.ts';
import { startNotificationsFixture } from './testing/notifications-fixture.ts';
import { runNotifyJob } from './testing/notify-job.ts';

const { app, admin, first, second, record, change, list } = await startNotificationsFixture();
const { pool } = app.database;
const ids = Array.from({ length: 21 }, (_, index) => String(6000 + index));
beforeAll(() =>
  upsertOrders(
    pool,
    ids.map((id) => testOrder(id, '6')),
  ),
);
beforeEach(() => pool.query('delete from sync_runs'));

const now = () => app.clock.now().toISOString();
/** A run that has asked NetSuite a second ago. */
async function begin(kind: SyncKind, { silence = '0 seconds', customerId = null as string | null } = {}) {
  await pool.query(
    `insert into sync_runs (kind, mode, customer_id, status, phase, heartbeat_at, started_at, server_time)
      values ($1, 'incremental', $2, 'running', 'reading', now() - $3::interval, $4, $4::timestamptz - interval '1 second')`,
    [kind, customerId, silence, now()],
  );
}
async function end(status: SyncStatus = 'complete') {
  await pool.query(`update sync_runs set status = $1, finished_at = $2 where status = 'running'`, [status, now()]);
}
/** Runs the kinds one after the other, and the job after each. */
async function sync(
  kinds: readonly SyncKind[],
  { status, customerId }: { status?: SyncStatus; customerId?: string } = {},
) {
  for (const kind of kinds) {
    await begin(kind, { customerId: customerId ?? null });
    await runNotifyJob(app);
    await end(status);
    app.clock.advance(minuteMs);
    await runNotifyJob(app);
  }
}

describe('what a sync finds', () => {
  beforeEach(async () => {
    await app.call(followPreset, { token: admin.token, params: { id: 'p' }, body: { name: 'All' } });
  });

  test('is one summary, written when its last kind ends', async () => {
    await begin('orders');
    await change('Closed', ids.slice(0, 11));
    app.clock.advance(minuteMs);
    await change('Closed', ids.slice(11));
    expect(await list(admin)).toEqual({ unread: 0, data: [] });
    await end();
    await sync(['fulfillments']);
    await begin('invoices');
    await runNotifyJob(app);
    expect(await list(admin)).toEqual({ unread: 0, data: [] });
    await end();
    await runNotifyJob(app);
    expect((await list(admin)).data).toMatchObject([{ kind: 'summary', changes: 21 }]);
  });

  test.each<[string, string | null, string | null, number]>([
    ['of the same customer', '6', '6', 1],
    ['of all customers', '6', null, 1],
    ['of another customer', '6', '7', 0],
    ['of one customer, after orders of all', null, '6', 0],
  ])('waits for shipments and invoices %s, also after the sync has stopped', async (_, ofOrders, ofOthers, unread) => {
    await begin('orders', { customerId: ofOrders });
    await record('Closed', ids.slice(0, 1));
    await end();
    app.clock.advance(10 * minuteMs);
    await runNotifyJob(app);
    expect((await list(admin)).unread).toBe(0);
    await sync(['fulfillments', 'invoices'], ofOthers === null ? {} : { customerId: ofOthers });
    expect((await list(admin)).unread).toBe(unread);
  });

  test.each([
    ['reads customers', () => begin('customers')],
    ['belongs to a process that has died', () => begin('orders', { silence: '61 seconds' })],
    ['has failed to read the orders', () => sync(['orders'], { status: 'failed' })],
  ])('does not wait for a sync that %s', async (_, beginOther) => {
    await beginOther();
    await change('Closed', ids.slice(0, 1));
    expect((await list(admin)).unread).toBe(1);
  });

  test('waits an hour at most', async () => {
    await begin('orders');
    await change('Closed', ids.slice(0, 1));
    app.clock.advance(hourMs);
    await runNotifyJob(app);
    expect((await list(admin)).unread).toBe(1);
  });
});

let shipments = 900;
async function ship(orderId: string): Promise<void> {
  shipments += 1;
  await recordNews(pool, app.clock.now(), [
    `insert into fulfillments (id, order_id, status_id) values (${shipments}, ${orderId}, 'C')`,
  ]);
}

test.each<[string, () => Promise<void>]>([
  ['has stopped before the shipments', async () => undefined],
  ['could not read all shipments', () => sync(['fulfillments'], { status: 'partial' })],
  ['asked for shipments before the change', () => sync(['fulfillments', 'invoices'])],
  ['read the shipments of another customer', () => sync(['fulfillments', 'invoices'], { customerId: '2' })],
])(
  'a shipment that is read after a sync that %s reaches followers of a preset that its order has left',
  async (_, go) => {
    const body = { name: 'Pending', filter: JSON.stringify({ status: 'Pending Fulfillment' }) };
    await app.call(followPreset, { token: admin.token, params: { id: 'p' }, body });
    await begin('orders');
    await record('Billed', [first]);
    await end();
    await go();
    app.clock.advance(2 * hourMs);
    await runNotifyJob(app);
    expect((await list(admin)).data).toMatchObject([{ event: { kind: 'status' } }]);
    await begin('fulfillments');
    await ship(first);
    await end();
    await sync(['invoices']);
    expect((await list(admin)).data).toMatchObject([{ event: { kind: 'shipment' } }, { event: { kind: 'status' } }]);

    // Once all was read, the order is no longer of interest.
    expect((await pool.query('select from changed_orders')).rowCount).toBe(0);
    await change('Closed', [first, second]);
    expect((await list(admin)).data).toMatchObject([{ order: { id: second } }, { order: { id: first } }, {}]);
  },
);
