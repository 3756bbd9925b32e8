import { randomUUID } from 'node:crypto';
import { uploadAttachment } from '@portal/contract/attachments';
import { syncCustomers } from '@portal/contract/customers';
import { inviteUser } from '@portal/contract/invitations';
import { syncOrders } from '@portal/contract/orders';
import type { Role } from '@portal/contract/permissions';
import type { SyncFixture } from '../../features/sync/testing/sync-fixture.ts';
import { type Caller, type CallerKind, callerKinds, createCaller } from '../access/callers.ts';
import type { SignedIn } from '../app.ts';
import { findLiveCallers } from './live-callers.ts';
import { customerIds, customerOf, orderIds, orderTag, putTaggedRecords } from './tagged-records.ts';
import { knownPassword } from './texts-by-name.ts';
import type { Pool, Thing } from './world-names.ts';

export type World = Awaited<ReturnType<typeof createWorld>>;

/**
 * Three companies with orders, people, invitations, files and runs, and one caller of each kind. Requests change and
 * delete data; `renew` restores it.
 */
export async function createWorld({ app, control }: SyncFixture) {
  const { db, pool } = app.database;
  await putTaggedRecords(control);
  const first = await app.signIn('admin');
  await app.call(syncOrders, { token: first.token });
  await app.call(syncCustomers, { token: first.token });
  const groups = await db.selectFrom('groups').select(['id', 'type']).execute();
  const groupId = (type: Role) => groups.find((group) => group.type === type)?.id;

  let things: Record<Pool, string[]>;
  const callers = new Map<string, Caller>();
  /** Former and current companies of each user, or `staff`: a company's log keeps what was done there. */
  const companiesOf = new Map<string, Set<string>>();

  async function renew(): Promise<void> {
    for (const table of ['users', 'attachments', 'rate_limits']) await pool.query(`delete from ${table}`);
    callers.clear();
    companiesOf.clear();
    const maker = await app.signIn('admin', { fullName: 'The maker' });
    for (const customerId of customerIds) {
      const roles = ['customer_admin', 'customer_member', 'customer_member', 'customer_guest'] as const;
      for (const role of roles) await app.signIn(role, { customerId, email: `${randomUUID()}@test.example` });
      const person = {
        email: `${randomUUID()}@test.example`,
        fullName: 'Somebody invited',
        customerNetsuiteId: customerId,
      };
      const body = { ...person, groupId: groupId('customer_member') };
      await app.call(inviteUser, { token: maker.token, body });
      await insertRun(customerId);
      await app.createUser({ role: 'customer_member', customerId, password: knownPassword });
    }
    for (const role of ['admin', 'member', null] as const) await app.signIn(role, {});
    for (const orderId of orderIds.filter((id) => id.endsWith('1'))) {
      for (const title of ['one', 'another']) await attach(maker, orderId, title);
    }
    await recall();
    await insertPaperRequests(maker);
    await look();
  }

  /** Every guest is asked for a proof of delivery of an order. */
  async function insertPaperRequests({ id }: SignedIn): Promise<void> {
    await pool.query(
      `insert into order_assignments (user_id, order_id)
       select users.id, customer_id * 100 + 2 from users join groups on groups.id = group_id
       where type = 'customer_guest' on conflict do nothing`,
    );
    await pool.query(
      `insert into paper_requests (order_id, user_id, kind, note, asked_by, asked_at)
       select order_id, user_id, 'proof-of-delivery', 'order-' || order_id || '-tag', $1, $2 from order_assignments`,
      [id, app.clock.now()],
    );
  }

  /** Replaces users who were deleted, moved or signed out by a request. */
  async function recall(): Promise<void> {
    const live = await findLiveCallers(app, [...callers.values()]);
    for (const kind of callerKinds) {
      if (!live.has(kind.title)) callers.set(kind.title, await createCaller(app, kind));
    }
  }

  /** Reloads the available records and everyone's company. */
  async function look(): Promise<void> {
    const ids = async (statement: string) => (await pool.query<{ id: string }>(statement)).rows.map(({ id }) => id);
    const latest = (table: string, by: string) => ids(`select id from ${table} order by ${by} desc, id limit 60`);
    const [users, guests, invitations, emails, attachments, papers, runs, sessions, lines] = await Promise.all([
      latest('users', 'created_at'),
      ids(
        `select users.id from users join groups on groups.id = group_id
         where type = 'customer_guest' order by users.created_at desc, users.id limit 60`,
      ),
      ids('select id from users where status = 0 order by created_at desc, id limit 60'),
      ids('select email as id from users order by created_at desc, id limit 60'),
      latest('attachments', 'created_at'),
      latest('paper_requests', 'asked_at'),
      latest('sync_runs', 'started_at'),
      latest('sessions', 'created_at'),
      latest('activity_log', 'created_date'),
    ]);
    const ofPeople = { users, guests, invitations, emails, sessions, groups: groups.map(({ id }) => id) };
    things = { orders: orderIds, customers: customerIds, attachments, papers, runs, lines, ...ofPeople };
    const people = await pool.query<{ id: string; customer: string }>(
      `select users.id, case when type like 'customer%' then customer_id::text else 'staff' end as customer
       from users join groups on groups.id = group_id where customer_id is not null or type not like 'customer%'`,
    );
    for (const { id, customer } of people.rows) {
      companiesOf.set(id, (companiesOf.get(id) ?? new Set()).add(customer));
    }
  }

  async function insertRun(customerId: string): Promise<void> {
    const now = app.clock.now();
    const run = { kind: 'orders', status: 'complete', phase: 'ended', mode: 'incremental' } as const;
    const times = { heartbeat_at: now, started_at: now, finished_at: now };
    await db
      .insertInto('sync_runs')
      .values({ ...run, ...times, customer_id: customerId })
      .execute();
  }

  async function attach({ token }: SignedIn, orderId: string, title: string): Promise<void> {
    const form = new FormData();
    form.append('description', orderTag(orderId));
    form.append('file', new Blob([`${title} of ${orderTag(orderId)}`]), `${orderTag(orderId)} ${title}.txt`);
    const path = uploadAttachment.path.replace('{id}', orderId);
    const headers = { authorization: `Bearer ${token}` };
    const { status } = await app.fetch(`/api${path}`, { method: 'POST', headers, body: form });
    if (status !== 201) throw new Error(`A file could not be attached: ${status}`);
  }

  return {
    app,
    renew,
    recall,
    look,
    companiesOf,
    caller(kind: CallerKind): Caller {
      const caller = callers.get(kind.title);
      if (caller === undefined) throw new Error(`There is no user for ${kind.title}.`);
      return caller;
    },
    idOf: ({ thing, at }: Thing) => things[thing][at % things[thing].length] ?? randomUUID(),
    /** Orders visible to a caller; a guest's assignments change with the requests. */
    async ordersOf({ role, customerId, user }: Caller): Promise<Set<string>> {
      if (role === null || user === undefined) return new Set();
      if (role !== 'customer_guest') {
        return new Set(orderIds.filter((id) => customerId === null || customerOf(id) === customerId));
      }
      const { rows } = await pool.query<{ id: string }>(
        'select order_id as id from order_assignments where user_id = $1 and (expires_at is null or expires_at > $2)',
        [user.id, app.clock.now()],
      );
      return new Set(rows.map(({ id }) => id));
    },
  };
}
