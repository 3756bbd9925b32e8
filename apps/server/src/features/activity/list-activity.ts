import type { ActivityEntry, ActivityQuery } from '@portal/contract/activity';
import type { ActivityAction } from '@portal/contract/values';
import type pg from 'pg';
import type { CurrentUser } from '../../access/current-user.ts';
import { type ActivityScope, activityScope } from '../../access/scope.ts';
import { activityWithin } from '../../access/scope-sql.ts';
import { contains } from '../../listing/conditions.ts';
import { endOfDay, startOfDay } from '../../listing/filter-values.ts';
import { all, olderThan, runPrepared, type Sql, sql } from '../../platform/sql.ts';
import { withoutNulls } from '../../platform/without-nulls.ts';
import { describeEvent, type NamedEvent } from './wording.ts';

/** A log entry as read, with the names at the time of writing. */
type ActivityRow = {
  id: string;
  created_date: string;
  action: ActivityAction;
  /** The sentence itself, in entries of earlier releases; otherwise null: worded from `params` when it is read. */
  content: string | null;
  params: { order?: string } | null;
  actor_id: string | null;
  actor_name: string | null;
  subject_id: string | null;
  subject_name: string | null;
  /** Number of occurrences; null for one. */
  count: number | null;
};

/**
 * Returns the entries in the caller's scope that match a query, newest first. Entries of the same instant are ordered by
 * id, so that a page can start after any of them.
 */
export async function listActivity(
  { pool }: { pool: pg.Pool },
  currentUser: CurrentUser,
  query: ActivityQuery,
): Promise<ActivityEntry[]> {
  const scope = activityScope(currentUser);
  const conditions = all([activityWithin(scope) ?? sql`true`, ...conditionsOf(query)]);
  const statement = sql`
    select id, created_date, action, content, params, actor_id, actor_name, subject_id, subject_name, counts.count
    from activity_log left join activity_counts counts on counts.entry_id = activity_log.id
    where ${conditions} order by created_date desc, id limit ${query.limit}`;
  return (await runPrepared<ActivityRow>(pool, statement)).map((row) => toEntry(scope, nameOrder(scope, row)));
}

function conditionsOf({ action, person = '', from, to, before, beforeId }: ActivityQuery): Sql[] {
  return [
    action !== undefined && sql`action = ${action}`,
    person !== '' && (isUuid(person) ? sql`actor_id = ${person}` : contains({ source: 'actor_name' }, person)),
    from !== undefined && sql`created_date >= ${startOfDay(from)}`,
    to !== undefined && sql`created_date <= ${endOfDay(to)}`,
    before !== undefined && olderThan({ instant: sql`created_date`, id: sql`id` }, before, beforeId),
  ].filter((condition) => condition !== false);
}

export function isUuid(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
}

function nameOrder({ seesOrderNumbers }: ActivityScope, row: ActivityRow): ActivityRow {
  return seesOrderNumbers && row.params?.order !== undefined ? { ...row, subject_name: row.params.order } : row;
}

function toEntry(scope: ActivityScope, row: ActivityRow): ActivityEntry {
  return {
    id: row.id,
    createdDate: row.created_date,
    content: contentFor(scope, row),
    action: row.action,
    ...withoutNulls({ count: row.count }),
    actor: row.actor_name === null ? null : { id: row.actor_id, name: row.actor_name },
    subject: row.subject_name === null ? null : { id: row.subject_id, name: row.subject_name },
  };
}

/** Only staff see why a sync failed: NetSuite's error messages may contain details of the account and its setup. */
function contentFor({ entries }: ActivityScope, row: ActivityRow): string {
  const { action, count } = row;
  const content = contentOf(row);
  if (action === 'sync-failed' && entries.kind !== 'all') return content.replace(/:.*/s, '.');
  if (action === 'sync-partial' && entries.kind !== 'all') return content.replace(/\. .*/s, '.');
  return count === null ? content : `${content} (${count.toLocaleString('en-US')} times within an hour)`;
}

type StoredWords = Pick<ActivityRow, 'content' | 'actor_name' | 'subject_name'> & {
  action: string;
  params: object | null;
};

/** The sentence of a stored entry. */
export function contentOf({ action, params, content, actor_name, subject_name }: StoredWords): string {
  // Entries are written only by `recordActivity`; those of earlier releases have their text.
  return (
    content ?? describeEvent({ action, params, actor: actor_name ?? '', subject: subject_name ?? '' } as NamedEvent)
  );
}
