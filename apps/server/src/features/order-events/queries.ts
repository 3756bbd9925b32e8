import type { TimelineQuery } from '@portal/contract/timeline';
import type { OrderEventKind, PaperKind } from '@portal/contract/values';
import type pg from 'pg';
import type { UserScope } from '../../access/people-scope.ts';
import type { OrderScope } from '../../access/scope.ts';
import { attachmentsWithin, orderEventsWithin, ordersWithin, usersWithin } from '../../access/scope-sql.ts';
import { shippingMethodIn } from '../../listing/shipping-method.ts';
import type { Database } from '../../platform/database.ts';
import { runPrepared, runSql, type Sql, sql } from '../../platform/sql.ts';

/** An order's event with the current number and packages of its record. Empty fields are absent. */
export type EventFacts = {
  kind: OrderEventKind;
  date?: string | undefined;
  status?: string | undefined;
  number?: string | undefined;
  method?: string | undefined;
  tracking?: string[] | undefined;
  paper?: PaperKind | undefined;
  /** The guest who is asked for a paper, and who asked. */
  to?: string | undefined;
  by?: string | undefined;
  note?: string | undefined;
};

/** An entry of a timeline. */
export type TimelineRow = {
  id: string;
  at: string;
  entry:
    | EventFacts
    | { kind: 'attachment'; file: string; by: string; paper?: PaperKind }
    | { kind: 'assignment'; to: string; by?: string; note?: string; endsAt?: string };
};

/** Visible events with what they refer to: a subquery of `id`, `order_id`, `at` and the columns of `EventFacts`. */
function eventsIn(scope: OrderScope): Sql {
  const guest = scope.paperRequests.kind === 'all' ? sql`coalesce(guests.full_name, guests.email)` : sql`null`;
  const number = scope.seesOrderNumbers ? sql`coalesce(shipped.tran_id, invoices.tran_id)` : sql`null`;
  return sql`
    select events.id, events.order_id, events.kind, events.learned_at as at,
      coalesce(events.occurred_on, (events.changed_at at time zone 'UTC')::date) as date,
      case when events.guest_id is null then events.state end as status,
      case when events.guest_id is not null then events.state end as paper, ${guest} as "to", papers.note,
      case events.kind when 'paper-requested' then coalesce(askers.full_name, askers.email) end as by,
      ${number} as number, ${shippingMethodIn('shipped')} as method, (
        select array_agg(distinct package ->> 'trackingNumber') from jsonb_array_elements(shipped.packages) package
        where package ->> 'trackingNumber' <> ''
      ) as tracking
    from (select * from order_events where ${orderEventsWithin(scope) ?? sql`true`}) events
    left join fulfillments shipped on events.kind = 'shipment' and shipped.id = events.record_id
    left join invoices on events.kind in ('invoice', 'paid') and invoices.id = events.record_id
    left join paper_requests papers on events.kind = 'paper-requested' and papers.id = events.record_id
    left join users guests on guests.id = events.guest_id
    left join users askers on askers.id = events.asked_by`;
}

/**
 * Events, files and assignments of an order in scope, newest first; events of the same instant by their numeric ids.
 * Shows only assignments to guests in scope.
 */
export async function findTimeline(
  scope: OrderScope,
  people: UserScope,
  pool: pg.Pool,
  orderId: string,
  { limit, before, beforeId }: TimelineQuery,
): Promise<TimelineRow[]> {
  const older =
    before === undefined || beforeId === undefined
      ? sql`true`
      : sql`(at, length(id), id collate "C") < (${before}::timestamptz, length(${beforeId}::text), ${beforeId}::text)`;
  const statement = sql`
    select id, at, jsonb_strip_nulls(entry) as entry from (
      select id::text, at, to_jsonb(events) - array['order_id', 'id', 'at'] as entry
      from (${eventsIn(scope)}) events where order_id = ${orderId} and kind <> 'paper-uploaded'
      union all
      select id::text, created_at, jsonb_build_object('kind', 'attachment', 'file', original_name, 'by', uploaded_by_name,
        'paper', kind)
      from attachments where order_id = ${orderId} and ${attachmentsWithin(scope) ?? sql`true`}
      union all
      select given.user_id::text, assigned_at, jsonb_build_object('kind', 'assignment', 'note', note,
        'endsAt', given.expires_at,
        'to', coalesce(guests.full_name, guests.email), 'by', coalesce(assigners.full_name, assigners.email))
      from order_assignments given
      join (select id, full_name, email from users where ${usersWithin(people) ?? sql`true`}) guests
        on guests.id = given.user_id
      left join users assigners on assigners.id = assigned_by
      where order_id = ${orderId}
    ) entries
    where ${older} and exists (select from sales_orders where id = ${orderId} and ${ordersWithin(scope) ?? sql`true`})
    order by at desc, length(id) desc, id collate "C" desc limit ${limit}`;
  return runPrepared<TimelineRow>(pool, statement);
}

/**
 * When the newest visible event or file of each timeline was made, by order id. Assignments do not change an order.
 * The orders have been found in scope.
 */
export async function findLastChanges(
  scope: OrderScope,
  pool: pg.Pool,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const statement = sql`
    select listed.id::text, greatest(
      (select max(learned_at) from order_events
        where order_id = listed.id and kind <> 'paper-uploaded' and ${orderEventsWithin(scope) ?? sql`true`}),
      (select max(created_at) from attachments
        where order_id = listed.id and ${attachmentsWithin(scope) ?? sql`true`})
    ) as at from unnest(${ids}::bigint[]) as listed (id)`;
  const rows = await runPrepared<{ id: string; at: string | null }>(pool, statement);
  return new Map(rows.flatMap(({ id, at }) => (at === null ? [] : [[id, at]])));
}

/** Visible events by id. */
export async function findEvents(
  scope: OrderScope,
  db: Database,
  ids: readonly string[],
): Promise<{ id: string; at: string; facts: EventFacts }[]> {
  if (ids.length === 0) return [];
  return runSql(
    db,
    sql`select id, at, jsonb_strip_nulls(to_jsonb(events) - array['order_id', 'id', 'at']) as facts
      from (${eventsIn(scope)}) events where id = any(${ids}::bigint[])`,
  );
}
