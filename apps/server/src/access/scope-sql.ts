import { customerRoles } from '@portal/contract/permissions';
import { all, raw, type Sql, sql } from '../platform/sql.ts';
import type { GroupScope, UserScope } from './people-scope.ts';
import type { ActivityScope, CustomerScope, OrderScope } from './scope.ts';

/**
 * Translates scopes to SQL. Each function returns the condition for a query on its table, or null if the scope includes
 * all rows. All queries for orders, customers or the log get their condition here.
 */
export function ordersWithin(scope: OrderScope): Sql | null {
  const reach = withinReach(scope.orders);
  if (scope.missingPapers === undefined) return reach;
  const isOpen = sql`completed_at is null and kind = any(${scope.missingPapers})`;
  const open = all([isOpen, paperRequestsWithin(scope) ?? sql`true`, isAnswerable(scope)]);
  return all([reach ?? sql`true`, sql`id in (select order_id from paper_requests where ${open})`]);
}

/** On `paper_requests` of visible orders. */
export function paperRequestsWithin({ paperRequests }: OrderScope): Sql | null {
  switch (paperRequests.kind) {
    case 'all':
      return null;
    case 'own':
      return sql`user_id = ${paperRequests.userId} and completed_at is null`;
    case 'none':
      return sql`false`;
  }
}

/** On `paper_requests`: whether the guest still sees the order. The orders in a guest's own scope are such. */
function isAnswerable({ paperRequests }: OrderScope): Sql {
  if (paperRequests.kind !== 'all') return sql`true`;
  const { at } = paperRequests;
  return sql`(user_id, order_id) in (
    select user_id, order_id from order_assignments given join users on users.id = user_id
    where ${isUnexpired('given.expires_at', at)} and ${isUnexpired('users.expires_at', at)})`;
}

function withinReach(orders: OrderScope['orders']): Sql | null {
  switch (orders.kind) {
    case 'all':
      return null;
    case 'customer':
      return sql`customer_id = ${orders.customerId}`;
    case 'assigned':
      return sql`id in (${assignedTo(orders)})`;
    case 'none':
      return sql`false`;
  }
}

/** Ids of the orders assigned to a guest at a given time; with an email id, only the orders in that email. */
function assignedTo({ userId, at, noticeId }: Extract<OrderScope['orders'], { kind: 'assigned' }>): Sql {
  const isUnderWay = isUnexpired('expires_at', at);
  const assigned = sql`select order_id from order_assignments where user_id = ${userId} and ${isUnderWay}`;
  if (noticeId === undefined) return assigned;
  const notice = sql`select unnest(order_ids) from assignment_notices where id = ${noticeId} and user_id = ${userId}`;
  return sql`${assigned} and order_id in (${notice})`;
}

/**
 * On `order_events` of visible orders: without invoices, the statuses of billing are hidden too. Events of
 * requests for papers have a guest.
 */
export function orderEventsWithin({ seesInvoices, paperRequests }: OrderScope): Sql | null {
  if (paperRequests.kind === 'all') return null;
  const own = paperRequests.kind === 'own' ? sql` or guest_id = ${paperRequests.userId}` : sql``;
  const ofReader = sql`(guest_id is null${own})`;
  if (seesInvoices) return ofReader;
  return all([
    ofReader,
    sql`kind not in ('invoice', 'paid') and coalesce(state, '') not in ('Pending Billing', 'Billed')`,
  ]);
}

/** On `attachments` of visible orders: without invoices, files of that kind are hidden, except those that the user uploaded. */
export function attachmentsWithin({ seesInvoices, paperRequests }: OrderScope): Sql | null {
  if (seesInvoices) return null;
  const own = paperRequests.kind === 'own' ? sql` or uploaded_by = ${paperRequests.userId}` : sql``;
  return sql`(kind is distinct from 'invoice'${own})`;
}

/** On `customers`. */
export function customersWithin({ customers }: CustomerScope): Sql | null {
  switch (customers.kind) {
    case 'all':
      return null;
    case 'customer':
      return sql`id = ${customers.customerId}`;
    case 'none':
      return sql`false`;
  }
}

/** On `activity_log`. */
export function activityWithin({ entries, administratorsOnly }: ActivityScope): Sql | null {
  const reach = entriesWithin(entries);
  const open = administratorsOnly ? null : sql`not administrators_only`;
  const conditions = [reach, open].filter((condition) => condition !== null);
  return conditions.length === 0 ? null : all(conditions);
}

/** On `users`. */
export function usersWithin({ users }: UserScope): Sql | null {
  switch (users.kind) {
    case 'all':
      return null;
    case 'customers':
      return isOfCustomerGroup();
    case 'customer':
      return all([sql`users.customer_id = ${users.customerId}`, isOfCustomerGroup()]);
    case 'own':
      return sql`users.id = ${users.userId}`;
    case 'none':
      return sql`false`;
  }
}

function isOfCustomerGroup(): Sql {
  return sql`users.group_id in (select id from groups where type = any(${customerRoles}))`;
}

/** On `users`: who may sign in at this instant (ISO 8601). */
export function isActiveAt(at: string): Sql {
  return sql`users.status = 1 and ${isUnexpired('users.expires_at', at)}`;
}

/** Whether an access that ends at the instant in this column, or never if it is null, still applies. */
export function isUnexpired(column: string, at: string): Sql {
  return sql`(${raw(column)} is null or ${raw(column)} > ${at})`;
}

/** On `groups`. */
export function groupsWithin({ types }: GroupScope): Sql {
  return sql`groups.type = any(${types})`;
}

function entriesWithin(entries: ActivityScope['entries']): Sql | null {
  switch (entries.kind) {
    case 'all':
      return null;
    case 'customer':
      // A customer sees everything done to its people and records, whoever did it.
      return sql`coalesce(subject_customer_id, actor_customer_id) = ${entries.customerId}`;
    case 'own':
      // Only since the last change of role: earlier entries name records that were visible in another role or company.
      return sql`(actor_id = ${entries.userId} or subject_id = ${entries.userId}) and created_date >
        coalesce((select placed_at from users where users.id = ${entries.userId}), '-infinity')`;
    case 'none':
      return sql`false`;
  }
}
