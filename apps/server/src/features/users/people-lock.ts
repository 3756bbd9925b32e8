import { runSql } from '../../listing/run-sql.ts';
import { sql } from '../../listing/sql.ts';
import type { Database } from '../../platform/database.ts';

/**
 * Makes others who want to change or delete users, or to name groups, wait until this transaction has ended: whether an
 * administrator is left, a circle closes or two groups share a name is seen by looking at several rows together.
 */
export async function lockPeople(transaction: Database): Promise<void> {
  await runSql(transaction, sql`select pg_advisory_xact_lock(hashtextextended('people', 0))`);
}
