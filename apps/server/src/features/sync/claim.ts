import { systemSyncScope } from '../../access/scope.ts';
import { transactionWithLock } from '../../platform/advisory-lock.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import {
  findRun,
  findUnfinished,
  findWatermark,
  insertRun,
  isAlive,
  lockRunning,
  type Run,
  type RunCursor,
  takeOver,
} from './queries.ts';
import {
  assignRequests,
  enqueueRequest,
  findAssignedRun,
  mergeNextRequests,
  type SyncRequest,
  type WaitingRequest,
} from './request-queue.ts';
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
  const { kind, mode, customerId, from, to, requestedBy } = request;
  const unfinished = await findUnfinished(transaction, request);
  const cursor: RunCursor = { owner, since: null, ranges: null, catchUp: false };
  const going = unfinished?.cursor?.ranges ? { ...cursor, ...unfinished.cursor, owner, catchUp: true } : cursor;
  const run = await insertRun(transaction, {
    kind,
    mode,
    customerId,
    requestedBy,
    from,
    to,
    watermark: mode === 'dates' ? null : await findWatermark(transaction, kind, customerId),
    serverTime: going.catchUp ? (unfinished?.server_time ?? null) : null,
    cursor: going,
    startedAt: clock.now(),
  });
  await notifyRunChanged(transaction, run.id);
  return run;
}

/** Whether the current run satisfies the request, so that the caller can join it instead of waiting for another run. */
function satisfies(run: Run, request: SyncRequest): boolean {
  if (run.cancel_requested || run.customer_id !== request.customerId) return false;
  if (request.mode === 'dates') return run.mode === 'dates' ? includesDays(run, request) : run.watermark === null;
  return run.mode === request.mode || (request.mode === 'incremental' && run.mode === 'nightly');
}

function includesDays(run: Run, { from, to }: SyncRequest): boolean {
  const { start_date: start, end_date: end } = run;
  return (start === null || (from !== null && start <= from)) && (end === null || (to !== null && end >= to));
}
