import type { User } from '@portal/contract/users';
import type pg from 'pg';
import type { CurrentUser } from '../../access/current-user.ts';
import { type GroupScope, groupScope, relatedUsers, type UserScope, userScope } from '../../access/people-scope.ts';
import { isUnexpired, usersWithin } from '../../access/scope-sql.ts';
import { createVersionCache } from '../../listing/cache-by-version.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { pageAfter, runPrepared, runSql, type Sql, sql } from '../../platform/sql.ts';
import { withoutNulls } from '../../platform/without-nulls.ts';

type UserRow = Omit<User, 'groups' | OptionalField> & { groupName: string | null } & Record<
    OptionalField,
    string | null
  >;
type OptionalField = 'pendingEmail' | 'fullName' | 'groupId' | 'customerNetsuiteId' | 'customerName' | 'parentId';

/** Scope of the wanted users, scope of all users visible to the caller, scope for group labels, and the current instant. */
type WantedUsers = { scope: UserScope; visible: UserScope; words: GroupScope; at: string };

/** Reads the version of all that lists of users show, which changes in the transaction of every change of it. */
const usersVersion = sql`select version from mirror_versions where mirror = 'users'`;

const maxCachedUsers = 10_000;

type UserList = { data: User[] };

/** Lists visible users in pages, each by creation time. A page is the same frozen object until something that it shows changes. */
export function createUserLists(pool: pg.Pool) {
  const cache = createVersionCache<UserList>(pool, maxCachedUsers, ({ data }) => data.length);

  async function list(currentUser: CurrentUser, scope: UserScope, after: string | undefined): Promise<UserList> {
    const wanted = wantedBy(currentUser, scope);
    const pageOf = (users: WantedUsers) =>
      pageAfter(usersStatement(users, sql`true`), sql`users.id`, after, sql`"createdAt", id`);
    const ofAnyTime = pageOf({ ...wanted, at: '' });
    const currentVersion = (await runPrepared<{ version: string }>(pool, usersVersion))[0]?.version;
    return cache({ statement: ofAnyTime, version: usersVersion, currentVersion }, async () => {
      const data = (await runPrepared<UserRow>(pool, pageOf(wanted))).map(toUser);
      // A pending address expires without a change.
      const isTimeless = data.every(({ pendingEmail }) => pendingEmail === undefined);
      return { result: Object.freeze({ data }), version: isTimeless ? currentVersion : undefined };
    });
  }

  return {
    list: (currentUser: CurrentUser, after?: string) => list(currentUser, userScope(currentUser), after),
    /** Of the current user's own customer; for staff, those of all customers. */
    listRelated: (currentUser: CurrentUser, after?: string) => list(currentUser, relatedUsers(currentUser), after),
  };
}

/** Returns one visible user as the transaction sees it. */
export async function findUser(currentUser: CurrentUser, transaction: Database, id: string): Promise<User | undefined> {
  const statement = usersStatement(wantedBy(currentUser, userScope(currentUser)), sql`users.id = ${id}`);
  return (await runSql<UserRow>(transaction, statement)).map(toUser)[0];
}

function wantedBy(currentUser: CurrentUser, scope: UserScope): WantedUsers {
  return { scope, visible: userScope(currentUser), words: groupScope(currentUser), at: currentUser.at };
}

function usersStatement({ scope, visible, words, at }: WantedUsers, condition: Sql): Sql {
  return sql`
    select users.id, users.email,
      case when users.pending_email_expires_at > ${at} then users.pending_email end as "pendingEmail",
      users.full_name as "fullName", users.status, users.group_id as "groupId",
      coalesce(named.name, groups.name) as "groupName", users.customer_id as "customerNetsuiteId",
      customers.name as "customerName", case when ${parentWithin(visible)} then users.parent_id end as "parentId",
      users.created_at as "createdAt", users.updated_at as "updatedAt", users.expires_at as "expiresAt", users.version
    from users
    left join groups on groups.id = users.group_id
    left join group_names named on named.group_id = groups.id and named.customer_id = ${words.labelsOfCustomer}
    left join customers on customers.id = users.customer_id
    where ${condition} and ${usersWithin(scope) ?? sql`true`}`;
}

/** Omits a parent outside the current user's scope. */
function parentWithin(visible: UserScope): Sql {
  const within = usersWithin(visible);
  return within === null ? sql`true` : sql`users.parent_id in (select users.id from users where ${within})`;
}

function toUser({ groupName, expiresAt, ...row }: UserRow): User {
  return { ...withoutNulls(row), groups: groupName === null ? [] : [groupName], expiresAt };
}

/** Returns a page of the guests to whom orders can be assigned, by name: they have access, or will have it once they accept. */
export async function listGuests(
  { pool, clock }: { pool: pg.Pool; clock: Clock },
  currentUser: CurrentUser,
  after: string | undefined,
) {
  const statement = sql`
    select users.id, users.email, users.full_name as "fullName", users.customer_id as "customerNetsuiteId",
      customers.name as "customerName"
    from users join groups on groups.id = users.group_id and groups.type = 'customer_guest'
    left join customers on customers.id = users.customer_id
    where ${usersWithin(userScope(currentUser)) ?? sql`true`} and users.status in (0, 1)
      and ${isUnexpired('users.expires_at', clock.now().toISOString())}`;
  const byName = sql`coalesce("fullName", email) collate natural_order, id`;
  type Guest = Pick<UserRow, 'id' | 'email' | 'fullName' | 'customerNetsuiteId' | 'customerName'>;
  return (await runPrepared<Guest>(pool, pageAfter(statement, sql`users.id`, after, byName))).map(withoutNulls);
}
