import type { SyncKind } from '@portal/contract/sync';
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { SyncScope } from '../../access/scope.ts';
import type { Database } from '../../platform/database.ts';
import type { Tables } from '../../platform/tables.ts';

export type Run = Selectable<Tables['sync_runs']>;

/** What a caller wants to sync: `customer_id` limits it to this customer's records. */
export type SyncRequest = Pick<Run, 'kind' | 'mode' | 'customer_id' | 'start_date' | 'end_date' | 'requested_by'>;

const runs = (db: Database) => db.selectFrom('sync_runs').selectAll();
/** By PostgreSQL's clock: those of the portal's servers may differ. */
const latestRun = (db: Database) => runs(db).orderBy('heartbeat_at', 'desc').limit(1);

/** The current run. */
export const runningRun = (db: Database, kind: SyncKind) =>
  runs(db).where('kind', '=', kind).where('status', '=', 'running');

/** The latest run of the same records that began to read, if it failed or was canceled; the next run resumes from it. */
export async function findUnfinished(transaction: Database, request: SyncRequest): Promise<Run | undefined> {
  const { kind, mode, customer_id, start_date, end_date } = request;
  const latest = await latestRun(transaction)
    .where('kind', '=', kind)
    .where('mode', mode === 'dates' ? '=' : '<>', 'dates')
    .where(sql<SqlBool>`cursor -> 'ranges' is distinct from 'null'`)
    .where(
      sql<SqlBool>`(customer_id, start_date, end_date) is not distinct from (${customer_id}::bigint, ${start_date}::date, ${end_date}::date)`,
    )
    .executeTakeFirst();
  const isUnfinished = latest?.status === 'failed' || latest?.status === 'cancelled';
  return isUnfinished && latest.cursor?.ranges && latest.server_time !== null ? latest : undefined;
}

/**
 * NetSuite's clock at the start of the last complete run, for all customers or for this one. A nightly run continues from
 * the last nightly one, or else from the first sync, so that its overlap is not shortened by those in between.
 */
export async function findLastServerTime(
  db: Database,
  { kind, mode, customer_id }: Pick<Run, 'kind' | 'mode' | 'customer_id'>,
  upTo: Date | null = null,
): Promise<string | null> {
  const { rows } = await sql<{ server_time: string | null }>`
    select coalesce(max(server_time) filter (where ${mode} in ('incremental', mode)), min(server_time)) as server_time
    from sync_runs
    where kind = ${kind} and status in ('complete', 'partial') and mode in ('incremental', 'nightly')
      and (customer_id is null or customer_id = ${customer_id}::bigint)
      and (${upTo}::timestamptz is null or server_time <= ${upTo})`.execute(db);
  return rows[0]?.server_time ?? null;
}

export type RunFilter = {
  kind?: SyncKind | undefined;
  limit: number;
  before?: string | undefined;
  only?: 'notable' | undefined;
};

/** Everything except scheduled runs that changed nothing, of which there is one every few minutes. */
const isNotable = sql<SqlBool>`(
  requested_by is not null or mode = 'nightly' or status <> 'complete' or created + updated + deleted > 0
)`;

/** The latest runs in scope, newest first. */
export function listRuns(scope: SyncScope, db: Database, { kind, limit, before, only }: RunFilter): Promise<Run[]> {
  let query = runs(db).where(inScope(scope));
  if (kind !== undefined) query = query.where('kind', '=', kind);
  if (before !== undefined) query = query.where('started_at', '<', before);
  if (only === 'notable') query = query.where(isNotable);
  return query.orderBy('started_at', 'desc').orderBy('id').limit(limit).execute();
}

/** The last run of a kind for all customers that has ended. */
const lastEnded = (db: Database, kind: SyncKind) =>
  latestRun(db).where('kind', '=', kind).where('status', '<>', 'running').where('customer_id', 'is', null);

/** The last run of a kind for all customers and days that has ended. */
export const findLastEnded = (db: Database, kind: SyncKind): Promise<Run | undefined> =>
  lastEnded(db, kind).where('mode', '<>', 'dates').executeTakeFirst();

/** The run that ended before this one. */
export const findPreviousEnd = (db: Database, { kind, id }: Run): Promise<Run | undefined> =>
  lastEnded(db, kind).where('id', '<>', id).executeTakeFirst();

export const findRun = (scope: SyncScope, db: Database, id: string): Promise<Run | undefined> =>
  runs(db).where('id', '=', id).where(inScope(scope)).executeTakeFirst();

/** Requests cancellation of a running run; undefined if it is not running or out of scope. */
export const requestCancel = (scope: SyncScope, db: Database, id: string): Promise<Run | undefined> =>
  db
    .updateTable('sync_runs')
    .set({ cancel_requested: true })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .where(inScope(scope))
    .returningAll()
    .executeTakeFirst();

/** Deletes runs that began earlier, except the last successful one of each kind, from which the next run continues. */
export async function deleteOldRuns(db: Database, before: Date): Promise<void> {
  await sql`
    delete from sync_runs old
    where old.started_at < ${before} and old.status <> 'running' and exists (
      select from sync_runs later
      where later.kind = old.kind and later.customer_id is not distinct from old.customer_id
        and later.status in ('complete', 'partial') and later.mode <> 'dates' and later.server_time > coalesce(old.server_time, old.started_at)
    )`.execute(db);
}

/** Same condition as `inScope`, for a loaded run. */
export function isInScope({ records }: SyncScope, run: Run): boolean {
  return records.kind === 'all' || (records.kind === 'customer' && records.customerId === run.customer_id);
}

function inScope({ records }: SyncScope) {
  if (records.kind === 'all') return sql<SqlBool>`true`;
  if (records.kind === 'none') return sql<SqlBool>`false`;
  return sql<SqlBool>`customer_id = ${records.customerId}::bigint`;
}
