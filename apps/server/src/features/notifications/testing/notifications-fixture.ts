import { followOrder, listNotifications } from '@portal/contract/notifications';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { minuteMs } from '../../../platform/clock.ts';
import { type SignedIn, startTestApp } from '../../../testing/app.ts';
import { recordNews, testOrder } from '../../order-events/testing/news.ts';
import { upsertOrders } from '../../orders/testing/order-arbitrary.ts';
import { runNotifyJob } from './notify-job.ts';

/** A portal with two orders of customer 1 and one of customer 2, none of which is followed when a test begins. */
export async function startNotificationsFixture() {
  const app = await startTestApp();
  afterAll(app.close);
  const { pool } = app.database;
  const [first, second, foreign] = ['101', '102', '201'] as const;
  const [admin, customer] = [await app.signIn('admin'), await app.signIn('customer_admin', { customerId: '1' })];
  const inReims = { ship_address: '59 rue de l’Abbaye\n51100 Reims\nFrance' };
  beforeAll(() =>
    upsertOrders(pool, [testOrder(first, '1', inReims), testOrder(second, '1'), testOrder(foreign, '2')]),
  );
  beforeEach(async () => {
    await pool.query('delete from notifications; delete from order_follows; delete from unnotified_events');
    await pool.query('delete from preferences; delete from changed_orders');
    await pool.query("update sales_orders set status_name = 'Pending Fulfillment'");
    app.clock.advance(minuteMs);
  });
  let days = 0;
  /** Sets the status of orders in NetSuite. */
  async function record(status: string, ids: readonly string[]): Promise<void> {
    days += 1;
    const modified = new Date(Date.UTC(2026, 3, days)).toISOString();
    await recordNews(pool, app.clock.now(), [
      `update sales_orders set status_name = '${status}', last_modified_date = '${modified}' where id in (${ids})`,
    ]);
  }
  return {
    ...{ app, admin, customer, first, second, foreign, record },
    follow: ({ token }: SignedIn, id: string) => app.call(followOrder, { token, params: { id } }),
    list: async ({ token }: SignedIn) => (await app.call(listNotifications, { token })).body,
    /** The same, and notifies followers. */
    async change(status: string, ids: readonly string[]): Promise<void> {
      await record(status, ids);
      await runNotifyJob(app);
    },
  };
}
