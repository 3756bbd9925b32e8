import type { Database } from '../../platform/database.ts';
import { runSql, sql } from '../../platform/sql.ts';

/** Records that bytes may exist under these ids without a row that owns them. */
export async function insertUnclaimed(db: Database, ids: readonly string[], since: Date): Promise<void> {
  if (ids.length === 0) return;
  const rows = ids.map((id) => ({ id, since }));
  await db.insertInto('unclaimed_files').values(rows).execute();
}

/** Removes an id and returns whether it was recorded. Concurrent callers wait until the transaction ends. */
export async function takeUnclaimed(transaction: Database, id: string): Promise<boolean> {
  const taken = await transaction.deleteFrom('unclaimed_files').where('id', '=', id).returning('id').execute();
  return taken.length > 0;
}

/** Whether a row owns the bytes of this id. */
export async function hasOwner(db: Database, id: string): Promise<boolean> {
  return (await db.selectFrom('attachments').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** Ids that have been unclaimed since the given time or longer. */
export async function findUnclaimed(db: Database, before: Date): Promise<string[]> {
  const rows = await db.selectFrom('unclaimed_files').select('id').where('since', '<=', before.toISOString()).execute();
  return rows.map(({ id }) => id);
}

/** Records for each file since when its order is missing from the mirror, and clears it for orders that returned. */
export async function markMissedOrders(db: Database, now: Date): Promise<void> {
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
export async function deleteOfMissedOrders(transaction: Database, before: Date): Promise<string[]> {
  const rows = await runSql<{ id: string }>(
    transaction,
    sql`delete from attachments where order_missed_at <= ${before.toISOString()}
      and not exists (select from sales_orders where id = order_id) returning id`,
  );
  return rows.map(({ id }) => id);
}
