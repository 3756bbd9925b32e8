import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { hourMs, secondMs } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { type ActivityRecord, insertActivity } from './queries.ts';

/** Time in which further downloads of a file by the same person count towards the same entry. */
const windowMs = hourMs;

/**
 * Records a download. The first one of a file by a person within an hour writes an entry; the others are counted beside
 * the log, which is append-only: no loop over a file fills it. Downloads at the same moment wait for each other's row.
 */
export async function insertDownload(
  db: Database,
  userId: string,
  fileId: string,
  line: ActivityRecord,
): Promise<void> {
  const id = randomUUID();
  const { at } = line;
  await db.transaction().execute(async (transaction) => {
    const isOver = sql<boolean>`known.opened_at <= ${at.toISOString()}::timestamptz
      - make_interval(secs => ${windowMs / secondMs})`;
    const { rows } = await sql<{ entry_id: string }>`
      insert into download_windows as known (user_id, file_id, entry_id, opened_at)
      values (${userId}, ${fileId}, ${id}, ${at.toISOString()})
      on conflict (user_id, file_id) do update set
        entry_id = case when ${isOver} then excluded.entry_id else known.entry_id end,
        opened_at = case when ${isOver} then excluded.opened_at else known.opened_at end
      returning entry_id`.execute(transaction);
    const entryId = rows[0]?.entry_id ?? id;
    if (entryId === id) await insertActivity(transaction, { ...line, id });
    else await countRepetition(transaction, entryId);
  });
}

async function countRepetition(transaction: Database, entryId: string): Promise<void> {
  await transaction
    .insertInto('activity_counts')
    .values({ entry_id: entryId, count: 2 })
    .onConflict((conflict) =>
      conflict.column('entry_id').doUpdateSet((set) => ({ count: set('activity_counts.count', '+', 1) })),
    )
    .execute();
}
