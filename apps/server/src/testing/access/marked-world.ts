import { randomUUID } from 'node:crypto';
import { uploadAttachment } from '@portal/contract/attachments';
import { inviteUser } from '@portal/contract/invitations';
import type { Role } from '@portal/contract/permissions';
import { recordActivity } from '../../features/activity/record-activity.ts';
import { type MirrorOrder, upsertOrders } from '../../features/orders/testing/order-arbitrary.ts';
import type { SignedIn, TestApp } from '../app.ts';

/**
 * Two companies whose records all contain a mark, so that the text of a response shows which records it reveals, in any
 * field.
 */
export const company = { own: '1', foreign: '2' } as const;
export type Side = keyof typeof company;

/** Orders: one of the own company, one of the foreign one, and one of a third that is assigned to the calling guest. */
export const orders = { own: '101', foreign: '201', assigned: '301' } as const;
export const assigned = orders.assigned;

/** The marks in a response, in a fixed order. */
export function marksIn(body: unknown): string[] {
  const text = JSON.stringify(body) ?? '';
  const marks = ['own', 'foreign', 'assigned', 'staff', 'secret', 'numbers', 'requests'].filter((mark) =>
    text.includes(`mark-${mark}`),
  );
  return [
    ...marks,
    ...(/"balance"|Overdue Balance/.test(text) ? ['balances'] : []),
    ...(/"dueDate"|Due Date|mark-billing|7171\.71|2026-02-0[35]/.test(text) ? ['billing'] : []),
    ...(/"openAmount"|Open Amount/.test(text) ? ['open amounts'] : []),
  ];
}

export type MarkedWorld = Awaited<ReturnType<typeof createMarkedWorld>>;

/** Adds marked people, orders, files and log entries to an empty portal. */
export async function createMarkedWorld(app: TestApp) {
  const { db, pool } = app.database;
  const admin: SignedIn = await app.signIn('admin', { fullName: 'Maker mark-staff' });
  await upsertOrders(pool, [
    order(orders.own, company.own, 'mark-own'),
    order(orders.foreign, company.foreign, 'mark-foreign'),
    order(orders.assigned, '3', 'mark-assigned'),
  ]);
  for (const [side, id] of Object.entries(company)) {
    const values = { id, company_name: `Company mark-${side}`, default_address: `mark-${side}` };
    await db
      .insertInto('customers')
      .values({ ...values, balance: '7', price_level_name: 'x' })
      .execute();
  }
  // Without a sync of invoices, the counts of open orders leave out all amounts for every caller.
  const readAt = app.clock.now();
  const run = { kind: 'invoices', status: 'complete', phase: 'ended', mode: 'incremental' } as const;
  await db
    .insertInto('sync_runs')
    .values({ ...run, heartbeat_at: readAt, started_at: readAt, finished_at: readAt })
    .execute();
  const groups = await db.selectFrom('groups').select(['id', 'type']).execute();
  const groupId = (type: Role) => groups.find((group) => group.type === type)?.id ?? '';

  /** A new user of one of the companies. */
  const user = (side: Side | 'staff', role: Role = side === 'staff' ? 'member' : 'customer_member') =>
    app.createUser({ role, fullName: `mark-${side}`, customerId: side === 'staff' ? null : company[side] });

  /** A pending invitation of one of the companies; its id is that of its user. */
  async function invitation(side: Side): Promise<{ id: string; email: string }> {
    const email = `${randomUUID()}@test.example`;
    const body = {
      email,
      fullName: `mark-${side}`,
      groupId: groupId('customer_member'),
      customerNetsuiteId: company[side],
    };
    const answer = await app.call(inviteUser, { token: admin.token, body });
    return { id: answer.body.id, email };
  }

  /** A file of an order, uploaded by the creator or another user. */
  async function attachment(orderId: string, by: { token?: string | undefined } = admin): Promise<string> {
    const mark = Object.entries(orders).find(([, id]) => id === orderId)?.[0];
    const form = new FormData();
    form.append('description', `mark-${mark}`);
    form.append('file', new Blob([randomUUID()]), `mark-${mark}.txt`);
    const path = uploadAttachment.path.replace('{id}', orderId);
    const response = await app.fetch(`/api${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${by.token ?? ''}` },
      body: form,
    });
    const { id } = (await response.json()) as { id?: string };
    return id ?? (by === admin ? Promise.reject(new Error(`no upload: ${response.status}`)) : attachment(orderId));
  }

  /** A guest whom an order is assigned to. */
  async function guestOf(orderId: string): Promise<string> {
    const { id } = await app.createUser({ role: 'customer_guest' });
    await db.insertInto('order_assignments').values({ user_id: id, order_id: orderId }).execute();
    return id;
  }

  /** A request for a paper of an order. */
  async function paperRequest(orderId: string): Promise<string> {
    const asked = { asked_by: admin.id, asked_at: app.clock.now(), note: 'mark-requests' };
    const { id } = await db
      .insertInto('paper_requests')
      .values({ order_id: orderId, user_id: await guestOf(orderId), kind: 'proof-of-delivery', ...asked })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  for (const side of ['own', 'foreign'] as const) {
    const { id } = await user(side);
    await invitation(side);
    const party = { id, name: `mark-${side}`, customerId: company[side] };
    await recordActivity(db, { at: app.clock.now(), action: 'sign-in', actor: party, subject: party });
  }
  const params = { email: 'mark-secret' };
  await recordActivity(db, { at: app.clock.now(), action: 'sign-in-failed', params, administratorsOnly: true });
  for (const id of Object.values(orders)) {
    await attachment(id);
    await paperRequest(id);
    await pool.query(
      `insert into fulfillments (id, order_id, tran_id, status_id) values ($1, $1, 'mark-numbers', 'C')`,
      [id],
    );
    await pool.query(
      `insert into invoices (id, order_id, tran_id, tran_date, due_date, total, open_amount)
       values ($1, $1, 'mark-numbers mark-billing', '2026-02-03', '2026-02-05', 7171.71, 7)`,
      [id],
    );
    await pool.query(
      `insert into order_events (order_id, kind, record_id, occurred_on, learned_at)
       values ($1, 'shipment', $1, null, now()), ($1, 'invoice', $1, '2026-02-03', now())`,
      [id],
    );
    await pool.query(`insert into order_lines (order_id, lines) values ($1, '[{"quantityBilled": 7171.71}]')`, [id]);
  }

  return { admin, groupId, user, invitation, attachment, guestOf, paperRequest };
}

function order(id: string, customerId: string, mark: string): MirrorOrder {
  const named = {
    terms_name: mark,
    location_name: mark,
    currency_name: mark,
    project_name: mark,
    status_name: 'Billed',
  };
  const numbers = { tran_id: `mark-numbers ${id}`, memo: 'mark-numbers', other_ref_num: 'mark-numbers' };
  const days = { tran_date: '2026-01-01', created_date: '2026-01-01T00:00:00Z', last_modified_date: null };
  const ids = { status_id: 'G', terms_id: '1', location_id: '1', currency_id: '1', project_id: '1' };
  const progress = {
    expected_date: '2026-01-08',
    ordered: 2,
    shipped: 1,
    backordered: 1,
    first_shipped: '2026-01-05',
    last_shipped: '2026-01-05',
    tracking: mark,
    invoice_numbers: 'mark-numbers',
    invoices: 1,
    open_amount: '7.00',
    due_date: '2026-02-05',
  };
  return {
    id: Number(id),
    customer_id: Number(customerId),
    customer_name: `Company ${mark}`,
    email: `${mark}@test.example`,
    sales_effective_date: null,
    bill_address: mark,
    ship_address: mark,
    subtotal: '1.00',
    total: '1.00',
    tax: '0.00',
    ...progress,
    ...numbers,
    ...days,
    ...ids,
    ...named,
  };
}
