import type { ActivityAction, ActivityQuery } from '@portal/contract/activity';
import type pg from 'pg';
import type { ActivityScope } from '../../access/scope.ts';
import { activityWithin } from '../../access/scope-sql.ts';
import { contains } from '../../listing/conditions.ts';
import { endOfDay, startOfDay } from '../../listing/filter-values.ts';
import { runPrepared } from '../../listing/run-sql.ts';
import { all, type Sql, sql } from '../../listing/sql.ts';
import type { Database } from '../../platform/database.ts';

/** A person or thing that a line of the log is about. */
export type Actor = { id: string; name: string; customerId: string | null };

/** A line to be written. */
export type ActivityRecord = {
  /** Made by the database where it is left out. */
  id?: string;
  at: Date;
  action: ActivityAction;
  /** One plain sentence, as the dashboard shows it. */
  content: string;
  /** Who did it; absent where nobody is known to have. */
  actor?: Actor;
  /** To whom or what it was done. */
  subject?: Actor;
  /** Only for the staff's administrators. */
  administratorsOnly?: boolean;
};

export async function insertActivity(db: Database, ...lines: readonly ActivityRecord[]): Promise<void> {
  if (lines.length === 0) return;
  const rows = lines.map((line) => ({
    ...(line.id === undefined ? {} : { id: line.id }),
    created_date: line.at,
    action: line.action,
    content: line.content,
    actor_id: line.actor?.id ?? null,
    actor_name: line.actor?.name ?? null,
    actor_customer_id: customerOf(db, line.actor),
    subject_id: line.subject?.id ?? null,
    subject_name: line.subject?.name ?? null,
    subject_customer_id: customerOf(db, line.subject),
    administrators_only: line.administratorsOnly ?? false,
  }));
  await db.insertInto('activity_log').values(rows).execute();
}

/**
 * The customer whose line it is. Staff can be linked to a customer as well: what they do, and what is done to them, is
 * not for that customer's people to read.
 */
function customerOf(db: Database, party: Actor | undefined) {
  if (party === undefined || party.customerId === null) return null;
  const { id, customerId } = party;
  if (!isUuid(id)) return customerId;
  return db
    .selectNoFrom(({ cast, val }) => cast<string>(val(customerId), 'bigint').as('customer_id'))
    .where(({ not, exists, selectFrom }) => {
      const staff = selectFrom('users')
        .innerJoin('groups', 'groups.id', 'users.group_id')
        .select('users.id')
        .where('users.id', '=', id)
        .where('groups.type', 'in', ['admin', 'member']);
      return not(exists(staff));
    });
}

/** A line as it is read; parties by the names that they had then. */
export type ActivityRow = {
  id: string;
  created_date: string;
  action: ActivityAction;
  content: string;
  actor_id: string | null;
  actor_name: string | null;
  subject_id: string | null;
  subject_name: string | null;
  /** How often it happened; null for once. */
  count: number | null;
};

/** The lines in scope that a query asks for, newest first. */
export async function findActivity(scope: ActivityScope, pool: pg.Pool, query: ActivityQuery): Promise<ActivityRow[]> {
  const conditions = all([activityWithin(scope) ?? sql`true`, ...conditionsOf(query)]);
  const statement = sql`
    select id, created_date, action, content, actor_id, actor_name, subject_id, subject_name, counts.count
    from activity_log left join activity_counts counts on counts.entry_id = activity_log.id
    where ${conditions} order by created_date desc, id limit ${query.limit}`;
  return runPrepared<ActivityRow>(pool, statement);
}

function conditionsOf({ action, person = '', from, to, before, beforeId }: ActivityQuery): Sql[] {
  return [
    action !== undefined && sql`action = ${action}`,
    person !== '' && (isUuid(person) ? sql`actor_id = ${person}` : contains({ source: 'actor_name' }, person)),
    from !== undefined && sql`created_date >= ${startOfDay(from)}`,
    to !== undefined && sql`created_date <= ${endOfDay(to)}`,
    before !== undefined && olderThan(before, beforeId),
  ].filter((condition) => condition !== false);
}

/** One bound that the index can begin at, and then what of that instant is still to come. */
function olderThan(before: string, beforeId: string | undefined): Sql {
  if (beforeId === undefined) return sql`created_date < ${before}`;
  return sql`created_date <= ${before} and (created_date < ${before} or id > ${beforeId})`;
}

function isUuid(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
}
