import type { NetsuiteClient } from '@portal/netsuite/client/netsuite-client';
import type { Fault, RecordSource, Selection } from '@portal/netsuite/source/record-source';
import { sql } from 'kysely';
import type { SyncScope } from '../../access/scope.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Logger } from '../../platform/log.ts';
import { landRows, removeRows } from './mirror-queries.ts';
import type { Mirror } from './mirrors.ts';
import type { Run } from './queries.ts';
import { forgetFailures, type RunChange, saveProgress, setAside } from './run-queries.ts';
import type { Slots } from './slots.ts';

/** One kind of record: where it is read, and where it lands. */
export type SyncedKind<Row extends { readonly id: string }> = {
  source: RecordSource<Row>;
  mirror: Mirror<Row>;
};

/** Everything a run works with. */
export type RunContext<Row extends { readonly id: string }> = SyncedKind<Row> & {
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
  /** One transaction at a time writes the run's step. */
  turn: Slots;
  /** Records set aside by this run. */
  setAsideIds: Set<string>;
};

/** Why a run ends before its time. */
export class RunStopped extends Error {
  readonly because: 'cancelled' | 'lost' | 'closing';

  constructor(because: RunStopped['because']) {
    super(`the run was ${because}`);
    this.name = 'RunStopped';
    this.because = because;
  }
}

/** What comes of records that were read: rows to land, ids that are gone, records that could not be read. */
export type Harvest<Row> = {
  rows: readonly Row[];
  gone?: readonly string[];
  faults?: readonly Fault[];
};

/**
 * Lands what was read, in one transaction with the run's own step. Rows of several pages may land side by side; the steps
 * take turns until their transactions have ended, so that `change` is told what has landed by then. Throws when the run
 * is to end.
 */
export async function land<Row extends { readonly id: string }>(
  context: RunContext<Row>,
  { rows, gone = [], faults = [] }: Harvest<Row>,
  change: () => RunChange = () => ({}),
): Promise<void> {
  const { db, scope, mirror, clock, turn } = context;
  let endTurn = () => {};
  try {
    await db.transaction().execute(async (transaction) => {
      // What a crash of the database takes back with a step is read again; the end of the run is written for good.
      await sql`set local synchronous_commit = off`.execute(transaction);
      const { created, updated } = await landRows(scope, transaction, mirror, rows);
      const deleted = await removeRows(scope, transaction, mirror, gone);
      await setAside(transaction, mirror.kind, faults, clock.now());
      await forgetFailures(transaction, mirror.kind, [...rows.map(({ id }) => id), ...gone]);
      endTurn = await turn();
      await step(context, { ...change(), fetched: rows.length, created, updated, deleted }, transaction);
    });
  } finally {
    endTurn();
  }
  for (const { id } of faults) context.setAsideIds.add(id);
}

/** Writes a step of the run. Throws RunStopped when the run is to end. */
export async function step<Row extends { readonly id: string }>(
  { db, run, owner, stop, signal }: RunContext<Row>,
  change: RunChange,
  transaction: Database = db,
): Promise<void> {
  const state = await saveProgress(transaction, { id: run.id, owner }, change);
  if (state === 'lost') stop(new RunStopped('lost'));
  // What has been read is still landed; the next step is not begun.
  if (state === 'stop') stop(new RunStopped('cancelled'));
  if (state === 'lost') signal.throwIfAborted();
}

/** What a run reads, changed or not. */
export function selectionOf({ run, scope }: Pick<RunContext<{ id: string }>, 'run' | 'scope'>): Selection {
  const customerId = scope.records.kind === 'customer' ? scope.records.customerId : null;
  return { since: null, customerId, from: run.start_date, to: run.end_date };
}

export function daysOf({ run }: Pick<RunContext<{ id: string }>, 'run'>) {
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
