import type { SyncKind, SyncStatus } from '@portal/contract/sync';
import type { RecordFailure } from '@portal/netsuite/source/record-source';
import { sql } from 'kysely';
import type { Database } from '../../platform/database.ts';
import type { Run, RunCursor } from './queries.ts';

/** Changes to a run; counts are added to the current ones. */
export type RunChange = Partial<Pick<Run, 'phase' | 'watermark' | 'server_time'>> &
  Partial<Record<'expected' | 'fetched' | 'created' | 'updated' | 'deleted', number>> & { cursor?: RunCursor };

/** Columns that a run's owner may change. */
type Owned = { id: string; owner: string };

/**
 * Writes a step of a run and notifies all processes. Returns whether this owner still has the run, and whether it
 * should stop: an owner presumed dead must not overwrite its successor's progress.
 */
export async function saveProgress(
  transaction: Database,
  { id, owner }: Owned,
  change: RunChange,
): Promise<'go on' | 'stop' | 'lost'> {
  const { fetched = 0, created = 0, updated = 0, deleted = 0, expected = null, cursor, ...columns } = change;
  const saved = await transaction
    .updateTable('sync_runs')
    .set((set) => ({
      heartbeat_at: sql<string>`clock_timestamp()`,
      fetched: set('fetched', '+', String(fetched)),
      created: set('created', '+', String(created)),
      updated: set('updated', '+', String(updated)),
      unchanged: set('unchanged', '+', String(fetched - created - updated)),
      deleted: set('deleted', '+', String(deleted)),
      ...columns,
      // Records read twice, for comparison or because they were locked, can exceed the expected number.
      expected: sql<string | null>`case when ${expected}::bigint is null and expected is null then null
        else greatest(coalesce(${expected}::bigint, expected), fetched + ${fetched}::bigint) end`,
      ...(cursor === undefined ? {} : { cursor: JSON.stringify(cursor) }),
    }))
    .where('id', '=', id)
    .where('status', '=', 'running')
    .where(sql<string>`cursor ->> 'owner'`, '=', owner)
    .returning('cancel_requested')
    .executeTakeFirst();
  if (saved === undefined) return 'lost';
  await notifyRunChanged(transaction, id);
  return saved.cancel_requested ? 'stop' : 'go on';
}

export type RunEnd = {
  status: Exclude<SyncStatus, 'running'>;
  message: string | null;
  failed: number;
  finishedAt: Date;
};

/** Ends a run. An unsuccessful run keeps its cursor, so that the next one can resume; undefined if the run was lost. */
export async function endRun(transaction: Database, { id, owner }: Owned, end: RunEnd): Promise<Run | undefined> {
  const isThrough = end.status === 'complete' || end.status === 'partial';
  const ended = await transaction
    .updateTable('sync_runs')
    .set({
      status: end.status,
      phase: 'ended',
      message: end.message,
      failed: String(end.failed),
      finished_at: end.finishedAt,
      ...(isThrough ? { cursor: null } : {}),
    })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .where(sql<string>`cursor ->> 'owner'`, '=', owner)
    .returningAll()
    .executeTakeFirst();
  if (ended !== undefined) await notifyRunChanged(transaction, id);
  return ended as Run | undefined;
}

/** Notifies all processes that a run changed; delivered when the transaction commits. */
export async function notifyRunChanged(transaction: Database, id: string): Promise<void> {
  await sql`select pg_notify('sync_runs', ${id})`.execute(transaction);
}

/** Records failed reads with NetSuite's error messages. */
export async function recordFailures(
  transaction: Database,
  kind: SyncKind,
  failures: readonly RecordFailure[],
  now: Date,
): Promise<void> {
  if (failures.length === 0) return;
  const [ids, reasons] = [failures.map(({ id }) => id), failures.map(({ reason }) => reason)];
  await sql`
    insert into sync_failures as known (kind, record_id, reason, first_failed_at, last_failed_at)
    select ${kind}, id, reason, ${now}, ${now} from unnest(${ids}::bigint[], ${reasons}::text[]) as failed (id, reason)
    on conflict (kind, record_id) do update
    set reason = excluded.reason, last_failed_at = excluded.last_failed_at, tries = known.tries + 1`.execute(
    transaction,
  );
}

/** Clears failures of records that were read or deleted. */
export async function forgetFailures(transaction: Database, kind: SyncKind, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from sync_failures where kind = ${kind} and record_id = any(${ids}::bigint[])`.execute(transaction);
}

export async function listFailures(db: Database, kind: SyncKind): Promise<RecordFailure[]> {
  const rows = await db
    .selectFrom('sync_failures')
    .select(['record_id', 'reason'])
    .where('kind', '=', kind)
    .orderBy('record_id')
    .execute();
  return rows.map(({ record_id: id, reason }) => ({ id, reason }));
}
