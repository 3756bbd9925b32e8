import type { NetsuiteClient } from '@portal/netsuite/client/netsuite-client';
import type { Reader, RecordFailure, RecordSource, Selection } from '@portal/netsuite/source/record-source';
import { sql } from 'kysely';
import type { SyncScope } from '../../access/scope.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Logger } from '../../platform/log.ts';
import { releaseHeld } from './held-queries.ts';
import { removeRows, upsertRows } from './mirror-queries.ts';
import type { Mirror } from './mirrors.ts';
import type { Run } from './queries.ts';
import { forgetFailures, type RunChange, recordFailures, saveProgress } from './run-queries.ts';
import type { Semaphore } from './semaphore.ts';

/** One kind of record: where it is read, and where it is kept. */
export type SyncedKind<Row extends { readonly id: string }> = {
  source: RecordSource<Row>;
  mirror: Mirror<Row>;
};

/** Everything a run works with before the account's columns are known. */
export type RunBase<Row extends { readonly id: string }> = SyncedKind<Row> & {
  db: Database;
  clock: Clock;
  log: Logger;
  client: Pick<NetsuiteClient, 'serverTime'>;
  /** How many pages are read side by side. */
  concurrency: number;
  scope: SyncScope;
  run: Run;
  owner: string;
  /** Ended by a cancel, by the loss of the run, or by the process's end. */
  signal: AbortSignal;
  /** Ends the run from within. */
  stop: (reason: RunStopped) => void;
  /** Lets one transaction at a time write the run's progress. */
  mutex: Semaphore;
  /** Records that this run could not read. */
  failedIds: Set<string>;
};

/** Everything a run works with. */
export type RunContext<Row extends { readonly id: string }> = RunBase<Row> & { reader: Reader<Row> };

/** Why a run ends early. */
export class RunStopped extends Error {
  readonly because: 'cancelled' | 'lost' | 'closing';

  constructor(because: RunStopped['because']) {
    super(`the run was ${because}`);
    this.name = 'RunStopped';
    this.because = because;
  }
}

/** What came of reading some records: rows to upsert, ids that are deleted, records that could not be read. */
export type ReadResult<Row> = {
  rows: readonly Row[];
  deletedIds?: readonly string[];
  failures?: readonly RecordFailure[];
};

/**
 * Upserts what was read, in one transaction with the run's own progress. Rows of several pages may be written side by
 * side; the progress is written by one transaction at a time, so that `change` sees what has been written by then. Throws
 * when the run is to end.
 */
export async function upsertBatch<Row extends { readonly id: string }>(
  context: RunContext<Row>,
  { rows, deletedIds = [], failures = [] }: ReadResult<Row>,
  change: () => RunChange = () => ({}),
): Promise<void> {
  const { db, scope, mirror, clock, mutex } = context;
  let release = () => {};
  try {
    await db.transaction().execute(async (transaction) => {
      // A batch that a crash of the database undoes is read again; the end of the run is written durably.
      await sql`set local synchronous_commit = off`.execute(transaction);
      const { created, updated } = await upsertRows(scope, transaction, mirror, rows);
      await mirror.writeParts?.(transaction, rows, clock.now());
      const deleted = await removeRows(scope, transaction, mirror, deletedIds);
      await recordFailures(transaction, mirror.kind, failures, clock.now());
      const settled = [...rows.map(({ id }) => id), ...deletedIds];
      await forgetFailures(transaction, mirror.kind, settled);
      await releaseHeld(transaction, mirror.kind, settled);
      release = await mutex();
      await step(context, { ...change(), fetched: rows.length, created, updated, deleted }, transaction);
    });
  } finally {
    release();
  }
  for (const { id } of failures) context.failedIds.add(id);
}

/** Writes progress of the run. Throws RunStopped when the run is to end. */
export async function step<Row extends { readonly id: string }>(
  { db, run, owner, stop, signal }: RunBase<Row>,
  change: RunChange,
  transaction: Database = db,
): Promise<void> {
  const state = await saveProgress(transaction, { id: run.id, owner }, change);
  if (state === 'lost') stop(new RunStopped('lost'));
  // What has been read is still written; the next step does not begin.
  if (state === 'stop') stop(new RunStopped('cancelled'));
  if (state === 'lost') signal.throwIfAborted();
}

/** What a run reads, changed or not. */
export function selectionOf({ run, scope }: Pick<RunBase<{ id: string }>, 'run' | 'scope'>): Selection {
  const customerId = scope.records.kind === 'customer' ? scope.records.customerId : null;
  return { since: null, customerId, from: run.start_date, to: run.end_date };
}

export function daysOf({ run }: Pick<RunBase<{ id: string }>, 'run'>) {
  return { from: run.start_date, to: run.end_date };
}

/** Runs work over items, so many at a time. The first failure ends it. */
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
