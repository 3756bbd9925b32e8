import type { PaperKind } from '@portal/contract/values';
import { type OrderScope, ordersMissingPapers } from '../../access/scope.ts';
import { ordersWithin, paperRequestsWithin } from '../../access/scope-sql.ts';
import { all, type Sql, sql } from '../../platform/sql.ts';

/** The requests of orders in scope. */
function visible(scope: OrderScope): Sql {
  return all([
    sql`order_id in (select id from sales_orders where ${ordersWithin(scope) ?? sql`true`})`,
    paperRequestsWithin(scope) ?? sql`true`,
  ]);
}

/** The visible requests of an order, or only the one with this id, the oldest first. */
export function selectRequests(scope: OrderScope, orderId: string, id?: string): Sql {
  const isWanted = id === undefined ? sql`true` : sql`id = ${id}`;
  return sql`select requests.id::text, kind, requests.note, ${forStaff(scope)},
      coalesce(askers.full_name, askers.email) as "askedBy", asked_at as "askedAt", completed_at as "completedAt"
    from (select * from paper_requests where order_id = ${orderId} and ${isWanted} and ${visible(scope)}) requests
    join order_assignments using (user_id, order_id)
    join users guests on guests.id = user_id left join users askers on askers.id = asked_by
    order by requests.id`;
}

/** The guest, and when it stopped seeing the order, if it did. `least` skips an access without an end. */
function forStaff({ paperRequests }: OrderScope): Sql {
  if (paperRequests.kind !== 'all') return sql`null as guest, null as "endedAt"`;
  const end = sql`least(order_assignments.expires_at, guests.expires_at)`;
  return sql`json_build_object('id', user_id, 'name', coalesce(guests.full_name, guests.email)) as guest,
    case when ${end} <= ${paperRequests.at} then ${end} end as "endedAt"`;
}

/** Orders in scope with an open request for one of these papers, of a guest that still sees the order. */
export function countMissing(scope: OrderScope, kinds: readonly PaperKind[]): Sql {
  const within = ordersWithin(ordersMissingPapers(scope, kinds)) ?? sql`true`;
  return sql`(select count(*)::int from sales_orders where ${within})`;
}

/** A request to make. `note` is null for none. */
export type NewRequest = { orderId: string; userId: string; kind: PaperKind; note: string | null };

/** The lock that the triggers of requests and files take: it comes before locks of requests. */
export function lockAssignments({ orderId }: NewRequest): Sql {
  return sql`select from order_assignments where order_id = ${orderId} order by user_id for update`;
}

/** Removes a completed request, since asking again is a new one. */
export function deleteCompleted({ orderId, userId, kind }: NewRequest): Sql {
  return sql`delete from paper_requests
    where order_id = ${orderId} and user_id = ${userId} and kind = ${kind} and completed_at is not null`;
}

/** The number of the order's other requests, of all users. */
export function countOthers({ orderId, userId, kind }: NewRequest): Sql {
  return sql`select count(*)::int as others from paper_requests
    where order_id = ${orderId} and not (user_id = ${userId} and kind = ${kind})`;
}

/**
 * Asks a guest for a paper, or changes the note of the open request. Returns the id; no row if the order is not in scope
 * or not assigned to the guest now.
 */
export function insertRequest(scope: OrderScope, request: NewRequest, askedBy: string, at: Date): Sql {
  const now = at.toISOString();
  return sql`
    insert into paper_requests (order_id, user_id, kind, note, asked_by, asked_at)
    select order_id, user_id, ${request.kind}, ${request.note}, ${askedBy}::uuid, ${now}::timestamptz
    from order_assignments
    where user_id = ${request.userId} and order_id = ${request.orderId}
      and (expires_at is null or expires_at > ${now})
      and order_id in (select id from sales_orders where ${ordersWithin(scope) ?? sql`true`})
    on conflict (order_id, kind, user_id) do update set note = excluded.note
    returning id`;
}

/** Deletes a visible request; returns its id if there was one. */
export function deleteRequest(scope: OrderScope, id: string): Sql {
  return sql`delete from paper_requests where id = ${id} and ${visible(scope)} returning id`;
}
