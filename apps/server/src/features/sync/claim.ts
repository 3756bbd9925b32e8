import type { SyncKind } from '@portal/contract/sync';
import { sql } from 'kysely';
import { systemSyncScope } from '../../access/scope.ts';
import { transactionWithLock } from '../../platform/advisory-lock.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { isOwnerAlive } from '../../platform/events.ts';
import type { RunCursor } from '../../platform/tables.ts';
import { findLastServerTime, findRun, findUnfinished, type Run, runningRun, type SyncRequest } from './queries.ts';
import { insertRun, isAlive, notifyRunChanged, takeOver } from './run-queries.ts';

/** `perform`: this process performs the run. `wait`: the run is in progress in this or another process, or has ended. */
export type Claim = {
  run: Run;
  to: 'perform' | 'wait';
  /** Whether the result of this run answers the request. */
  answers: boolean;
};

export type ClaimParts = {
  db: Database;
  clock: Clock;
  /** This process; see platform/events.ts. */
  owner: string;
  /** Whether this process is working on a run. */
  isAtWork: (runId: string) => boolean;
};

/**
 * Finds the run that a request waits for. Joins the current run if it satisfies the request, takes over a run whose
 * process has died, and otherwise queues the request. If no run is in progress, starts the next run of the queue,
 * also if it is for another caller.
 */
export async function claimRun(parts: ClaimParts, waiting: WaitingRequest): Promise<Claim> {
  const { db, owner, isAtWork } = parts;
  const { id, request } = waiting;
  return transactionWithLock(db, `sync-claim ${request.kind}`, async (transaction): Promise<Claim> => {
    const queued = transaction.selectFrom('sync_requests').select('run_id').where('id', '=', id);
    const assigned = (await queued.executeTakeFirst())?.run_id ?? null;
    const own = assigned === null ? undefined : await findRun(systemSyncScope(), transaction, assigned);
    // Another caller's claim may have started the run that serves this request, and the run may have ended since.
    if (own !== undefined && own.status !== 'running') return { run: own, to: 'wait', answers: true };
    const running = await runningRun(transaction, request.kind).forUpdate().executeTakeFirst();
    if (running === undefined) {
      await enqueueRequest(transaction, waiting, owner);
      return beginNext(transaction, parts, waiting);
    }
    const answers = own?.id === running.id || satisfies(running, request);
    if (!answers) await enqueueRequest(transaction, waiting, owner);
    const isUnderWay = running.cursor?.owner === owner ? isAtWork(running.id) : await isAlive(transaction, running);
    if (isUnderWay) return { run: running, to: 'wait', answers };
    const taken = await takeOver(transaction, running, owner);
    await notifyRunChanged(transaction, taken.id);
    return { run: taken, to: 'perform', answers };
  });
}

async function beginNext(transaction: Database, { clock, owner }: ClaimParts, waiting: WaitingRequest): Promise<Claim> {
  const { id, request: own } = waiting;
  // The queue can be empty: it drops requests of a process that has lost the connection with its liveness lock.
  const merged = await mergeNextRequests(transaction, own.kind);
  const { ids, isMixed, ...request } = merged ?? { ...own, ids: [id], isMixed: false };
  // One for changes and for days reads everything of its customer.
  const unfinished = isMixed ? undefined : await findUnfinished(transaction, request);
  const catchUp = unfinished !== undefined;
  const cursor: RunCursor = { since: null, ranges: null, ...unfinished?.cursor, owner, catchUp };
  const run = await insertRun(transaction, {
    ...request,
    watermark: isMixed || request.mode === 'dates' ? null : await findLastServerTime(transaction, request),
    server_time: cursor.catchUp ? (unfinished?.server_time ?? null) : null,
    cursor,
    started_at: clock.now(),
  });
  await sql`update sync_requests set run_id = ${run.id} where id = any(${ids}::uuid[])`.execute(transaction);
  await notifyRunChanged(transaction, run.id);
  return { run, to: 'perform', answers: ids.includes(id) };
}

/** Whether the current run satisfies the request, so that the caller can join it instead of waiting for another run. */
function satisfies(run: Run, request: SyncRequest): boolean {
  if (run.cancel_requested || run.customer_id !== request.customer_id) return false;
  if (request.mode === 'dates') return run.mode === 'dates' ? includesDays(run, request) : run.watermark === null;
  return run.mode === request.mode || (request.mode === 'incremental' && run.mode === 'nightly');
}

function includesDays(
  { start_date: start, end_date: end }: Run,
  { start_date: from, end_date: to }: SyncRequest,
): boolean {
  return (start === null || (from !== null && start <= from)) && (end === null || (to !== null && end >= to));
}

/** A caller's request with a unique id. */
export type WaitingRequest = { id: string; request: SyncRequest };

/** Adds a request to the queue; does nothing if it is already queued. */
export async function enqueueRequest(
  transaction: Database,
  { id, request }: WaitingRequest,
  owner: string,
): Promise<void> {
  await transaction
    .insertInto('sync_requests')
    .values({ id, ...request, scheduled: request.requested_by === null, owner })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Removes a request whose caller has its answer or has disconnected. */
export async function removeRequest(db: Database, id: string): Promise<void> {
  await db.deleteFrom('sync_requests').where('id', '=', id).execute();
}

type MergedRequest = SyncRequest & { ids: string[]; isMixed: boolean };

/**
 * The next request to serve, merged with the others of its customer: for all their days, of everything if only some have days
 * (`isMixed`), and nightly if one is. For all customers together, requests with days stay apart, since everything would be the
 * whole history. Drops requests of processes that have died. Scheduled runs go first, then the longest-waiting request.
 */
async function mergeNextRequests(transaction: Database, kind: SyncKind): Promise<MergedRequest | undefined> {
  await sql`
    delete from sync_requests
    where kind = ${kind} and not ${isOwnerAlive(sql.ref('sync_requests.owner'))}`.execute(transaction);
  const { rows } = await sql<MergedRequest>`
    with waiting as (
      select *, row_number() over (order by scheduled desc, requested_at, id) as place
      from sync_requests where kind = ${kind} and run_id is null
    ), first as (
      select mode, customer_id from waiting where place = 1
    )
    select ${kind} as kind,
      case when bool_or(w.mode = 'nightly') then 'nightly' when bool_and(w.mode = 'dates') then 'dates' else 'incremental' end
        as mode, count(distinct w.mode = 'dates') > 1 as "isMixed", first.customer_id,
      case when bool_and(start_date is not null) then min(start_date) end as start_date,
      case when bool_and(end_date is not null) then max(end_date) end as end_date,
      (array_agg(requested_by order by place) filter (where requested_by is not null))[1] as requested_by,
      array_agg(id) as ids
    from first join waiting w
      on w.customer_id = first.customer_id
        or (w.customer_id is null and first.customer_id is null and (w.mode = 'dates') = (first.mode = 'dates'))
    group by first.customer_id`.execute(transaction);
  return rows[0];
}
