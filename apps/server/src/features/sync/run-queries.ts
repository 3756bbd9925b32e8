import type { SyncKind, SyncStatus } from '@portal/contract/sync';
import type { RecordFailure } from '@portal/netsuite/source/record-source';
import { sql } from 'kysely';
import type { Database } from '../../platform/database.ts';
import type { Run, RunCursor } from './queries.ts';

/** Postgres channel on which the id of a run is told whenever it moves on. */
export const runChannel = 'sync_runs';

/** What a step changes of its run; counts are added to those that stand. */
export type RunChange = {
  phase?: Run['phase'];
  watermark?: string | null;
  serverTime?: string;
  expected?: number;
  cursor?: RunCursor;
  fetched?: number;
  created?: number;
  updated?: number;
  deleted?: number;
};

/** A run's row as its owner may change it. */
type Owned = { id: string; owner: string };

/**
 * Writes a step of a run and tells everybody of it. Answers whether the run is still this owner's, and whether it is to
 * stop: an owner that was taken for dead must not write over its successor.
 */
export async function saveProgress(
  transaction: Database,
  { id, owner }: Owned,
  change: RunChange,
): Promise<'go on' | 'stop' | 'lost'> {
  const { fetched = 0, created = 0, updated = 0, deleted = 0 } = change;
  const saved = await transaction
    .updateTable('sync_runs')
    .set((set) => ({
      heartbeat_at: sql<string>`clock_timestamp()`,
      fetched: set('fetched', '+', String(fetched)),
      created: set('created', '+', String(created)),
      updated: set('updated', '+', String(updated)),
      unchanged: set('unchanged', '+', String(fetched - created - updated)),
      deleted: set('deleted', '+', String(deleted)),
      ...(change.phase === undefined ? {} : { phase: change.phase }),
      ...(change.watermark === undefined ? {} : { watermark: change.watermark }),
      ...(change.serverTime === undefined ? {} : { server_time: change.serverTime }),
      // Where records are read a second time, to compare or because some were locked, more is read than was expected.
      expected: sql<string | null>`case when ${change.expected ?? null}::bigint is null and expected is null then null
        else greatest(coalesce(${change.expected ?? null}::bigint, expected), fetched + ${fetched}::bigint) end`,
      ...(change.cursor === undefined ? {} : { cursor: JSON.stringify(change.cursor) }),
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

/** Ends a run. One that did not get through keeps its cursor, for the next to go on from; undefined when it was lost. */
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

/** Tells all processes that a run has moved on; they hear of it when the transaction is committed. */
export async function notifyRunChanged(transaction: Database, id: string): Promise<void> {
  await sql`select pg_notify(${runChannel}, ${id})`.execute(transaction);
}

/** The run before this one, to tell whether anything is new. */
export async function findPrevious(db: Database, run: Run): Promise<Pick<Run, 'status' | 'failed'> | undefined> {
  return db
    .selectFrom('sync_runs')
    .select(['status', 'failed'])
    .where('kind', '=', run.kind)
    .where('customer_id', 'is', null)
    .where('id', '<>', run.id)
    .where('status', '<>', 'running')
    .orderBy('started_at', 'desc')
    .orderBy('heartbeat_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Who asked for a run, as the activity log names people. */
export async function findRequester(db: Database, userId: string) {
  return db
    .selectFrom('users')
    .select(['id', 'full_name', 'email', 'customer_id'])
    .where('id', '=', userId)
    .executeTakeFirst();
}

/** Records failed reads with NetSuite's own words. */
export async function recordFailures(
  transaction: Database,
  kind: SyncKind,
  failures: readonly RecordFailure[],
  now: Date,
): Promise<void> {
  if (failures.length === 0) return;
  await transaction
    .insertInto('sync_failures')
    .values(
      failures.map(({ id, reason }) => ({
        kind,
        record_id: id,
        reason,
        first_failed_at: now,
        last_failed_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['kind', 'record_id']).doUpdateSet((set) => ({
        reason: set.ref('excluded.reason'),
        last_failed_at: set.ref('excluded.last_failed_at'),
        tries: set('sync_failures.tries', '+', 1),
      })),
    )
    .execute();
}

/** These records were read, or are deletedIds. */
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
