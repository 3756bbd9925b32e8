import type { SyncKind } from '@portal/contract/sync';
import { sql } from 'kysely';
import type { Database } from '../../platform/database.ts';

/**
 * Lets the triggers of order_events record what this transaction changes. Until a kind has been read completely once,
 * its records are not news: nothing is recorded.
 */
export async function recordOrderEvents(transaction: Database, kind: SyncKind, now: Date): Promise<void> {
  await sql`
    select set_config('portal.learned_at', ${now.toISOString()}, true) where exists (
      select from sync_runs
      where kind = ${kind} and status in ('complete', 'partial') and mode <> 'dates' and customer_id is null
    )`.execute(transaction);
}
