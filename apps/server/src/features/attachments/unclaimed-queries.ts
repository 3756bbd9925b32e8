import { runSql } from '../../listing/run-sql.ts';
import { sql } from '../../listing/sql.ts';
import type { Database } from '../../platform/database.ts';

/** Says that bytes may lie under these ids without a row that owns them. */
export async function insertUnclaimed(db: Database, ids: readonly string[], since: Date): Promise<void> {
  if (ids.length === 0) return;
  const rows = ids.map((id) => ({ id, since }));
  await db.insertInto('unclaimed_files').values(rows).execute();
}

/** Takes an id off; returns whether it was on it. Others who want to take it wait for the transaction's end. */
export async function takeUnclaimed(transaction: Database, id: string): Promise<boolean> {
  const taken = await transaction.deleteFrom('unclaimed_files').where('id', '=', id).returning('id').execute();
  return taken.length > 0;
}

/** Whether a row owns the bytes of this id. */
export async function hasOwner(db: Database, id: string): Promise<boolean> {
  return (await db.selectFrom('attachments').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** The ids that have been without an owner since then or longer. */
export async function findUnclaimed(db: Database, before: Date): Promise<string[]> {
  const rows = await db.selectFrom('unclaimed_files').select('id').where('since', '<=', before.toISOString()).execute();
  return rows.map(({ id }) => id);
}

/** Notes of each file since when its order is missed from the mirror; one that has come back is missed no more. */
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

/** Removes the rows of files whose orders have been missed since then or longer; returns their ids. */
export async function deleteOfMissedOrders(transaction: Database, before: Date): Promise<string[]> {
  const rows = await runSql<{ id: string }>(
    transaction,
    sql`delete from attachments where order_missed_at <= ${before.toISOString()}
      and not exists (select from sales_orders where id = order_id) returning id`,
  );
  return rows.map(({ id }) => id);
}
