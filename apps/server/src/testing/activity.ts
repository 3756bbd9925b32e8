import { contentOf } from '../features/activity/list-activity.ts';
import type { Database } from '../platform/database.ts';

/** All entries of the activity log with their sentences, oldest first. */
export async function readEntries(db: Database) {
  // The log is append-only, so that entries of the same instant are stored in the order in which they were written.
  const position = db.dynamic.ref('ctid');
  const rows = await db.selectFrom('activity_log').selectAll().orderBy('created_date').orderBy(position).execute();
  return rows.map((row) => ({ ...row, content: contentOf(row) }));
}

/** Those about a user. */
export async function readEntriesAbout(db: Database, subjectId: string) {
  return (await readEntries(db)).filter(({ subject_id }) => subject_id === subjectId);
}
