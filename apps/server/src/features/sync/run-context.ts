import type { SyncKind } from '@portal/contract/sync';
import type { CallOptions } from '@portal/netsuite/client/transport';
import type { Opening } from '@portal/netsuite/source/openings';
import type { Reader, RecordSource } from '@portal/netsuite/source/record-kind';
import type { RecordFailure, Selection } from '@portal/netsuite/source/record-source';
import { sql } from 'kysely';
import type { SyncScope } from '../../access/scope.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Semaphore } from '../../platform/fair-semaphore.ts';
import type { Logger } from '../../platform/log.ts';
import { type MirrorPart, removeRows, upsertRows } from './mirror-queries.ts';
import type { Mirror, MirroredRow } from './mirrors.ts';
import { findOrdersOf, lockProgress, updateProgress } from './order-progress-queries.ts';
import type { Run } from './queries.ts';
import { type RunChange, saveProgress } from './run-queries.ts';
import { recordFailures, settleRecords } from './unresolved-queries.ts';

/** One kind of record, its source in NetSuite and its mirror. */
export type SyncedKind = { source: RecordSource<MirroredRow>; mirror: Mirror };

/** All kinds. */
export type SyncedKinds = Readonly<Record<SyncKind, SyncedKind>>;

/** Asks NetSuite for its clock and for what has changed, as each run does first. */
export type Openings = (run: OpenedRun, selection: Selection, call: CallOptions) => Promise<Opening>;
export type OpenedRun = Pick<RunBase, 'db' | 'clock' | 'run' | 'source'>;

/** Dependencies of a run before the account's columns are known. */
export type RunBase = SyncedKind & {
  db: Database;
  clock: Clock;
  log: Logger;
  openings: Openings;
  /** Number of pages read concurrently. */
  concurrency: number;
  scope: SyncScope;
  /** Days of tranDate that the run is limited to. */
  days: MirrorPart['days'];
  run: Run;
  owner: string;
  /** Aborted when the run is canceled or lost, or when the process shuts down. */
  signal: AbortSignal;
  /** Stops the run from within. */
  stop: (reason: RunStopped) => void;
  /** Serializes transactions that write the run's progress. */
  mutex: Semaphore;
  /** Records that this run could not read. */
  failedIds: Set<string>;
};

/** All dependencies of a run. */
export type RunContext = RunBase & { reader: Reader<MirroredRow> };

/** Reason why a run stops early. */
export class RunStopped extends Error {
  readonly because: 'cancelled' | 'lost' | 'closing';

  constructor(because: RunStopped['because']) {
    super(`the run was ${because}`);
    this.name = 'RunStopped';
    this.because = because;
  }
}

/** Result of a read: rows to upsert, ids that were deleted, and records that could not be read. */
export type ReadResult = {
  rows: readonly MirroredRow[];
  deletedIds?: readonly string[];
  failures?: readonly RecordFailure[];
};

/**
 * Upserts records in one transaction with the run's progress. Rows of several pages may be written concurrently;
 * progress is written by one transaction at a time, so that `change` sees everything written so far. Throws, and rolls
 * back, if the run was lost; `undo` then reverts `change` before that of another page sees it. If it was canceled, the batch
 * is committed and the signal is aborted.
 */
export async function upsertBatch(
  context: RunContext,
  result: ReadResult,
  change: () => RunChange = () => ({}),
  undo: () => void = () => {},
): Promise<void> {
  const { db, mutex } = context;
  let release = () => {};
  try {
    await db.transaction().execute(async (transaction) => {
      // A batch lost in a database crash is read again; the end of the run is committed durably.
      await sql`set local synchronous_commit = off`.execute(transaction);
      const written = await writeRecords(transaction, context, result);
      release = await mutex();
      await step(context, { ...change(), fetched: result.rows.length, ...written }, transaction);
    });
  } catch (error) {
    undo();
    throw error;
  } finally {
    release();
  }
  for (const { id } of result.failures ?? []) context.failedIds.add(id);
}

/** Upserts rows with their related data, removes deleted records and records failures. Returns what it changed. */
export async function writeRecords(
  transaction: Database,
  { scope, mirror, clock }: Pick<RunBase, 'scope' | 'mirror' | 'clock'>,
  { rows, deletedIds = [], failures = [] }: ReadResult,
): Promise<{ created: number; updated: number; deleted: number }> {
  await enableOrderEvents(transaction, mirror.kind, clock.now());
  const returned = rows.map(({ id }) => id);
  const settled = [...returned, ...deletedIds];
  if (mirror.progress !== undefined) await lockProgress(transaction, mirror.progress);
  const ordersBefore = await findOrdersOf(transaction, mirror, settled);
  const { created, updated } = await upsertRows(scope, transaction, mirror, rows);
  await mirror.writeParts?.(transaction, rows);
  const deleted = await removeRows(scope, transaction, mirror, deletedIds);
  await updateProgress(transaction, [...ordersBefore, ...(await findOrdersOf(transaction, mirror, settled))]);
  await recordFailures(transaction, mirror.kind, failures, clock.now());
  await settleRecords(transaction, mirror.kind, returned, deletedIds);
  return { created, updated, deleted };
}

/**
 * Enables the triggers of order_events (migration 0032), which record what this transaction changes. Until a kind has been read completely once,
 * its records are not news: nothing is recorded.
 */
async function enableOrderEvents(transaction: Database, kind: SyncKind, now: Date): Promise<void> {
  await sql`
    select set_config('portal.learned_at', ${now.toISOString()}, true) where exists (
      select from sync_runs
      where kind = ${kind} and status in ('complete', 'partial') and mode <> 'dates' and customer_id is null
    )`.execute(transaction);
}

/** Writes the run's progress. Throws RunStopped when the run should stop. */
export async function step(
  { db, run, owner, stop, signal }: RunBase,
  change: RunChange,
  transaction: Database = db,
): Promise<void> {
  const state = await saveProgress(transaction, { id: run.id, owner }, change);
  if (state === 'lost') stop(new RunStopped('lost'));
  // A canceled run only aborts the signal: this write is still committed, and the next read fails.
  if (state === 'stop') stop(new RunStopped('cancelled'));
  if (state === 'lost') signal.throwIfAborted();
}

/** Records for a run to read: those changed since, or all. */
export function selectionOf({ days, scope }: RunBase, since: string | null = null): Selection {
  const customerId = scope.records.kind === 'customer' ? scope.records.customerId : null;
  return { since: since === null ? null : new Date(since), customerId, ...days };
}

/** Processes items with limited concurrency. The first failure stops it. */
export async function eachAtOnce<Item>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values();
  const one = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, one));
}
