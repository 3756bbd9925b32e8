import { assignOrders, unassignOrders } from '@portal/contract/assignments';
import { exportOrders, listAssignedOrders, listCustomerOrders, listOrders } from '@portal/contract/orders';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchExport, readCsv } from '../../listing/export/testing/read-export.ts';
import { type SignedIn, startTestApp } from '../../testing/app.ts';
import { startTestInbox } from '../../testing/mail.ts';
import { generateOrders, upsertOrders } from '../orders/testing/order-arbitrary.ts';

const inbox = await startTestInbox();
const app = await startTestApp({ config: { smtpUrl: inbox.smtpUrl } });
afterAll(async () => {
  await app.close();
  await inbox.stop();
});
const { db, pool } = app.database;
beforeAll(() =>
  upsertOrders(
    pool,
    generateOrders(30, 8).map((order) => ({ ...order, status_name: 'Billed' })),
  ),
);

const unknownId = '00000000-0000-4000-8000-000000000000';

async function assign(guest: SignedIn, orderIds: string[]): Promise<void> {
  const admin = await app.signIn('admin');
  const answer = await app.call(assignOrders, { token: admin.token, body: { userId: guest.id, orderIds } });
  expect(answer.status).toBe(200);
}

/** Links in the mails to a user, without the path, in no particular order. */
async function linksTo(guest: SignedIn, mails: number): Promise<string[]> {
  const texts = (await inbox.mailsTo(guest.email, mails)).map(({ text }) => text ?? '');
  return texts.map((text) => /http:\/\/localhost:3000\/orders(\S*)/.exec(text)?.[1] ?? '');
}

/** The ids in the links to several orders. */
async function noticesTo(guest: SignedIn, mails = 1): Promise<string[]> {
  const links = await linksTo(guest, mails);
  return links.flatMap((link) => /^\?assignment=([0-9a-f-]{36})$/.exec(link)?.[1] ?? []);
}
const noticeTo = async (guest: SignedIn, mails = 1) => (await noticesTo(guest, mails))[0] ?? '';

const list = (guest: SignedIn, filter: object, query: object = {}) =>
  app.call(listAssignedOrders, {
    token: guest.token,
    query: { limit: 100, ...query, filter: JSON.stringify(filter) },
  });
async function seen(guest: SignedIn, filter: object): Promise<string[]> {
  const { status, body } = await list(guest, filter);
  expect([status, body.total]).toEqual([200, body.items.length]);
  return body.items.map(({ id }: { id: string }) => id).sort();
}

describe('the link in an assignment mail', () => {
  test('shows exactly its orders, whatever else the guest can see', async () => {
    const guest = await app.signIn('customer_guest');
    await assign(guest, ['1', '2', '3']);
    await assign(guest, ['3', '04', '5']);
    const notices = await noticesTo(guest, 2);
    expect((await Promise.all(notices.map((assignment) => seen(guest, { assignment })))).sort()).toEqual([
      ['1', '2', '3'],
      ['3', '4', '5'],
    ]);
    expect(await seen(guest, {})).toEqual(['1', '2', '3', '4', '5']);
    expect(await seen(guest, { assignment: '' })).toHaveLength(5);
  });

  test('works with search, filters, sort, pages and the export', async () => {
    const guest = await app.signIn('customer_guest');
    await assign(guest, ['7']);
    await assign(guest, ['1', '2', '3']);
    const assignment = await noticeTo(guest, 2);
    const query = { sortBy: 'total', sortOrder: 'DESC', limit: 2, page: 2 };
    const { body } = await list(guest, { assignment, status: 'Billed' }, query);
    expect([body.total, body.pages, body.items.length]).toEqual([3, 2, 1]);
    expect((await list(guest, { assignment, status: 'Closed' })).body.total).toBe(0);
    const filter = JSON.stringify({ assignment });
    const response = await fetchExport(app, exportOrders, guest.token, { format: 'csv', filter });
    expect(response.headers.get('x-row-count')).toBe('3');
    expect((await readCsv(response)).rows).toHaveLength(3);
  });

  test('opens the order itself if there is only one', async () => {
    const guest = await app.signIn('customer_guest');
    await assign(guest, ['6']);
    expect(await linksTo(guest, 1)).toEqual(['?order=6']);
  });

  test('shows no more than the guest can still see', async () => {
    const guest = await app.signIn('customer_guest');
    const admin = await app.signIn('admin');
    await assign(guest, ['1', '2', '3']);
    const assignment = await noticeTo(guest);
    const body = { orderIds: ['2'] };
    await app.call(unassignOrders, { token: admin.token, params: { userId: guest.id }, body });
    expect(await seen(guest, { assignment })).toEqual(['1', '3']);
    await pool.query('update order_assignments set expires_at = $2 where user_id = $1 and order_id = 1', [
      guest.id,
      app.clock.now(),
    ]);
    expect(await seen(guest, { assignment })).toEqual(['3']);
  });

  test('shows nothing to another guest, or with an id that was never sent', async () => {
    const [guest, other] = [await app.signIn('customer_guest'), await app.signIn('customer_guest')];
    await assign(guest, ['1', '2']);
    await assign(other, ['1', '2', '3']);
    const assignment = await noticeTo(guest);
    expect(await seen(guest, { assignment })).toEqual(['1', '2']);
    expect(await seen(other, { assignment })).toEqual([]);
    expect(await seen(guest, { assignment: unknownId })).toEqual([]);
  });

  test('requires a guest and a valid id', async () => {
    const guest = await app.signIn('customer_guest');
    for (const assignment of ['x', 7, ['1'], `${unknownId}'`]) {
      const refused = await list(guest, { assignment });
      expect(refused).toMatchObject({ status: 400, body: { details: [{ path: 'filter.assignment' }] } });
    }
    for (const [role, call] of [
      ['admin', listOrders],
      ['member', listCustomerOrders],
      ['customer_member', listCustomerOrders],
    ] as const) {
      const { token } = await app.signIn(role);
      const refused = await app.call(call, { token, query: { filter: JSON.stringify({ assignment: unknownId }) } });
      expect(refused).toMatchObject({ status: 400, body: { details: [{ path: 'filter.assignment' }] } });
    }
  });

  test('is deleted with its guest', async () => {
    const guest = await app.signIn('customer_guest');
    await assign(guest, ['1', '2']);
    const of = () => db.selectFrom('assignment_notices').select('id').where('user_id', '=', guest.id).execute();
    expect(await of()).toHaveLength(1);
    await db.deleteFrom('users').where('id', '=', guest.id).execute();
    expect(await of()).toEqual([]);
  });
});
