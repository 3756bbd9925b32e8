import { type Clock, hourMs } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Logger } from '../../platform/log.ts';
import { runSql, sql } from '../../platform/sql.ts';
import type { FileStorage } from '../../platform/storage.ts';
import { deleteUnclaimed, insertUnclaimed } from './queries.ts';
import { keyOf } from './stored-files.ts';

/** What stores and deletes files: rows in the database, bytes in the storage. */
export type FileDependencies = { db: Database; clock: Clock; log: Logger; storage: FileStorage };

/** Longer than any upload can take: `http/server.ts` ends requests after 15 minutes. */
const unclaimedForMs = 2 * hourMs;
/** How long files are kept after their order leaves the mirror. */
const keptWithoutOrderMs = 30 * 24 * hourMs;

/**
 * Deletes the bytes of an id unless a row owns them. If that fails, the id stays recorded as unclaimed for the next
 * `deleteOrphanedFiles`. Never throws.
 */
export async function deleteUnclaimedBytes({ db, log, storage }: FileDependencies, id: string): Promise<void> {
  try {
    await db.transaction().execute(async (transaction) => {
      // An upload that is committing locks the id; its row is visible once the lock is released.
      await deleteUnclaimed(transaction, id);
      if (!(await hasOwner(transaction, id))) await storage.remove(keyOf(id));
    });
  } catch (error) {
    log.warn({ err: error, file: id }, 'the bytes of a file could not be removed yet');
  }
}

/** Deletes the bytes of unfinished uploads and deletions, and files of orders that left the mirror long ago. */
export async function deleteOrphanedFiles(files: FileDependencies): Promise<void> {
  const { db, clock } = files;
  const now = clock.now();
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  await markMissingOrders(db, now);
  const gone = await db.transaction().execute(async (transaction) => {
    const ids = await deleteOfMissingOrders(transaction, ago(keptWithoutOrderMs));
    await insertUnclaimed(transaction, ids, now);
    return ids;
  });
  const left = await findUnclaimed(db, ago(unclaimedForMs));
  for (const id of [...gone, ...left]) await deleteUnclaimedBytes(files, id);
}

/** Whether a row owns the bytes of this id. */
async function hasOwner(db: Database, id: string): Promise<boolean> {
  return (await db.selectFrom('attachments').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** Ids that have been unclaimed since the given time or longer. */
async function findUnclaimed(db: Database, before: Date): Promise<string[]> {
  const rows = await db.selectFrom('unclaimed_files').select('id').where('since', '<=', before.toISOString()).execute();
  return rows.map(({ id }) => id);
}

/** Records for each file since when its order is missing from the mirror, and clears it for orders that returned. */
async function markMissingOrders(db: Database, now: Date): Promise<void> {
  await runSql(
    db,
    sql`update attachments set order_missed_at = ${now.toISOString()}
      where order_missed_at is null and not exists (select from sales_orders where id = order_id)`,
  );
  await runSql(
    db,
    sql`update attachments set order_missed_at = null
      where order_missed_at is not null and exists (select from sales_orders where id = order_id)`,
  );
}

/** Deletes rows of files whose orders have been missing since the given time or longer; returns their ids. */
async function deleteOfMissingOrders(transaction: Database, before: Date): Promise<string[]> {
  const rows = await runSql<{ id: string }>(
    transaction,
    sql`delete from attachments where order_missed_at <= ${before.toISOString()}
      and not exists (select from sales_orders where id = order_id) returning id`,
  );
  return rows.map(({ id }) => id);
}
