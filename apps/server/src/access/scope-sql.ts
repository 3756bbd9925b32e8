import { customerRoles } from '@portal/contract/permissions';
import { all, type Sql, sql } from '../listing/sql.ts';
import type { GroupScope, UserScope } from './people-scope.ts';
import type { ActivityScope, CustomerScope, OrderScope } from './scope.ts';

/**
 * What a scope means in SQL: the one place. Each function gives the condition that a query on the table must hold to;
 * null where the scope is all rows. Whoever reads orders, customers or the log asks here, and can only do so with a scope.
 */
export function ordersWithin({ orders }: OrderScope): Sql | null {
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

/** The ids of the orders that a guest has at a moment; of those in a mail to it alone, where one is named. */
function assignedTo({ userId, at, noticeId }: Extract<OrderScope['orders'], { kind: 'assigned' }>): Sql {
  const isUnderWay = sql`(expires_at is null or expires_at > ${at})`;
  const assigned = sql`select order_id from order_assignments where user_id = ${userId} and ${isUnderWay}`;
  if (noticeId === undefined) return assigned;
  const notice = sql`select unnest(order_ids) from assignment_notices where id = ${noticeId} and user_id = ${userId}`;
  return sql`${assigned} and order_id in (${notice})`;
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
export function activityWithin({ lines, administratorsOnly }: ActivityScope): Sql | null {
  const reach = linesWithin(lines);
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

/** On `groups`. */
export function groupsWithin({ types }: GroupScope): Sql {
  return sql`groups.type = any(${types})`;
}

function linesWithin(lines: ActivityScope['lines']): Sql | null {
  switch (lines.kind) {
    case 'all':
      return null;
    case 'customer':
      // What is done to another customer's person or thing is that customer's to know, whoever did it.
      return sql`coalesce(subject_customer_id, actor_customer_id) = ${lines.customerId}`;
    case 'own':
      // Since it is what it is: earlier lines name what it saw in another role, or people of another company.
      return sql`(actor_id = ${lines.userId} or subject_id = ${lines.userId}) and created_date >
        coalesce((select placed_at from users where users.id = ${lines.userId}), '-infinity')`;
    case 'none':
      return sql`false`;
  }
}
