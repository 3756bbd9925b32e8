import type { SyncKind } from '@portal/contract/sync';
import { syncKinds } from '@portal/contract/values';
import type { SyncScope } from '../../access/scope.ts';
import type { Database } from '../../platform/database.ts';
import { join, raw, runSql, type Sql, sql } from '../../platform/sql.ts';

export type Freshness = Record<SyncKind, string | null>;

/**
 * When each mirror was last updated, as far as the scope allows: a row with a column for each kind. A partial run has read
 * all but the records that failed or are held; of an order, times are from before its own ones did. Kind, status and mode
 * are literals, so that the partial index of such runs applies.
 */
export function selectFreshness({ records }: SyncScope, orderId?: string): Sql {
  const own = records.kind === 'customer' ? sql` or customer_id = ${records.customerId}` : sql``;
  const latest = syncKinds.map(
    (kind) => sql`(select max(finished_at) from sync_runs where kind = ${raw(`'${kind}'`)}
      and status in ('complete', 'partial') and mode in ('incremental', 'nightly') and (customer_id is null${own})
      ${orderId === undefined || kind === 'customers' ? sql`` : sql`and finished_at < ${unreadSince(kind, orderId)}`}) as ${raw(kind)}`,
  );
  return sql`select ${join(latest, ', ')}`;
}

/** Since when one of an order's records of a kind could not be read or was missing in NetSuite. */
function unreadSince(kind: Exclude<SyncKind, 'customers'>, orderId: string): Sql {
  const ids = kind === 'orders' ? sql`${orderId}` : sql`select id from ${raw(kind)} where order_id = ${orderId}`;
  const isUnread = sql`kind = ${raw(`'${kind}'`)} and record_id in (${ids})`;
  return sql`coalesce(least((select min(first_failed_at) from sync_failures where ${isUnread}),
    (select min(held_at) from sync_held_deletions where ${isUnread})), 'infinity')`;
}

export async function findFreshness(scope: SyncScope, db: Database): Promise<Freshness> {
  // A SELECT without a FROM has one row.
  return (await runSql<Freshness>(db, selectFreshness(scope)))[0] as Freshness;
}
