import type { SyncKind } from '@portal/contract/sync';
import type { Database } from '../../platform/database.ts';
import { runSql, sql } from '../../platform/sql.ts';

export type Change = { kind: SyncKind; id: string };

/** Maximum number of announced records that wait to be read; the next sync reads those beyond it. */
const MAX_WAITING = 10_000;

/** Adds records to those that wait to be read; a record that is waiting already is not added twice. */
export async function addChanges(db: Database, changes: readonly Change[]): Promise<void> {
  const statement = sql`
    insert into netsuite_changes (kind, record_id)
    select distinct kind, id
    from unnest(${changes.map(({ kind }) => kind)}::text[], ${changes.map(({ id }) => id)}::bigint[]) as given (kind, id)
    where (select count(*) from netsuite_changes) < ${MAX_WAITING}
    order by kind, id
    on conflict do nothing`;
  await runSql(db, statement);
}

/** Takes records of one kind off the list; empty when none is left. */
export function takeChanges(db: Database, limit: number): Promise<Change[]> {
  const statement = sql`
    delete from netsuite_changes where (kind, record_id) in (
      select kind, record_id from netsuite_changes
      where kind = (select min(kind) from netsuite_changes)
      order by record_id limit ${limit} for update skip locked
    ) returning kind, record_id as id`;
  return runSql(db, statement);
}
