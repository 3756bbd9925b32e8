import type { SyncKind, SyncRun } from '@portal/contract/sync';
import { syncKinds } from '@portal/contract/values';
import type { IdRange } from '@portal/netsuite/source/record-source';
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { SyncScope } from '../../access/scope.ts';
import type { Database } from '../../platform/database.ts';
import type { Tables } from '../../platform/tables.ts';
import { isOwnerAlive } from './events.ts';

/** State of a run, sufficient for another process to resume it. */
export type RunCursor = {
  /** The process that performs the run; see events.ts. */
  owner: string;
  /** The run reads records changed at or after this time; null for all. */
  since: string | null;
  /** Ranges of ids not upserted yet; null before they are known. */
  ranges: IdRange[] | null;
  /** The run was interrupted, so changes made meanwhile are read before it ends. */
  catchUp: boolean;
};

export type RunMode = 'incremental' | 'dates' | 'nightly';

/** A row of sync_runs. `cursor` is null after a successful end. */
export type Run = Omit<Selectable<Tables['sync_runs']>, 'cursor' | 'mode' | 'phase'> & {
  cursor: RunCursor | null;
  mode: RunMode;
  phase: SyncRun['phase'];
};

/** What a caller wants to sync: `customer_id` limits it to this customer's records. */
export type SyncRequest = Pick<Run, 'kind' | 'mode' | 'customer_id' | 'start_date' | 'end_date' | 'requested_by'>;

/** The request that a run, or a row of the queue, was made for. */
export function requestOf({ kind, mode, customer_id, start_date, end_date, requested_by }: SyncRequest): SyncRequest {
  return { kind, mode, customer_id, start_date, end_date, requested_by };
}

/** Seconds without a heartbeat after which another process takes over a run. */
const MAX_SILENCE_S = 60;

const selectRunning = (db: Database, kind: SyncKind) =>
  db.selectFrom('sync_runs').selectAll().where('kind', '=', kind).where('status', '=', 'running');

/** The current run, locked until the transaction ends. */
export async function lockRunning(transaction: Database, kind: SyncKind): Promise<Run | undefined> {
  return (await selectRunning(transaction, kind).forUpdate().executeTakeFirst()) as Run | undefined;
}

/** The current run, read without waiting for locks. */
export async function findRunning(db: Database, kind: SyncKind): Promise<Run | undefined> {
  return (await selectRunning(db, kind).executeTakeFirst()) as Run | undefined;
}

/**
 * Whether a process is working on a running run: its heartbeat is recent, and its owner still holds its advisory lock.
 * A killed process loses that lock immediately.
 */
export async function isAlive(db: Database, run: Run): Promise<boolean> {
  const owner = run.cursor?.owner ?? '0';
  const { rows } = await sql<{ alive: boolean }>`
    select now() - ${run.heartbeat_at}::timestamptz < make_interval(secs => ${MAX_SILENCE_S})
      and ${isOwnerAlive(sql`${owner}::bigint`)} as alive`.execute(db);
  return rows[0]?.alive ?? false;
}

type NewRun = SyncRequest & Pick<Run, 'watermark' | 'server_time'> & { cursor: RunCursor; started_at: Date };

export async function insertRun(transaction: Database, { cursor, ...run }: NewRun): Promise<Run> {
  const begun = { status: 'running', phase: 'connecting', heartbeat_at: sql<string>`clock_timestamp()` } as const;
  const inserted = await transaction
    .insertInto('sync_runs')
    .values({ ...run, ...begun, cursor: JSON.stringify(cursor) })
    .returningAll()
    .executeTakeFirstOrThrow();
  return inserted as Run;
}

/** Makes this process the owner of a run whose owner has died. */
export async function takeOver(transaction: Database, run: Run, owner: string): Promise<Run> {
  const cursor: RunCursor = { since: null, ranges: null, ...run.cursor, owner, catchUp: true };
  const taken = await transaction
    .updateTable('sync_runs')
    .set({ cursor: JSON.stringify(cursor), heartbeat_at: sql<string>`clock_timestamp()` })
    .where('id', '=', run.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return taken as Run;
}

/** The latest run for the same request if it failed or was canceled midway; the next run resumes from it. */
export async function findUnfinished(transaction: Database, request: SyncRequest): Promise<Run | undefined> {
  const { kind, mode, customer_id, start_date, end_date } = request;
  const latest = await transaction
    .selectFrom('sync_runs')
    .selectAll()
    .where('kind', '=', kind)
    .where('mode', '=', mode)
    .where(
      sql<SqlBool>`(customer_id, start_date, end_date) is not distinct from (${customer_id}::bigint, ${start_date}::date, ${end_date}::date)`,
    )
    .orderBy('started_at', 'desc')
    .orderBy('heartbeat_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const isUnfinished = latest?.status === 'failed' || latest?.status === 'cancelled';
  return isUnfinished && latest.cursor !== null && latest.server_time !== null ? (latest as Run) : undefined;
}

/** NetSuite's clock at the start of the last complete run, for all customers or for this one. */
export async function findWatermark(db: Database, kind: SyncKind, customerId: string | null): Promise<string | null> {
  const found = await db
    .selectFrom('sync_runs')
    .select(({ fn }) => fn.max('server_time').as('server_time'))
    .where('kind', '=', kind)
    .where('status', 'in', ['complete', 'partial'])
    .where('mode', 'in', ['incremental', 'nightly'])
    .where((where) =>
      customerId === null
        ? where('customer_id', 'is', null)
        : where.or([where('customer_id', 'is', null), where('customer_id', '=', customerId)]),
    )
    .executeTakeFirst();
  return found?.server_time ?? null;
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
export async function listRuns(
  scope: SyncScope,
  db: Database,
  { kind, limit, before, only }: RunFilter,
): Promise<Run[]> {
  let query = db.selectFrom('sync_runs').selectAll().where(inScope(scope));
  if (kind !== undefined) query = query.where('kind', '=', kind);
  if (before !== undefined) query = query.where('started_at', '<', before);
  if (only === 'notable') query = query.where(isNotable);
  return (await query.orderBy('started_at', 'desc').orderBy('id').limit(limit).execute()) as Run[];
}

/** The last run of a kind for all customers and days that has ended. */
export async function findLastEnded(db: Database, kind: SyncKind): Promise<Run | undefined> {
  const found = await db
    .selectFrom('sync_runs')
    .selectAll()
    .where('kind', '=', kind)
    .where('status', '<>', 'running')
    .where('mode', '<>', 'dates')
    .where('customer_id', 'is', null)
    .orderBy('started_at', 'desc')
    .orderBy('heartbeat_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found as Run | undefined;
}

export async function findRun(scope: SyncScope, db: Database, id: string): Promise<Run | undefined> {
  const found = await db
    .selectFrom('sync_runs')
    .selectAll()
    .where('id', '=', id)
    .where(inScope(scope))
    .executeTakeFirst();
  return found as Run | undefined;
}

/** Requests cancellation of a running run; undefined if it is not running or out of scope. */
export async function requestCancel(scope: SyncScope, db: Database, id: string): Promise<Run | undefined> {
  const asked = await db
    .updateTable('sync_runs')
    .set({ cancel_requested: true })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .where(inScope(scope))
    .returningAll()
    .executeTakeFirst();
  return asked as Run | undefined;
}

/**
 * When each mirror was last updated completely, as far as the scope allows. Status and mode are literals, so that the
 * partial index of complete runs applies.
 */
export async function findFreshness(scope: SyncScope, db: Database): Promise<Record<SyncKind, string | null>> {
  const { records } = scope;
  const isOwn = records.kind === 'customer' ? sql`customer_id = ${records.customerId}::bigint` : sql`false`;
  const { rows } = await sql<{ kind: SyncKind; finished_at: string | null }>`
    select kind, (
      select max(finished_at) from sync_runs
      where sync_runs.kind = kinds.kind and status in ('complete', 'partial') and mode in ('incremental', 'nightly')
        and (customer_id is null or ${isOwn})
    ) as finished_at
    from unnest(${syncKinds}::text[]) as kinds (kind)`.execute(db);
  return Object.fromEntries(rows.map(({ kind, finished_at }) => [kind, finished_at])) as Record<
    SyncKind,
    string | null
  >;
}

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
