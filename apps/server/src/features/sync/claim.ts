import type { SyncKind } from '@portal/contract/sync';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import {
  findRunning,
  findUnfinished,
  findWatermark,
  insertRun,
  isAlive,
  type Run,
  type RunCursor,
  type RunMode,
  takeOver,
  takeTurnToClaim,
} from './queries.ts';
import { tellOf } from './run-queries.ts';

/** What somebody wants read. */
export type SyncRequest = {
  kind: SyncKind;
  mode: RunMode;
  /** Only this customer's records. */
  customerId: string | null;
  from: string | null;
  to: string | null;
  requestedBy: string | null;
};

/** `perform`: the run is this process's to do. `wait`: it is under way, here or elsewhere. */
export type Claim = { run: Run; to: 'perform' | 'wait' };

export type ClaimParts = {
  db: Database;
  clock: Clock;
  /** This process; see run-events.ts. */
  owner: string;
  /** Whether this process is at work on a run. */
  isAtWork: (runId: string) => boolean;
};

/** Begins a run, takes over one whose process is gone, or finds the one that is under way. */
export async function claimRun({ db, clock, owner, isAtWork }: ClaimParts, request: SyncRequest): Promise<Claim> {
  return db.transaction().execute(async (transaction): Promise<Claim> => {
    await takeTurnToClaim(transaction, request.kind);
    const running = await findRunning(transaction, request.kind);
    if (running === undefined) return { run: await beginRun(transaction, clock, owner, request), to: 'perform' };
    const isOurs = running.cursor?.owner === owner;
    if (isOurs ? isAtWork(running.id) : await isAlive(transaction, running)) return { run: running, to: 'wait' };
    const taken = await takeOver(transaction, running, owner);
    await tellOf(transaction, taken.id);
    return { run: taken, to: 'perform' };
  });
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
  await tellOf(transaction, run.id);
  return run;
}

/** Whether a run under way does what is asked, so that one can join it instead of waiting for one's own. */
export function covers(run: Run, request: SyncRequest): boolean {
  if (run.cancel_requested || run.customer_id !== request.customerId) return false;
  if (request.mode === 'dates') {
    if (run.mode === 'dates') return run.start_date === request.from && run.end_date === request.to;
    return run.watermark === null;
  }
  return run.mode === request.mode || (request.mode === 'incremental' && run.mode === 'nightly');
}
