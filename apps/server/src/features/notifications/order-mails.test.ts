import { assignOrders, unassignOrders } from '@portal/contract/assignments';
import {
  followOrder,
  followPreset,
  getNotificationSettings,
  readNotifications,
  saveNotificationSettings,
  unsubscribe,
} from '@portal/contract/notifications';
import type { MailFrequency } from '@portal/contract/values';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hourMs, minuteMs } from '../../platform/clock.ts';
import { type SignedIn, startTestApp } from '../../testing/app.ts';
import { createTestClock } from '../../testing/clock.ts';
import { startTestInbox } from '../../testing/mail.ts';
import { recordNews, testOrder } from '../order-events/testing/news.ts';
import { upsertOrders } from '../orders/testing/order-arbitrary.ts';
import { endOrderNews } from './compose-mail.ts';
import { runNotifyJob } from './testing/notify-job.ts';

const inbox = await startTestInbox();
const clock = createTestClock(new Date('2026-11-22T12:00:00Z'));
const app = await startTestApp({ clock, config: { smtpUrl: inbox.smtpUrl } });
afterAll(async () => {
  await app.close();
  await inbox.stop();
});
const { db, pool } = app.database;
const maker = await app.createUser({ role: 'admin' });
/** With a new session, since tests advance the clock by days. */
const assign = async (userId: string, orderIds: readonly string[]) => {
  const { token } = await app.openSession(maker);
  expect(await app.call(assignOrders, { token, body: { userId, orderIds } })).toMatchObject({ status: 200 });
};
const setClock = (instant: string) => clock.advance(Date.parse(instant) - clock.now().getTime());
const orders = Array.from({ length: 30 }, (_, index) => String(100 + index));
const [order = '', other = ''] = orders;
const inReims = { ship_address: '59 rue de l’Abbaye\n51100 Reims\nFrance' };
beforeAll(() => upsertOrders(pool, [...orders.map((id) => testOrder(id, '1', inReims)), testOrder('900', '2')]));

let changes = 0;
/** Every order gets a status that it had not before, and the minutely job runs. */
async function change(ids: readonly string[]): Promise<string> {
  changes += 1;
  const status = `Step ${changes}`;
  const modified = new Date(Date.UTC(2026, 3, changes)).toISOString();
  await recordNews(pool, clock.now(), [
    `update sales_orders set status_name = '${status}', last_modified_date = '${modified}' where id in (${ids})`,
  ]);
  await runNotifyJob(app);
  return status;
}

const follow = async ({ token }: SignedIn, id: string) =>
  expect(await app.call(followOrder, { token, params: { id } })).toMatchObject({ status: 200 });
const save = async (user: SignedIn, mails: MailFrequency) => {
  const { token } = await app.openSession(user);
  expect(await app.call(saveNotificationSettings, { token, body: { mails } })).toMatchObject({ status: 200 });
};
const isIdle = async () =>
  (await pool.query("select from pgboss.job where name = 'send-mail' and state <> 'completed'")).rowCount === 0;
/** The mails to a user, once every queued one was sent or dropped and this many have arrived. */
async function mailsTo({ email }: SignedIn, count: number) {
  await expect.poll(isIdle).toBe(true);
  const mails = await inbox.mailsTo(email, count);
  expect(mails).toHaveLength(count);
  return mails;
}

describe('mails about followed orders', () => {
  test('group what happened, at most one an hour, and repeat nothing', async () => {
    const user = await app.signIn('customer_admin', { customerId: '1', fullName: 'Cora' });
    await follow(user, order);
    await follow(user, other);
    const first = await change([order]);
    expect(await mailsTo(user, 1)).toMatchObject([
      {
        subject: 'An order you follow was updated',
        text: expect.stringContaining(`SO100: Status changed to ${first}`),
      },
    ]);
    clock.advance(30 * minuteMs);
    const second = await change([order, other]);
    clock.advance(29 * minuteMs);
    const third = await change([order]);
    await runNotifyJob(app);
    await mailsTo(user, 1);
    clock.advance(minuteMs);
    await runNotifyJob(app);
    await runNotifyJob(app);
    const [, mail] = await mailsTo(user, 2);
    expect(mail?.subject).toBe('Orders you follow were updated');
    expect(mail?.text).toContain(`SO100: Status changed to ${third}; Status changed to ${second}`);
    expect(mail?.text).toContain(`SO101: Status changed to ${second}`);
    expect(mail?.text).not.toContain(first);
    clock.advance(2 * hourMs);
    await runNotifyJob(app);
    await mailsTo(user, 2);
  });

  test('contain only what is still unread', async () => {
    const user = await app.signIn('customer_admin', { customerId: '1' });
    await follow(user, order);
    await change([order]);
    await mailsTo(user, 1);
    await change([order]);
    const body = { upTo: clock.now().toISOString() };
    await app.call(readNotifications, { token: user.token, body });
    clock.advance(hourMs);
    await runNotifyJob(app);
    await mailsTo(user, 1);
  });

  test('are daily after 6 a.m. UTC, or not at all, as the user wants', async () => {
    const user = await app.signIn('customer_admin', { customerId: '1' });
    await follow(user, order);
    await save(user, 'daily');
    setClock('2026-11-24T07:00:00Z');
    const morning = await change([order]);
    setClock('2026-11-25T05:59:00Z');
    const night = await change([order]);
    await mailsTo(user, 0);
    setClock('2026-11-25T06:00:00Z');
    const late = await change([order]);
    const [mail] = await mailsTo(user, 1);
    for (const status of [morning, night, late]) expect(mail?.text).toContain(status);
    await save(user, 'none');
    clock.advance(hourMs);
    const silent = await change([order]);
    await save(user, 'instant');
    await runNotifyJob(app);
    const loud = await change([order]);
    const [, last] = await mailsTo(user, 2);
    expect(last?.text).toContain(loud);
    expect(last?.text).not.toContain(silent);
  });

  test('of more than 20 changes are one line', async () => {
    const user = await app.signIn('customer_admin', { customerId: '1' });
    await app.call(followPreset, { token: user.token, params: { id: 'p' }, body: { name: 'All' } });
    await change(orders);
    const [mail] = await mailsTo(user, 1);
    expect(mail?.text).toContain('30 changes to 30 orders.');
    expect(mail?.text).not.toContain('SO10');
  });

  test('of more than 5000 changes say so', async () => {
    const user = await app.signIn('customer_admin', { customerId: '1' });
    await follow(user, other);
    await recordNews(pool, clock.now(), [
      `insert into order_events (order_id, kind, record_id, state, changed_at, learned_at)
        select ${other}, 'status', ${other}, gen_random_uuid(), now(), learned_at() from generate_series(1, 5001)`,
    ]);
    await pool.query('analyze order_events, unnotified_events');
    await runNotifyJob(app);
    const [mail] = await mailsTo(user, 1);
    expect(mail?.text).toContain('More than 5,000 changes to at least one order.');
  });

  test('to a guest name the place of an order, and contain no numbers and nothing of billing', async () => {
    const guest = await app.signIn('customer_guest', { customerId: '1' });
    await assign(guest.id, [order]);
    await follow(guest, order);
    await recordNews(pool, clock.now(), [
      `insert into fulfillments (id, order_id, tran_id, status_id, method_name, packages)
        values (801, ${order}, 'IF801', 'C', 'UPS', '[{"trackingNumber": "1Z7"}]')`,
      `insert into invoices (id, order_id, tran_id, status_id, open_amount) values (802, ${order}, 'INV802', 'B', 0)`,
    ]);
    await runNotifyJob(app);
    const [, mail] = await mailsTo(guest, 2);
    expect(mail?.text).toContain('Reims, France · Customer 1 · ordered March 1, 2026: Shipped with UPS, tracking 1Z7');
    expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toMatch(/SO100|PO-100|BOL-100|IF801|INV802|nvoice/);
  });
});

/** Queues a mail while nothing is sent: the mail server is reached, but jobs wait until `release`. */
async function holdMails(): Promise<() => Promise<void>> {
  await pool.query(`
    create function hold_mail() returns trigger language plpgsql as
      $$ begin new.start_after := now() + interval '1 day'; return new; end $$;
    create trigger hold_mail before insert on pgboss.job for each row when (new.name = 'send-mail') execute function hold_mail()`);
  return async () => {
    await pool.query('drop function hold_mail cascade');
    await pool.query("update pgboss.job set start_after = now() where name = 'send-mail' and state = 'created'");
  };
}

test('hours without a mail server lead to one mail, and the next one comes an hour after it', async () => {
  const user = await app.signIn('customer_admin', { customerId: '1' });
  await follow(user, order);
  const release = await holdMails();
  const first = await change([order]);
  const later: string[] = [];
  for (let hours = 1; hours < 4; hours += 1) {
    clock.advance(hourMs);
    later.push(await change([order]));
  }
  await release();
  const [mail] = await mailsTo(user, 1);
  expect(mail?.text).toContain(first);
  clock.advance(59 * minuteMs);
  await runNotifyJob(app);
  await mailsTo(user, 1);
  clock.advance(minuteMs);
  await runNotifyJob(app);
  const [, next] = await mailsTo(user, 2);
  for (const status of later) expect(next?.text).toContain(status);
  expect(next?.text).not.toContain(first);
});

describe('a mail that', () => {
  const settingsOf = ({ id }: SignedIn) =>
    db.selectFrom('notification_settings').selectAll().where('user_id', '=', id).executeTakeFirstOrThrow();
  async function queueMail(): Promise<SignedIn> {
    const user = await app.signIn('customer_admin', { customerId: '1' });
    await follow(user, order);
    const release = await holdMails();
    await change([order]);
    await pool.query("delete from pgboss.job where name = 'send-mail' and state = 'created'");
    await release();
    expect((await settingsOf(user)).mailed_at).toBeNull();
    return user;
  }
  /** The next mail is queued after this time, and not earlier. */
  async function expectDelay(user: SignedIn, ms: number): Promise<void> {
    const { mail_queued_at: before } = await settingsOf(user);
    clock.advance(ms - minuteMs);
    await change([order]);
    expect((await settingsOf(user)).mail_queued_at).toBe(before);
    clock.advance(minuteMs);
    await runNotifyJob(app);
    expect(new Date((await settingsOf(user)).mail_queued_at ?? 0)).toEqual(clock.now());
  }

  test('never ended delays the next one by four days', async () => {
    await expectDelay(await queueMail(), 96 * hourMs);
  });

  // An earlier process beside this one writes only mailed_at, in the future while a mail is under way.
  test('an earlier process has ended delays the next one by an hour', async () => {
    const user = await queueMail();
    await pool.query('update notification_settings set mailed_at = $2 where user_id = $1', [user.id, clock.now()]);
    await expectDelay(user, hourMs);
  });

  test('an earlier process has queued delays the next one until an hour after its end', async () => {
    const user = await app.signIn('customer_admin', { customerId: '1' });
    await follow(user, order);
    const inFourDays = new Date(clock.now().getTime() + 96 * hourMs);
    await pool.query('insert into notification_settings (user_id, mailed_at) values ($1, $2)', [user.id, inFourDays]);
    clock.advance(2 * hourMs);
    await change([order]);
    expect((await settingsOf(user)).mail_queued_at).toBeNull();
    await endOrderNews({ db, clock }, user.id);
    await expectDelay(user, hourMs);
  });
});

describe('between queuing and sending, the mail is lost to a user who', () => {
  const groupOf = (role: 'customer_guest') => db.selectFrom('groups').select('id').where('type', '=', role);
  const edit = (user: SignedIn, values: object) =>
    db.updateTable('users').set(values).where('id', '=', user.id).execute();

  test.each<[string, (user: SignedIn) => Promise<unknown>]>([
    ['was deleted', (user) => db.deleteFrom('users').where('id', '=', user.id).execute()],
    ['was demoted', (user) => edit(user, { group_id: groupOf('customer_guest') })],
    ['moved to another customer', (user) => edit(user, { customer_id: '2' })],
    ['reached the end of its access', (user) => edit(user, { expires_at: clock.now() })],
    ['unsubscribed', (user) => save(user, 'none')],
    ['read it', ({ token }) => app.call(readNotifications, { token, body: { upTo: clock.now().toISOString() } })],
  ])('%s', async (_, act) => {
    const user = await app.signIn('customer_admin', { customerId: '1' });
    await follow(user, order);
    const release = await holdMails();
    await change([order]);
    await act(user);
    await release();
    await mailsTo(user, 0);
  });

  test('no longer has the order assigned', async () => {
    const guest = await app.signIn('customer_guest', { customerId: '1' });
    await assign(guest.id, [order, other]);
    await mailsTo(guest, 1);
    await follow(guest, order);
    await follow(guest, other);
    const release = await holdMails();
    const status = await change([order, other]);
    const params = { userId: guest.id };
    const { token } = await app.openSession(maker);
    await app.call(unassignOrders, { token, params, body: { orderIds: [other] } });
    await release();
    const [, mail] = await mailsTo(guest, 2);
    expect(mail?.text).toContain(status);
    expect(mail?.text).toContain(`order=${order}`);
    expect(mail?.text).not.toContain(`order=${other}`);
  });
});

describe('unsubscribing', () => {
  const settings = async ({ token }: SignedIn) => (await app.call(getNotificationSettings, { token })).body.mails;

  test('takes one click in a mail program, without sign-in, and works only with a signed link', async () => {
    const user = await app.signIn('customer_admin', { customerId: '1' });
    await follow(user, order);
    await change([order]);
    const [mail] = await mailsTo(user, 1);
    const { headers } = mail ?? {};
    expect(headers?.['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    const address = new URL(/^<(.+)>$/.exec(String(headers?.['list-unsubscribe']))?.[1] ?? '');
    expect(mail?.html).toContain(address.search.replaceAll('&', '&amp;'));

    // Opening the link changes nothing: mail scanners do.
    const opened = await app.fetch(`${address.pathname}${address.search}`);
    expect(opened.headers.get('content-type')).toContain('text/html');
    expect(await opened.text()).toContain(`href="/unsubscribe${address.search}"`);
    expect(await settings(user)).toBe('instant');

    const forged = address.search.replace(/\.(.)/, (_, first) => (first === 'A' ? '.B' : '.A'));
    for (const search of [forged, '?token=x', `?token=${user.id}.`, '']) {
      const refused = await app.fetch(`${address.pathname}${search}`, { method: 'POST' });
      expect(refused.status, search).toBe(400);
    }
    expect(await settings(user)).toBe('instant');
    const clicked = await app.fetch(`${address.pathname}${address.search}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(clicked.status).toBe(200);
    expect(await settings(user)).toBe('none');
    const again = { query: { token: address.searchParams.get('token') ?? '' } };
    expect(await app.call(unsubscribe, again)).toMatchObject({ status: 200 });
  });
});
