import { randomUUID } from 'node:crypto';
import type { ActivityAction } from '@portal/contract/values';
import type { Database } from '../../../platform/database.ts';
import { type ActivityRecord, recordActivity } from '../record-activity.ts';

/** A log entry of an earlier release, which stored the sentence instead of its values. */
export type WordedEntry = Pick<ActivityRecord, 'id' | 'at' | 'actor' | 'subject' | 'administratorsOnly'> & {
  action: ActivityAction;
  content: string;
};

/** Writes such an entry, otherwise like one of this release: that is written first and rolled back. */
export async function insertWorded(db: Database, { content, ...entry }: WordedEntry): Promise<void> {
  const { id = randomUUID(), action } = entry;
  const trial = await db.startTransaction().execute();
  await recordActivity(trial, { ...entry, id, action: 'sign-in' });
  const row = await trial.selectFrom('activity_log').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  await trial.rollback().execute();
  await db
    .insertInto('activity_log')
    .values({ ...row, action, params: null, content })
    .execute();
}
