import { followOrder, listNotifications } from '@portal/contract/notifications';
import { paperKinds } from '@portal/contract/values';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { hourMs, minuteMs } from '../../platform/clock.ts';
import type { SignedIn } from '../../testing/app.ts';
import { startTestInbox } from '../../testing/mail.ts';
import { orders } from '../attachments/testing/attachment-app.ts';
import { testOrder } from '../order-events/testing/news.ts';
import { upsertOrders } from '../orders/testing/order-arbitrary.ts';
import { startPaperApp } from '../paper-requests/testing/paper-app.ts';
import { runNotifyJob } from './testing/notify-job.ts';

const inbox = await startTestInbox();
const { app, upload, remove, ask, withdraw, signInGuest } = await startPaperApp({ config: { smtpUrl: inbox.smtpUrl } });
afterAll(async () => {
  await app.close();
  await inbox.stop();
});
const { pool } = app.database;
const staff = await app.signIn('admin', { fullName: 'Ada Staff' });
const follower = await app.signIn('admin');
const customer = await app.signIn('customer_admin', { customerId: '1' });
const kind = 'proof-of-delivery';
const file = { name: 'signed.pdf', content: 'signed' };
for (const { token } of [staff, follower, customer]) {
  await app.call(followOrder, { token, params: { id: orders.first } });
}

beforeEach(async () => {
  await pool.query('delete from attachments; delete from paper_requests; delete from notifications');
  await pool.query('delete from unnotified_events');
  app.clock.advance(2 * hourMs);
});

const list = async ({ token }: SignedIn) => (await app.call(listNotifications, { token })).body;
const isIdle = async () =>
  (await pool.query("select from pgboss.job where name = 'send-mail' and state <> 'completed'")).rowCount === 0;
async function mailsTo({ email }: SignedIn, count: number) {
  await expect.poll(isIdle).toBe(true);
  const mails = await inbox.mailsTo(email, count);
  expect(mails).toHaveLength(count);
  return mails;
}

test('notifies a guest once, by bell and mail, of what it is asked for, and does not notify followers of the order', async () => {
  const guest = await signInGuest('Gus Guest', orders.first);
  const other = await signInGuest('Olga Other', orders.first);
  await app.call(followOrder, { token: other.token, params: { id: orders.first } });
  await ask(staff, { guest, note: 'Dock 4' });
  await runNotifyJob(app);
  await runNotifyJob(app);
  expect(await list(guest)).toMatchObject({
    unread: 1,
    data: [{ order: { id: orders.first }, event: { kind: 'paper-requested', paper: kind, note: 'Dock 4' } }],
  });
  expect(JSON.stringify(await list(guest))).not.toContain('SO-101');
  for (const who of [staff, follower, customer, other]) expect(await list(who)).toEqual({ unread: 0, data: [] });
  const [mail] = await mailsTo(guest, 1);
  expect(mail).toMatchObject({
    subject: 'Proof of delivery wanted',
    text: expect.stringContaining('Proof of delivery wanted'),
  });
  expect(mail?.text).toContain('tab=attachments');
  expect(mail?.text).not.toMatch(/SO-101|you follow/);
});

test('notifies a guest, once it accepts its invitation, of what it was asked for while that was pending', async () => {
  const guest = await signInGuest('Gus Guest', orders.first);
  const setStatus = (status: number) => pool.query('update users set status = $1 where id = $2', [status, guest.id]);
  await setStatus(0);
  await ask(staff, { guest });
  await runNotifyJob(app);
  await mailsTo(guest, 0);
  await setStatus(1);
  app.clock.advance(minuteMs);
  await runNotifyJob(app);
  expect(await list(guest)).toMatchObject({ unread: 1, data: [{ event: { kind: 'paper-requested' } }] });
  const [mail] = await mailsTo(guest, 1);
  expect(mail?.subject).toBe('Proof of delivery wanted');
});

test('a summary of many papers does not say that the guest follows orders', async () => {
  const ids = Array.from({ length: 5 }, (_, index) => String(6000 + index));
  await upsertOrders(
    pool,
    ids.map((id) => testOrder(id, '1')),
  );
  const guest = await signInGuest('Gus Guest', ...ids);
  for (const orderId of ids) for (const paper of paperKinds) await ask(staff, { guest, orderId, kind: paper });
  await runNotifyJob(app);
  const [mail] = await mailsTo(guest, 1);
  expect(mail?.text).toContain('25 changes to 5 orders');
  expect(`${mail?.subject} ${mail?.text}`).not.toMatch(
    /orders you follow|orders that you follow\.|because you follow/i,
  );
});

test('notifies only the user who asked when the paper is uploaded, and only once', async () => {
  const guest = await signInGuest('Gus Guest', orders.first);
  await ask(staff, { guest });
  await runNotifyJob(app);
  const { body } = await upload(guest.token, { file, kind });
  await upload(guest.token, { file, kind });
  await runNotifyJob(app);
  await remove(staff, body.id);
  await runNotifyJob(app);
  expect(await list(staff)).toMatchObject({
    unread: 1,
    data: [{ order: { tranId: 'SO-101' }, event: { kind: 'paper-uploaded', paper: kind } }],
  });
  for (const who of [follower, customer]) expect(await list(who)).toEqual({ unread: 0, data: [] });
  // The guest has uploaded the paper, so its own notification is gone.
  expect(await list(guest)).toEqual({ unread: 0, data: [] });
  const [mail] = await mailsTo(staff, 1);
  expect(mail?.text).toContain('SO-101: Proof of delivery added');
});

test('notifies of a paper whose file the guest has deleted when it uploads another one', async () => {
  const guest = await signInGuest('Gus Guest', orders.first);
  await ask(staff, { guest });
  await runNotifyJob(app);
  const { body } = await upload(guest.token, { file, kind });
  await remove(guest, body.id);
  await runNotifyJob(app);
  expect(await list(staff)).toEqual({ unread: 0, data: [] });
  await upload(guest.token, { file, kind });
  await runNotifyJob(app);
  expect(await list(staff)).toMatchObject({ unread: 1, data: [{ event: { kind: 'paper-uploaded' } }] });
});

test.each<[string, (id: string, guest: SignedIn) => Promise<unknown>]>([
  ['withdrawn', (id) => withdraw(staff, id)],
  ['answered', (_id, guest) => upload(guest.token, { file, kind })],
  [
    'of an order that is no longer assigned',
    (_id, { id }) => pool.query('delete from order_assignments where user_id = $1', [id]),
  ],
])('a request that was %s before the mail is sent is left out of it', async (_how, end) => {
  const guest = await signInGuest('Gus Guest', orders.first);
  const { body } = await ask(staff, { guest });
  await end(body.id, guest);
  app.clock.advance(minuteMs);
  await runNotifyJob(app);
  expect(await list(guest)).toEqual({ unread: 0, data: [] });
  await mailsTo(guest, 0);
});

test.each(['notifications', 'unnotified_events', 'pgboss.job'])(
  'a job that fails while it writes to %s loses and repeats no request',
  async (table) => {
    const guest = await signInGuest('Gus Guest', orders.first);
    await ask(staff, { guest });
    await pool.query(`
      create function fail_once() returns trigger language plpgsql as $$ begin raise exception 'no space left'; end $$;
      create trigger fail_once before ${table === 'unnotified_events' ? 'delete' : 'insert'} on ${table} for each row execute function fail_once()`);
    await expect(runNotifyJob(app)).rejects.toThrow('no space left');
    await pool.query('drop function fail_once() cascade');
    await runNotifyJob(app);
    await runNotifyJob(app);
    expect(await list(guest)).toMatchObject({ unread: 1, data: [{ event: { kind: 'paper-requested' } }] });
    await mailsTo(guest, 1);
  },
);
