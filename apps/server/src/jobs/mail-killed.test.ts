import { followOrder } from '@portal/contract/notifications';
import { expect, onTestFinished, test } from 'vitest';
import type { Config } from '../config.ts';
import { runNotifyJob } from '../features/notifications/testing/notify-job.ts';
import { recordNews, testOrder } from '../features/order-events/testing/news.ts';
import { upsertOrders } from '../features/orders/testing/order-arbitrary.ts';
import { startTestApp } from '../testing/app.ts';
import { createTestDatabase } from '../testing/database.ts';
import { retryMailsOfDeadPortal } from '../testing/dead-portal.ts';
import { forkPortal } from '../testing/fork-portal.ts';
import { startScriptedSmtp } from '../testing/scripted-smtp.ts';

test('a mail that the SMTP server accepted while the portal was killed is sent again with the same Message-ID', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const { pool } = database.database;
  const smtp = await startScriptedSmtp();
  onTestFinished(() => smtp.close());
  const config = { smtpUrl: smtp.url };
  const mails = async () =>
    (await pool.query<{ id: string; state: string }>("select id, state from pgboss.job where name = 'send-mail'")).rows;

  smtp.refuse({ EHLO: '421 4.3.2 Shutting down', HELO: '421 4.3.2 Shutting down' });
  const app = await startTestApp({ database, config });
  const user = await app.signIn('customer_admin', { customerId: '1' });
  await upsertOrders(pool, [testOrder('1', '1')]);
  await app.call(followOrder, { token: user.token, params: { id: '1' } });
  await recordNews(pool, app.clock.now(), ["update sales_orders set status_name = 'Billed' where id = 1"]);
  await runNotifyJob(app);
  await expect.poll(mails).toMatchObject([{ state: 'retry' }]);
  await app.close();

  const portal = await forkPortal(app.portal.dependencies.config as Config);
  onTestFinished(() => portal.kill());
  const killed = new Promise<void>((resolve) => {
    smtp.beforeReply = () => portal.kill().then(resolve);
  });
  smtp.refuse({});
  await killed;
  const begun = await mails();
  expect(begun).toMatchObject([{ state: 'active' }]);

  smtp.beforeReply = async () => undefined;
  const next = await startTestApp({ database, config });
  onTestFinished(() => next.close());
  await retryMailsOfDeadPortal(
    database,
    begun.map(({ id }) => id),
  );
  await expect.poll(mails).toMatchObject([{ state: 'completed' }]);
  await runNotifyJob(next);
  expect(await mails()).toHaveLength(1);
  expect(smtp.accepted).toEqual([user.email, user.email]);
  expect(smtp.messageIds[0]).toMatch(/^<[\w-]+@test\.example>$/);
  expect(smtp.messageIds[1]).toBe(smtp.messageIds[0]);
  expect(await pool.query('select from notifications where user_id = $1', [user.id])).toMatchObject({ rowCount: 1 });
});
