import { NetsuiteError } from '@portal/netsuite/client/netsuite-error';
import { sql } from 'kysely';
import { minuteMs, secondMs } from '../../platform/clock.ts';
import { isConnectionLoss } from '../../platform/database-errors.ts';
import { forgetColumns, probeAccount, rememberedColumns } from './account-columns.ts';
import { checkMirror } from './check-mirror.ts';
import { lookUpNames, rememberNames, storeNames } from './names.ts';
import { overlapOf, sinceOf } from './openings.ts';
import { findLastServerTime } from './queries.ts';
import { readById } from './read-by-id.ts';
import { initialRanges, readChanged } from './read-changed.ts';
import { recordRunEnd } from './run-activity.ts';
import { type RunBase, type RunContext, RunStopped, selectionOf, step } from './run-context.ts';
import { endRun, type RunEnd, saveProgress } from './run-queries.ts';
import { findHeldDeletions, listFailedIds } from './unresolved-queries.ts';

const HEARTBEAT_MS = 5 * secondMs;
/** Attempts for each of the first requests of a run: few, so that callers soon know if NetSuite is unavailable. */
const FIRST_ATTEMPTS = 5;

/**
 * Performs a run from its current state to its end, and records the outcome. If the database or this process is lost,
 * the run stays `running` so that another process can resume it.
 */
export async function performRun(base: RunBase): Promise<void> {
  const stopHeartbeat = startHeartbeat(base);
  const ending = new AbortController();
  const context = { ...base, signal: AbortSignal.any([base.signal, ending.signal]) };
  try {
    const { difference, notes, hidden } = await readAll(context);
    const { failed, unresolved } = await findUnresolved(context);
    const missing = [difference ?? unresolved ?? [], ...notes].flat();
    const message = [...missing, hidden].join(' ').trim() || null;
    await end(context, { status: missing.length === 0 ? 'complete' : 'partial', failed, message });
  } catch (error) {
    // Other requests of the run would otherwise be retried after its end. They must not take this error for NetSuite's
    // answer to themselves.
    ending.abort(new Error('The sync has failed.', { cause: error }));
    await endEarly(base, error);
  } finally {
    stopHeartbeat();
  }
}

/** Returns what still differs from NetSuite, null if nothing does; notes of what it hides; and the columns it does not show. */
async function readAll(base: RunBase): Promise<{ difference: string | null; notes: Set<string>; hidden: string }> {
  const { run, source, openings, signal, owner } = base;
  const cursorAtStart = run.cursor ?? { owner, since: null, ranges: null, catchUp: false };
  // A resumed run keeps its selection of records.
  const since = cursorAtStart.ranges === null ? (sinceOf(run)?.toISOString() ?? null) : cursorAtStart.since;
  await step(base, { phase: 'counting', watermark: since });
  const selection = selectionOf(base, since);
  const remembered = await rememberedColumns(base);
  const { serverTime, summary, ...opening } = await openings(base, selection, { signal, attempts: FIRST_ATTEMPTS });
  // NetSuite's clock was ahead at the last sync: changes since an earlier one are read.
  const latest = new Date(serverTime.getTime() + minuteMs);
  if (since !== null && cursorAtStart.ranges === null && Date.parse(run.watermark ?? '') > latest.getTime()) {
    const watermark = await findLastServerTime(base.db, run, latest);
    return readAll({ ...base, run: { ...run, watermark } });
  }
  const startedAtServer = run.server_time === null ? serverTime : new Date(run.server_time);
  await step(base, { server_time: startedAtServer.toISOString(), expected: summary.changed });
  const isOfOrders = base.mirror.kind === 'orders' && selection.customerId === null;
  const outdated = isOfOrders ? await base.db.selectFrom('outdated_orders').selectAll().execute() : [];
  const changedByLines = opening.changedByLines ?? [...new Set(outdated.map(({ order_id }) => order_id))];
  const hasWork =
    summary.changed > 0 || changedByLines.length > 0 || cursorAtStart.ranges !== null || run.mode === 'nightly';
  // A run of some records must not store changed columns: the other records would stay unread.
  const isUnlimited = selection.customerId === null && run.mode !== 'dates';
  const isFirstRead = since === null && isUnlimited && cursorAtStart.ranges === null;
  const probed = hasWork || remembered === undefined ? await probeAccount(base, isFirstRead) : undefined;
  const columns = probed?.columns ?? remembered ?? new Set();
  const context: RunContext = { ...base, reader: source.open(columns, rememberNames(base.db)) };
  const lost = probed?.lost ?? cursorAtStart.lost ?? [];
  if (opening.changedByLines === null && lost.length === 0 && remembered?.has('transactionline.linelastmodifieddate'))
    context.reader.notes.add('NetSuite does not list changed lines, which are found within 7 nights.');
  if (probed?.remember && isUnlimited) await readSince(context, null, { lost, onBegin: probed.remember });
  else {
    if (probed?.remember) await forgetColumns(base);
    await readChanged(context, selection, summary, { ...cursorAtStart, owner, since });
    await readById(context, changedByLines);
    const notes = outdated.map(({ note }) => note);
    await sql`delete from outdated_orders where note = any(${notes}::bigint[])`.execute(base.db);
  }
  if (cursorAtStart.catchUp) {
    const interruptedAt = (run.mode === 'nightly' ? run.watermark : null) ?? startedAtServer.toISOString();
    const interruptedAfter = new Date(Date.parse(interruptedAt) - overlapOf(run)).toISOString();
    await readSince(context, interruptedAfter, { lost, catchUpAfter: summary.changed });
  }
  const failedEarlier = new Set(await listFailedIds(base.scope, base.db, base.mirror.kind));
  await readById(context, [...failedEarlier.difference(context.failedIds)]);
  if (run.mode === 'nightly') await lookUpNames(context);
  const isThorough = run.mode === 'nightly' || cursorAtStart.catchUp;
  const difference = await checkMirror(context, summary, run.mode === 'dates' ? null : selection.since, isThorough);
  await base.db.transaction().execute((transaction) => storeNames(transaction, context.reader.names()));
  if (lost.length > 0)
    context.reader.notes.add(`NetSuite no longer shows ${lost.join(', ')}, which the portal read before.`);
  // Syncs between those that read everything or run at night may be a customer's, who can do nothing about the role.
  const isWhole = isUnlimited && (isThorough || since === null || probed?.remember !== undefined);
  const absent = source.candidates.filter((each) => run.mode === 'nightly' && !columns.has(each)).join(', ');
  const hidden = absent && `NetSuite does not show ${absent}, which are empty here or read from elsewhere.`;
  return { difference, notes: isWhole ? context.reader.notes : new Set(), hidden };
}

/**
 * Counts and reads the records changed since: all if the account's columns differ from those of the mirror, or those
 * changed while the run was interrupted, after `catchUpAfter` others. If the run is interrupted again once `onBegin` was
 * called, the next one reads the rest.
 */
async function readSince(
  context: RunContext,
  since: string | null,
  { lost, catchUpAfter, onBegin }: { lost: string[]; catchUpAfter?: number; onBegin?: () => Promise<unknown> },
): Promise<void> {
  const { source, reader, concurrency, owner, signal } = context;
  const selection = selectionOf(context, since);
  const summary = await source.summarizeChanges(selection, { signal });
  const ranges = initialRanges(summary, reader.pageSize, concurrency);
  const cursor = { owner, since, ranges, catchUp: catchUpAfter !== undefined, lost };
  const watermark = catchUpAfter === undefined ? { watermark: since } : {};
  await step(context, { expected: (catchUpAfter ?? 0) + summary.changed, cursor, ...watermark });
  await onBegin?.();
  await readChanged(context, selection, summary, cursor);
}

/** Number of failed records, and what is left to be done about them or about deletions held by earlier runs. */
async function findUnresolved({ db, scope, mirror: { kind }, failedIds }: RunBase) {
  const isOfAll = scope.records.kind === 'all';
  const failed = isOfAll ? (await listFailedIds(scope, db, kind)).length : failedIds.size;
  const records = failed === 1 ? `One ${kind.slice(0, -1)}` : `${failed} ${kind}`;
  const again = failed === 1 ? 'is tried again' : 'are tried again';
  if (failed > 0) {
    return { failed, unresolved: `${records} could not be read from NetSuite and ${again} at the next sync.` };
  }
  const held = isOfAll ? (await findHeldDeletions(db)).find((each) => each.kind === kind && !each.isKept) : undefined;
  const decision = `${kind} that NetSuite no longer returns wait for an administrator to confirm their deletion.`;
  return { failed, unresolved: held === undefined ? null : `${held.records} ${decision}` };
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
