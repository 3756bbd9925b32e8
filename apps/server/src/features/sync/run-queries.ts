import type { SyncStatus } from '@portal/contract/sync';
import { sql } from 'kysely';
import type { Database } from '../../platform/database.ts';
import { isOwnerAlive } from '../../platform/events.ts';
import type { RunCursor } from '../../platform/tables.ts';
import type { Run, SyncRequest } from './queries.ts';

/** Seconds without a heartbeat after which another process takes over a run. */
const MAX_SILENCE_S = 60;

const now = sql<string>`clock_timestamp()`;

/**
 * Whether a process is working on a running run: its heartbeat is recent, and its owner still holds its advisory lock.
 * A killed process loses that lock immediately.
 */
export async function isAlive(db: Database, { heartbeat_at, cursor }: Run): Promise<boolean> {
  const { rows } = await sql<{ alive: boolean }>`
    select now() - ${heartbeat_at}::timestamptz < make_interval(secs => ${MAX_SILENCE_S})
      and ${isOwnerAlive(sql`${cursor?.owner ?? '0'}::bigint`)} as alive`.execute(db);
  return rows[0]?.alive ?? false;
}

type NewRun = SyncRequest & Pick<Run, 'watermark' | 'server_time'> & { cursor: RunCursor; started_at: Date };

export const insertRun = (transaction: Database, { cursor, ...run }: NewRun): Promise<Run> =>
  transaction
    .insertInto('sync_runs')
    .values({ ...run, status: 'running', phase: 'connecting', heartbeat_at: now, cursor: JSON.stringify(cursor) })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Makes this process the owner of a run whose owner has died. */
export function takeOver(transaction: Database, run: Run, owner: string): Promise<Run> {
  const cursor: RunCursor = { since: null, ranges: null, ...run.cursor, owner, catchUp: true };
  return transaction
    .updateTable('sync_runs')
    .set({ cursor: JSON.stringify(cursor), heartbeat_at: now })
    .where('id', '=', run.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Changes to a run; counts are added to the current ones. */
export type RunChange = Partial<Pick<Run, 'phase' | 'watermark' | 'server_time'>> &
  Partial<Record<'expected' | 'fetched' | 'created' | 'updated' | 'deleted', number>> & { cursor?: RunCursor };

/** A run and the process that performs it. */
type Owned = { id: string; owner: string };

const updateOwned = (transaction: Database, { id, owner }: Owned) =>
  transaction
    .updateTable('sync_runs')
    .where('id', '=', id)
    .where('status', '=', 'running')
    .where(sql<string>`cursor ->> 'owner'`, '=', owner);

/**
 * Writes a step of a run and notifies all processes. Returns whether this owner still has the run, and whether it
 * should stop: an owner presumed dead must not overwrite its successor's progress.
 */
export async function saveProgress(
  transaction: Database,
  owned: Owned,
  change: RunChange,
): Promise<'go on' | 'stop' | 'lost'> {
  const { fetched = 0, created = 0, updated = 0, deleted = 0, expected = null, cursor, ...columns } = change;
  const saved = await updateOwned(transaction, owned)
    .set((set) => ({
      heartbeat_at: now,
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
    .returning('cancel_requested')
    .executeTakeFirst();
  if (saved === undefined) return 'lost';
  await notifyRunChanged(transaction, owned.id);
  return saved.cancel_requested ? 'stop' : 'go on';
}

export type RunEnd = {
  status: Exclude<SyncStatus, 'running'>;
  message: string | null;
  failed: number;
  finishedAt: Date;
};

/** Ends a run. An unsuccessful run keeps its cursor, so that the next one can resume; undefined if the run was lost. */
export async function endRun(
  transaction: Database,
  owned: Owned,
  { status, message, failed, finishedAt: finished_at }: RunEnd,
): Promise<Run | undefined> {
  const isThrough = status === 'complete' || status === 'partial';
  const ended = await updateOwned(transaction, owned)
    .set({ status, message, failed, finished_at, phase: 'ended', ...(isThrough ? { cursor: null } : {}) })
    .returningAll()
    .executeTakeFirst();
  if (ended !== undefined) await notifyRunChanged(transaction, owned.id);
  return ended;
}

/** Notifies all processes that a run changed; delivered when the transaction commits. */
export async function notifyRunChanged(transaction: Database, id: string): Promise<void> {
  await sql`select pg_notify('sync_runs', ${id})`.execute(transaction);
}
