import type { SyncKind } from '@portal/contract/sync';
import { type Selectable, sql } from 'kysely';
import { systemSyncScope } from '../../access/scope.ts';
import { transactionWithLock } from '../../platform/advisory-lock.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Tables } from '../../platform/tables.ts';
import { isOwnerAlive } from './events.ts';
import {
  findRun,
  findUnfinished,
  findWatermark,
  insertRun,
  isAlive,
  lockRunning,
  type Run,
  type RunCursor,
  requestOf,
  type SyncRequest,
  takeOver,
} from './queries.ts';
import { notifyRunChanged } from './run-queries.ts';

/** `perform`: this process performs the run. `wait`: the run is in progress in this or another process. */
export type Claim = {
  run: Run;
  to: 'perform' | 'wait';
  /** Whether the result of this run answers the request. */
  answers: boolean;
};

export type ClaimParts = {
  db: Database;
  clock: Clock;
  /** This process; see events.ts. */
  owner: string;
  /** Whether this process is working on a run. */
  isAtWork: (runId: string) => boolean;
};

/**
 * Finds the run that a request waits for. Joins the current run if it satisfies the request, takes over a run whose
 * process has died, and otherwise queues the request. If no run is in progress, starts the next run of the queue,
 * whoever requested it.
 */
export async function claimRun(parts: ClaimParts, waiting: WaitingRequest): Promise<Claim> {
  const { db, owner, isAtWork } = parts;
  const { id, request } = waiting;
  const { kind } = request;
  return transactionWithLock(db, `sync-claim ${kind}`, async (transaction): Promise<Claim> => {
    const assigned = await findAssignedRun(transaction, id);
    const own = assigned === null ? undefined : await findRun(systemSyncScope(), transaction, assigned);
    if (own !== undefined && own.status !== 'running') return { run: own, to: 'wait', answers: true };
    const running = await lockRunning(transaction, kind);
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
  const { id, request } = waiting;
  // The queue can be empty: it drops requests of a process that has lost the connection with its liveness lock.
  const next = (await mergeNextRequests(transaction, request.kind)) ?? { request, ids: [id] };
  const run = await beginRun(transaction, clock, owner, next.request);
  await assignRequests(transaction, next.ids, run.id);
  return { run, to: 'perform', answers: next.ids.includes(id) };
}

async function beginRun(transaction: Database, clock: Clock, owner: string, request: SyncRequest): Promise<Run> {
  const { kind, mode, customer_id: customerId } = request;
  const unfinished = await findUnfinished(transaction, request);
  const cursor: RunCursor = { owner, since: null, ranges: null, catchUp: false };
  const going = unfinished?.cursor?.ranges ? { ...cursor, ...unfinished.cursor, owner, catchUp: true } : cursor;
  const run = await insertRun(transaction, {
    ...request,
    watermark: mode === 'dates' ? null : await findWatermark(transaction, kind, customerId),
    server_time: going.catchUp ? (unfinished?.server_time ?? null) : null,
    cursor: going,
    started_at: clock.now(),
  });
  await notifyRunChanged(transaction, run.id);
  return run;
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

type Row = Selectable<Tables['sync_requests']> & SyncRequest;

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

/** The run that serves a request; null while it waits or if it is not queued. */
async function findAssignedRun(transaction: Database, id: string): Promise<string | null> {
  const found = await transaction.selectFrom('sync_requests').select('run_id').where('id', '=', id).executeTakeFirst();
  return found?.run_id ?? null;
}

/**
 * The next request to serve, merged with equivalent ones. Drops requests of processes that have died; scheduled runs go
 * first, then the longest-waiting request. Undefined if the queue is empty.
 */
async function mergeNextRequests(
  transaction: Database,
  kind: SyncKind,
): Promise<{ request: SyncRequest; ids: string[] } | undefined> {
  await sql`
    delete from sync_requests
    where kind = ${kind} and not ${isOwnerAlive(sql.ref('sync_requests.owner'))}`.execute(transaction);
  const waiting = (await transaction
    .selectFrom('sync_requests')
    .selectAll()
    .where('kind', '=', kind)
    .where('run_id', 'is', null)
    .orderBy('scheduled', 'desc')
    .orderBy('requested_at')
    .orderBy('id')
    .execute()) as Row[];
  const [first] = waiting;
  if (first === undefined) return undefined;
  const alike = waiting.filter((row) => row.customer_id === first.customer_id && isOfDates(row) === isOfDates(first));
  return { request: mergeRequests(first, alike), ids: alike.map(({ id }) => id) };
}

/** Records which run serves these requests. */
async function assignRequests(transaction: Database, ids: readonly string[], runId: string): Promise<void> {
  await sql`update sync_requests set run_id = ${runId} where id = any(${ids}::uuid[])`.execute(transaction);
}

/** Merges requests into one that satisfies all of them, from the earliest to the latest day. */
function mergeRequests(first: Row, rows: readonly Row[]): SyncRequest {
  const froms = rows.map((row) => row.start_date);
  const tos = rows.map((row) => row.end_date);
  return {
    ...requestOf(first),
    mode: rows.some(({ mode }) => mode === 'nightly') ? 'nightly' : first.mode,
    start_date: froms.includes(null) ? null : (froms.toSorted()[0] ?? null),
    end_date: tos.includes(null) ? null : (tos.toSorted().at(-1) ?? null),
    requested_by: rows.find((row) => row.requested_by !== null)?.requested_by ?? null,
  };
}

function isOfDates({ mode }: Row): boolean {
  return mode === 'dates';
}
