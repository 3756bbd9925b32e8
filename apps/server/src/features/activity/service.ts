import type { ActivityEntry, ActivityQuery } from '@portal/contract/activity';
import type pg from 'pg';
import type { CurrentUser } from '../../access/current-user.ts';
import { type ActivityScope, activityScope } from '../../access/scope.ts';
import type { Database } from '../../platform/database.ts';
import { withoutNulls } from '../../platform/without-nulls.ts';
import { insertDownload } from './download-queries.ts';
import { type ActivityRow, type Actor, findActivity, insertActivity, type NewEntry } from './queries.ts';
import { type ActivityEvent, describeEvent, type NamedEvent } from './wording.ts';

export type { Actor } from './queries.ts';

/** Name of a user in the activity log, or its address if it has no name. */
export function partyOf(user: {
  id: string;
  email: string;
  fullName: string | null;
  customerId: string | null;
}): Actor {
  return { id: user.id, name: user.fullName ?? user.email, customerId: user.customerId };
}

/** The actor of a log entry. */
export function actorOf(currentUser: CurrentUser): Actor {
  return partyOf({ ...currentUser, id: currentUser.userId });
}

export type ActivityService = ReturnType<typeof createActivityService>;

/** The activity log, within the caller's scope. */
export function createActivityService({ pool }: { pool: pg.Pool }) {
  /** Newest first. Entries of the same instant are ordered by id, so that a page can start after any of them. */
  async function list(currentUser: CurrentUser, query: ActivityQuery): Promise<ActivityEntry[]> {
    const scope = activityScope(currentUser);
    return (await findActivity(scope, pool, query)).map((row) => toEntry(scope, row));
  }

  return { list };
}

/** A log entry to write: what happened, when, who did it, and who or what was affected. */
export type ActivityRecord = ActivityEvent & Omit<NewEntry, 'action' | 'params' | 'content'>;

/**
 * Writes entries of the activity log in one statement. Pass the transaction of the logged change, so that both commit
 * together.
 */
export async function recordActivity(transaction: Database, ...entries: readonly ActivityRecord[]): Promise<void> {
  await insertActivity(transaction, ...entries);
}

/** Records a download of a file; further ones by the same person within an hour are counted in the same entry. */
export async function recordDownload(
  db: Database,
  userId: string,
  fileId: string,
  line: ActivityRecord,
): Promise<void> {
  await insertDownload(db, userId, fileId, line);
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

type StoredWords = Pick<ActivityRow, 'content' | 'params' | 'actor_name' | 'subject_name'> & { action: string };

/** The sentence of a stored entry. */
export function contentOf({ action, params, content, actor_name, subject_name }: StoredWords): string {
  // Entries are written only by `recordActivity`, and those of earlier releases have their text.
  return (
    content ?? describeEvent({ action, params, actor: actor_name ?? '', subject: subject_name ?? '' } as NamedEvent)
  );
}
