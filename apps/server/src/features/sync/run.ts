import type { SyncKind } from '@portal/contract/sync';
import { NetsuiteError } from '@portal/netsuite/client/netsuite-error';
import type { Selection } from '@portal/netsuite/source/record-source';
import { secondMs } from '../../platform/clock.ts';
import { isConnectionLoss } from '../../platform/database-errors.ts';
import { probeAccount, rememberedColumns } from './account-columns.ts';
import { checkMirror } from './check-mirror.ts';
import { findHeldDeletions } from './held-queries.ts';
import { updateNames } from './names.ts';
import { overlapOf, sinceOf } from './openings.ts';
import type { RunCursor } from './queries.ts';
import { readById } from './read-by-id.ts';
import { initialRanges, readChanged } from './read-changed.ts';
import { recordRunEnd } from './run-activity.ts';
import { type RunBase, type RunContext, RunStopped, selectionOf, step } from './run-context.ts';
import { endRun, listFailures, type RunEnd, saveProgress } from './run-queries.ts';

const HEARTBEAT_MS = 5 * secondMs;
/** Attempts for each of the first requests of a run: few, so that callers soon know if NetSuite is unavailable. */
const ATTEMPTS_TO_CONNECT = 5;

/**
 * Performs a run from its current state to its end, and records the outcome. If the database or this process is lost,
 * the run stays `running` so that another process can resume it.
 */
export async function performRun(base: RunBase): Promise<void> {
  const stopHeartbeat = startHeartbeat(base);
  const ending = new AbortController();
  const context = { ...base, signal: AbortSignal.any([base.signal, ending.signal]) };
  try {
    const difference = await readAll(context);
    const failed = await countFailed(context);
    const message = difference ?? failedMessage(context, failed) ?? (await heldMessage(context));
    await end(context, { status: message === null ? 'complete' : 'partial', failed, message });
  } catch (error) {
    // Other requests of the run would otherwise be retried after its end. They must not take this error for NetSuite's
    // answer to themselves.
    ending.abort(new Error('The sync has failed.', { cause: error }));
    await endEarly(base, error);
  } finally {
    stopHeartbeat();
  }
}

/** Returns a description of the remaining differences from NetSuite; null if there are none. */
async function readAll(base: RunBase): Promise<string | null> {
  const { run, source, openings, signal, owner } = base;
  const fullSelection = selectionOf(base);
  const cursorAtStart = run.cursor ?? { owner, since: null, ranges: null, catchUp: false };
  // A resumed run keeps its selection of records.
  const since = cursorAtStart.ranges === null ? (sinceOf(run)?.toISOString() ?? null) : cursorAtStart.since;
  await step(base, { phase: 'counting', watermark: since });
  const changedSelection: Selection = { ...fullSelection, since: toDate(since) };
  const remembered = await rememberedColumns(base);
  const call = { signal, attempts: ATTEMPTS_TO_CONNECT };
  const { serverTime, summary, changedByLines } = await openings(base, changedSelection, call);
  const startedAtServer = run.server_time === null ? serverTime : new Date(run.server_time);
  await step(base, { server_time: startedAtServer.toISOString(), expected: summary.changed });
  const hasWork =
    summary.changed > 0 || changedByLines.length > 0 || cursorAtStart.ranges !== null || run.mode === 'nightly';
  const probed = hasWork || remembered === undefined ? await probeAccount(base, since === null) : undefined;
  const context: RunContext = { ...base, reader: source.open(probed?.columns ?? remembered ?? new Set()) };
  const cursor: RunCursor = { ...cursorAtStart, owner, since };
  // A run of some records leaves the other columns to the next run of all.
  const isUnlimited = fullSelection.customerId === null && run.mode !== 'dates';
  if (probed?.hasChanged && isUnlimited) await readAnew(context, probed.remember);
  else {
    await readChanged(context, changedSelection, summary, cursor);
    await readById(context, changedByLines);
  }
  if (cursorAtStart.catchUp)
    await catchUp(context, new Date(startedAtServer.getTime() - overlapOf(run)), summary.changed);
  await retryFailed(context);
  await updateNames(context);
  return checkMirror(context, {
    summary,
    deletedSince: run.mode === 'dates' ? null : toDate(since),
    thorough: run.mode === 'nightly' || cursorAtStart.catchUp,
  });
}

/** Reads all records, since the account's columns differ from those of the mirror. */
async function readAnew(context: RunContext, rememberColumns: () => Promise<void>): Promise<void> {
  const { source, reader, concurrency, owner, signal } = context;
  const selection = selectionOf(context);
  const summary = await source.summarizeChanges(selection, { signal });
  const ranges = initialRanges(summary, reader.pageSize, concurrency);
  const cursor = { owner, since: null, ranges, catchUp: false };
  // If the run is interrupted from here on, the next one reads the rest.
  await step(context, { expected: summary.changed, watermark: null, cursor });
  await rememberColumns();
  await readChanged(context, selection, summary, cursor);
}

/** Reads changes made while the run was interrupted. */
async function catchUp(context: RunContext, since: Date, expected: number): Promise<void> {
  const { source, signal, owner } = context;
  const selection = { ...selectionOf(context), since };
  const summary = await source.summarizeChanges(selection, { signal });
  await step(context, { expected: expected + summary.changed });
  const cursor = { owner, since: since.toISOString(), ranges: null, catchUp: true };
  await readChanged(context, selection, summary, cursor);
}

function toDate(instant: string | null): Date | null {
  return instant === null ? null : new Date(instant);
}

/** Retries records that failed in earlier runs. Their customer is unknown, so a run of one customer skips them. */
async function retryFailed(context: RunContext): Promise<void> {
  const { db, scope, mirror, failedIds } = context;
  if (scope.records.kind !== 'all') return;
  const ids = (await listFailures(db, mirror.kind)).map(({ id }) => id);
  await readById(
    context,
    ids.filter((id) => !failedIds.has(id)),
  );
}

async function countFailed(context: RunBase): Promise<number> {
  if (context.scope.records.kind !== 'all') return context.failedIds.size;
  return (await listFailures(context.db, context.mirror.kind)).length;
}

function failedMessage({ mirror }: { mirror: { kind: SyncKind } }, failed: number): string | null {
  if (failed === 0) return null;
  const records = mirror.kind.slice(0, -1);
  return failed === 1
    ? `One ${records} could not be read from NetSuite and is tried again at the next sync.`
    : `${failed} ${records}s could not be read from NetSuite and are tried again at the next sync.`;
}

/** Deletions held by earlier runs. They concern all customers, so a run of one customer does not mention them. */
async function heldMessage(context: RunBase): Promise<string | null> {
  const { db, scope, mirror } = context;
  if (scope.records.kind !== 'all') return null;
  const held = (await findHeldDeletions(db)).find(({ kind }) => kind === mirror.kind);
  if (held === undefined) return null;
  return `${held.records} ${mirror.kind} that NetSuite no longer returns wait for an administrator to confirm their deletion.`;
}

async function endEarly(context: RunBase, error: unknown): Promise<void> {
  const { signal, log, run } = context;
  const reason = signal.reason instanceof RunStopped ? signal.reason : undefined;
  if (reason?.because === 'cancelled') {
    return end(context, { status: 'cancelled', failed: context.failedIds.size, message: 'Stopped on request.' });
  }
  if (reason !== undefined || isConnectionLoss(error)) throw reason ?? error;
  log.error({ err: error, run: run.id }, 'sync run failed');
  const message = error instanceof NetsuiteError ? error.message : 'Something went wrong on our side.';
  await end(context, { status: 'failed', failed: context.failedIds.size, message });
}

async function end({ db, clock, run, owner }: RunBase, outcome: Omit<RunEnd, 'finishedAt'>): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const ended = await endRun(transaction, { id: run.id, owner }, { ...outcome, finishedAt: clock.now() });
    if (ended !== undefined) await recordRunEnd(transaction, ended, clock.now());
  });
}

/** Sends heartbeats, and detects cancellation or loss of the run, while pages are being read. */
function startHeartbeat({ db, run, owner, stop, log }: RunBase): () => void {
  const timer = setInterval(async () => {
    try {
      const state = await saveProgress(db, { id: run.id, owner }, {});
      if (state !== 'go on') stop(new RunStopped(state === 'lost' ? 'lost' : 'cancelled'));
    } catch (error) {
      log.warn({ err: error }, 'the heartbeat of a sync run failed');
    }
  }, HEARTBEAT_MS);
  timer.unref();
  return () => clearInterval(timer);
}
