import type { SyncKind } from '@portal/contract/sync';
import { syncKinds } from '@portal/contract/values';
import type { SyncScope } from '../../access/scope.ts';
import type { Database } from '../../platform/database.ts';
import { join, raw, runSql, type Sql, sql } from '../../platform/sql.ts';

export type Freshness = Record<SyncKind, string | null>;

/**
 * When each mirror was last updated completely, as far as the scope allows: a row with a column for each kind. Kind, status
 * and mode are literals, so that the partial index of complete runs applies.
 */
export function selectFreshness({ records }: SyncScope): Sql {
  const own = records.kind === 'customer' ? sql` or customer_id = ${records.customerId}` : sql``;
  const latest = syncKinds.map(
    (kind) => sql`(select max(finished_at) from sync_runs where kind = ${raw(`'${kind}'`)}
      and status in ('complete', 'partial') and mode in ('incremental', 'nightly') and (customer_id is null${own})) as ${raw(kind)}`,
  );
  return sql`select ${join(latest, ', ')}`;
}

export async function findFreshness(scope: SyncScope, db: Database): Promise<Freshness> {
  // A SELECT without a FROM has one row.
  return (await runSql<Freshness>(db, selectFreshness(scope)))[0] as Freshness;
}
