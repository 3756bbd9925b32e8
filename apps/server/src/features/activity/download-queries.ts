import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { hourMs, secondMs } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { insertActivity, type NewEntry } from './queries.ts';

/** Window in which further downloads of a file by the same person are counted in the same entry. */
const windowMs = hourMs;

/**
 * Records a download. A person's first download of a file within an hour writes an entry. Further ones only increment a
 * counter outside the append-only log, so that a loop cannot fill it. Concurrent downloads wait for the row lock.
 */
export async function insertDownload(db: Database, userId: string, fileId: string, line: NewEntry): Promise<void> {
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
