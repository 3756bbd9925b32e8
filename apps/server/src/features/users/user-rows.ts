import type { User } from '@portal/contract/users';
import type pg from 'pg';
import type { GroupScope, UserScope } from '../../access/people-scope.ts';
import { usersWithin } from '../../access/scope-sql.ts';
import { runPrepared, runSql } from '../../listing/run-sql.ts';
import { raw, type Sql, sql } from '../../listing/sql.ts';
import type { Database } from '../../platform/database.ts';

type UserRow = {
  id: string;
  email: string;
  pending_email: string | null;
  full_name: string | null;
  status: number;
  group_id: string | null;
  group_name: string | null;
  customer_id: string | null;
  customer_name: string | null;
  parent_id: string | null;
  created_at: string;
  updated_at: string;
  expires_at: string | null;
  version: number;
};

/** Scope of the wanted users, scope of all users visible to the caller, scope for group labels, and the current instant. */
type WantedUsers = { scope: UserScope; visible: UserScope; words: GroupScope; at: string };

/** Maximum number of users per response. */
const maxListed = raw('10000');

/** Returns the users in scope by creation time; at most 10,000. */
export async function findUsers(wanted: WantedUsers, pool: pg.Pool): Promise<User[]> {
  return (await runPrepared<UserRow>(pool, usersStatement(wanted, sql`true`))).map(toUser);
}

/** Returns one user in scope as the transaction sees it. */
export async function findUser(wanted: WantedUsers, transaction: Database, id: string): Promise<User | undefined> {
  return (await runSql<UserRow>(transaction, usersStatement(wanted, sql`users.id = ${id}`))).map(toUser)[0];
}

function usersStatement({ scope, visible, words, at }: WantedUsers, condition: Sql): Sql {
  return sql`
    select users.id, users.email,
      case when users.pending_email_expires_at > ${at} then users.pending_email end as pending_email, users.full_name, users.status, users.group_id,
      coalesce(named.name, groups.name) as group_name, users.customer_id,
      customers.name as customer_name,
      case when ${parentWithin(visible)} then users.parent_id end as parent_id,
      users.created_at, users.updated_at, users.expires_at, users.version
    from users
    left join groups on groups.id = users.group_id
    left join group_names named on named.group_id = groups.id and named.customer_id = ${words.labelsOfCustomer}
    left join customers on customers.id = users.customer_id
    where ${condition} and ${usersWithin(scope) ?? sql`true`}
    order by users.created_at, users.id
    limit ${maxListed}`;
}

/** Omits a parent outside the current user's scope. */
function parentWithin(visible: UserScope): Sql {
  const within = usersWithin(visible);
  return within === null ? sql`true` : sql`users.parent_id in (select users.id from users where ${within})`;
}

function toUser(row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    status: row.status,
    groups: row.group_name === null ? [] : [row.group_name],
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    expiresAt: row.expires_at,
    version: row.version,
    ...(row.pending_email === null ? {} : { pendingEmail: row.pending_email }),
    ...(row.full_name === null ? {} : { fullName: row.full_name }),
    ...(row.group_id === null ? {} : { groupId: row.group_id }),
    ...(row.customer_id === null ? {} : { customerNetsuiteId: row.customer_id }),
    ...(row.customer_name === null ? {} : { customerName: row.customer_name }),
    ...(row.parent_id === null ? {} : { parentId: row.parent_id }),
  };
}

/** Returns the guests in scope who have access, or will have it once they accept, by name. */
export async function findGuests(scope: UserScope, pool: pg.Pool, now: Date) {
  const statement = sql`
    select users.id, users.email, users.full_name
    from users join groups on groups.id = users.group_id and groups.type = 'customer_guest'
    where ${usersWithin(scope) ?? sql`true`} and users.status in (0, 1)
      and (users.expires_at is null or users.expires_at > ${now.toISOString()})
    order by coalesce(users.full_name, users.email) collate natural_order, users.id
    limit ${maxListed}`;
  const rows = await runPrepared<Pick<UserRow, 'id' | 'email' | 'full_name'>>(pool, statement);
  return rows.map(({ id, email, full_name }) => ({
    id,
    email,
    ...(full_name === null ? {} : { fullName: full_name }),
  }));
}
