import type { Role } from '@portal/contract/permissions';
import type { MailFrequency } from '@portal/contract/values';
import type { OrderScope } from '../../access/scope.ts';
import { orderEventsWithin, ordersWithin } from '../../access/scope-sql.ts';
import type { Database } from '../../platform/database.ts';
import { runSql, type Sql, sql } from '../../platform/sql.ts';

/** Events that became known together and count more than these are shown as one summary. */
export const MAX_SEPARATE = 20;
const MAX_SHOWN = 50;
/** Older notifications than these are not counted. */
const MAX_COUNTED = 5000;

/** A user who can sign in, or will be able to once it accepts its invitation. */
export type Recipient = {
  userId: string;
  email: string;
  fullName: string | null;
  role: Role | null;
  customerId: string | null;
};

/**
 * Returns those of the users who can sign in now or, if wanted, have yet to accept an invitation, and keeps them from being
 * deleted until the transaction ends: `notify.ts` then inserts their notifications. `compose-mail.ts` needs no lock.
 */
export async function findRecipients(
  transaction: Database,
  userIds: readonly string[],
  now: Date,
  { includesPending = false } = {},
): Promise<Recipient[]> {
  return runSql<Recipient>(
    transaction,
    sql`select users.id as "userId", email, full_name as "fullName", customer_id as "customerId",
        (select type from groups where groups.id = users.group_id) as role
      from users
      where users.id = any(${userIds}::uuid[]) and (status = 1 or ${includesPending}) and not suppressed
        and (expires_at is null or expires_at > ${now.toISOString()})
      order by users.id for key share of users`,
  );
}

/** The upload of a requested paper whose file was deleted, so that the paper is wanted again. */
const isUploadUndone = sql`(kind = 'paper-uploaded'
  and exists (select from paper_requests where paper_requests.id = record_id and completed_at is null))`;

/** The only user who is notified of an event about a requested paper: the guest who is asked for it, or who asked, once it is uploaded. */
const recipient = sql`(case when kind = 'paper-requested' then guest_id
  when kind = 'paper-uploaded' and not ${isUploadUndone} then asked_by end)`;

/**
 * Whether a sync that is still alive may find more, of any kind of record of orders, so that followers are notified of all
 * that it finds together. The limit is for syncs that do not end.
 */
function waitsForSync(now: Date): Sql {
  return sql`learned_at > ${now.toISOString()}::timestamptz - interval '1 hour' and ${isSyncing(now)} and guest_id is null`;
}

/** Whether a run is under way, or the shipments or invoices of orders that were read have yet to be. */
function isSyncing(now: Date): Sql {
  return sql`exists (
    select from sync_runs run
    where status = 'running' and kind <> 'customers' and heartbeat_at > now() - interval '1 minute'
      or kind = 'orders' and status <> 'failed' and finished_at > ${now.toISOString()}::timestamptz - interval '1 hour'
        and exists (
          select from unnest(array['fulfillments', 'invoices']) as dependent where not exists (
            select from sync_runs later where later.kind = dependent and later.finished_at >= run.finished_at
              and (later.customer_id is null or later.customer_id = run.customer_id))))`;
}

/**
 * Takes some events whose followers have not been notified. The rows are gone when the transaction commits. Events of
 * orders that are not mirrored wait for them, and uploads that were undone for another one, except those learned of before
 * `giveUpBefore`, and all but those of papers wait for the end of a running sync.
 */
export async function takeEvents(
  transaction: Database,
  now: Date,
  giveUpBefore: Date,
): Promise<{ id: string; orderId: string; recipientId: string | null }[]> {
  return runSql(
    transaction,
    sql`with taken as (
        delete from unnotified_events where event_id in (
          select event_id from unnotified_events join order_events on id = event_id
          where (learned_at < ${giveUpBefore.toISOString()}
            or exists (select from sales_orders where sales_orders.id = order_events.order_id) and not ${isUploadUndone})
            and not (${waitsForSync(now)})
          order by event_id limit 1000 for update of unnotified_events skip locked
        ) returning event_id
      )
      select id, order_id as "orderId", ${recipient} as "recipientId" from order_events join taken on event_id = id order by id`,
  );
}

/**
 * Deletes what orders were before changes whose events have all been taken. More may follow until shipments and invoices were
 * read completely by runs that asked NetSuite after the change, however long that takes.
 */
export async function deleteChangedOrders(db: Database): Promise<void> {
  await runSql(
    db,
    sql`delete from changed_orders where not exists (
        select from unnotified_events join order_events on id = event_id where order_events.order_id = changed_orders.order_id)
      and greatest(learned_at, (select last_modified_date from sales_orders where id = order_id)) < (
        select case when count(*) = 2 then min(asked_at) end from (
          select max(server_time) as asked_at from sync_runs
          where kind in ('fulfillments', 'invoices') and customer_id is null and status = 'complete'
            and mode in ('incremental', 'nightly')
          group by kind) as latest)`,
  );
}

/**
 * Notifies a user of those events that are visible in scope and either addressed to the user or, if they are not about
 * requests for papers (which have a guest), of orders in the query `followed`.
 */
export async function insertNotifications(
  scope: OrderScope,
  transaction: Database,
  userId: string,
  events: { ids: readonly string[]; followed: Sql; at: Date },
): Promise<void> {
  await runSql(
    transaction,
    sql`insert into notifications (user_id, event_id, created_at)
      select ${userId}::uuid, id, ${events.at.toISOString()}::timestamptz from order_events
      where id = any(${events.ids}::bigint[]) and (${orderEventsWithin(scope) ?? sql`true`})
        and order_id in (select id from sales_orders where ${ordersWithin(scope) ?? sql`true`})
        and (${recipient} = ${userId}
          or guest_id is null and order_id in (${events.followed}))
      order by id on conflict do nothing`,
  );
}

/** A notification, or a summary of those that were written together if they are many. */
export type NotificationRow = {
  createdAt: string;
  isRead: boolean;
  /** Null for a summary. */
  id: string | null;
  orderId: string | null;
  tranId: string | null;
  customer: string | null;
  shipAddress: string | null;
  tranDate: string | null;
  /** Number of events and of their orders; 1 for a single notification. */
  changes: number;
  orders: number;
  /** Whether older notifications of a summary were not counted. */
  isTruncated: boolean;
  /** Unread entries of the whole list. */
  unread: number;
};

/** A user's notifications that are still in scope, newest first, without papers that are no longer wanted. With `mailedAt`, the unread ones of one mail. */
export async function findNotifications(
  scope: OrderScope,
  db: Database,
  userId: string,
  mailedAt?: string,
): Promise<NotificationRow[]> {
  const wanted = mailedAt === undefined ? sql`true` : sql`mailed_at = ${mailedAt} and read_at is null`;
  // All notifications of one mail count as written together.
  const together = mailedAt === undefined ? sql`created_at` : sql`${mailedAt}::timestamptz`;
  return runSql<NotificationRow>(
    db,
    sql`with newest as (
        select event_id, ${together} as created_at, read_at,
          row_number() over (order by notifications.created_at desc, event_id desc) as place
        from notifications where user_id = ${userId} and ${wanted}
        order by notifications.created_at desc, event_id desc limit ${MAX_COUNTED + 1}
      ), visible as (
        select event_id, created_at, read_at is not null as is_read, events.order_id, tran_id, customer_name, ship_address,
          tran_date,
          count(*) over (partition by created_at)::int as changes,
          created_at = (select created_at from newest where place > ${MAX_COUNTED}) is true as is_truncated
        from newest
        -- Read one by one: many notifications are written at once, before PostgreSQL has statistics of them.
        cross join lateral (select order_id from order_events where id = event_id and (${orderEventsWithin(scope) ?? sql`true`})
          and (kind <> 'paper-requested' or record_id in (select id from paper_requests where completed_at is null))
          offset 0) events
        cross join lateral (select tran_id, customer_name, ship_address, tran_date::text from sales_orders
          where id = events.order_id and (${ordersWithin(scope) ?? sql`true`}) offset 0) orders
        where place <= ${MAX_COUNTED}
      ), entries as (
        select created_at as "createdAt", is_read as "isRead", event_id as id, order_id as "orderId", tran_id as "tranId",
          customer_name as customer, ship_address as "shipAddress", tran_date as "tranDate", 1 as changes, 1 as orders,
          false as "isTruncated"
        from visible where changes <= ${MAX_SEPARATE} and not is_truncated
        union all
        select created_at, bool_and(is_read), null, null, null, null, null, null, changes,
          count(distinct order_id)::int, is_truncated
        from visible where changes > ${MAX_SEPARATE} or is_truncated group by created_at, changes, is_truncated
      )
      select *, (count(*) filter (where not "isRead") over ())::int as unread from entries
      order by "createdAt" desc, id desc limit ${MAX_SHOWN}`,
  );
}

export async function findMailFrequency(db: Database, userId: string): Promise<MailFrequency> {
  const [found] = await runSql<{ mails: MailFrequency }>(
    db,
    sql`select mails from notification_settings where user_id = ${userId}`,
  );
  return found?.mails ?? 'instant';
}

/**
 * Changes how often a user is mailed. What happened while no mails were wanted is not mailed later: it counts as mailed
 * in 1970.
 */
export async function saveMailFrequency(db: Database, userId: string, mails: MailFrequency): Promise<void> {
  await runSql(
    db,
    sql`with before as (select mails from notification_settings where user_id = ${userId}), skipped as (
        update notifications set mailed_at = 'epoch'
        where user_id = ${userId} and mailed_at is null and exists (select from before where mails = 'none')
      )
      insert into notification_settings (user_id, mails)
      select id, ${mails} from users where id = ${userId}
      on conflict (user_id) do update set mails = excluded.mails`,
  );
}

/**
 * Users with unmailed notifications, if the time for their next mail has come. Those of a pending user wait until it is
 * active, and those of a user whose latest mail is under way for its end, but no longer than the queue tries to send it.
 */
export async function findDue(db: Database, now: Date, startOfDay: Date): Promise<{ userId: string; email: string }[]> {
  return runSql(
    db,
    sql`select user_id as "userId", users.email from (
        select user_id, min(created_at) as oldest from notifications
        where read_at is null and mailed_at is null group by user_id
      ) waiting join users on users.id = user_id and users.status = 1 left join notification_settings settings using (user_id)
      where coalesce(mail_queued_at <= greatest(mailed_at, ${now.toISOString()}::timestamptz - interval '4 days'), true)
        and case coalesce(mails, 'instant')
        when 'instant' then coalesce(mailed_at <= ${now.toISOString()}::timestamptz - interval '1 hour', true)
        when 'daily' then oldest < ${startOfDay.toISOString()}
          and coalesce(mailed_at < ${startOfDay.toISOString()}, true)
        else false end
      order by user_id`,
  );
}

/** Assigns a user's unmailed notifications to the mail of this moment, which is under way until `endOrderNews`. */
export async function startMail(transaction: Database, userId: string, now: Date): Promise<void> {
  const at = now.toISOString();
  await runSql(
    transaction,
    sql`insert into notification_settings (user_id, mail_queued_at) values (${userId}, ${at})
      on conflict (user_id) do update set mail_queued_at = excluded.mail_queued_at`,
  );
  await runSql(
    transaction,
    sql`update notifications set mailed_at = ${at} where user_id = ${userId} and read_at is null and mailed_at is null`,
  );
}
