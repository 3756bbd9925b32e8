import type { SyncKind } from '@portal/contract/sync';
import { NetsuiteError } from '@portal/netsuite/client/netsuite-error';
import type { Selection } from '@portal/netsuite/source/record-source';
import { minuteMs, secondMs } from '../../platform/clock.ts';
import { isConnectionLoss } from '../../platform/database-errors.ts';
import { checkMirror } from './check-mirror.ts';
import type { Run, RunCursor } from './queries.ts';
import { readAlone } from './read-alone.ts';
import { readChanged } from './read-changed.ts';
import { recordRunEnd } from './run-activity.ts';
import { eachAtOnce, land, type RunContext, RunStopped, selectionOf, step } from './run-context.ts';
import { endRun, listFailures, type RunEnd, saveProgress } from './run-queries.ts';

/** Changes are read again so far back, for clocks of whole seconds and changes that were not visible yet. */
const overlap = 2 * minuteMs;
const heartbeat = 5 * secondMs;
/** The first question of a run: whoever waits for it is told soon when NetSuite is away. */
const attemptsToConnect = 5;

/**
 * Does a run from where it stands to its end, which it writes. Leaves the run as it is, for another process or a later
 * start to go on with, when the database or this process goes away.
 */
export async function performRun<Row extends { readonly id: string }>(context: RunContext<Row>): Promise<void> {
  const stopBeating = beat(context);
  try {
    const difference = await readAll(context);
    const failed = await countSetAside(context);
    const status = failed > 0 || difference !== null ? 'partial' : 'complete';
    await end(context, { status, failed, message: difference ?? setAsideMessage(context, failed) });
  } catch (error) {
    await endEarly(context, error);
  } finally {
    stopBeating();
  }
}

async function readAll<Row extends { readonly id: string }>(context: RunContext<Row>): Promise<string | null> {
  const { run, source, client, signal, owner } = context;
  const whole = selectionOf(context);
  const known = run.cursor ?? { owner, since: null, ranges: null, catchUp: false };
  // A run that goes on from an earlier one keeps that one's choice of records.
  const since = known.ranges === null ? firstSince(context) : known.since;
  const first: Selection = { ...whole, since: toDate(since) };
  await step(context, { phase: 'counting', watermark: since });
  // Side by side: the overlap covers the moment between them.
  const [serverTime, survey] = await Promise.all([
    client.serverTime({ signal, attempts: attemptsToConnect }),
    source.survey(first, { signal, attempts: attemptsToConnect }),
    since === null ? source.prepare({ signal }) : undefined,
  ]);
  const begun = run.server_time === null ? serverTime : new Date(run.server_time);
  const expected = survey.changed;
  await step(context, { serverTime: begun.toISOString(), expected });
  const cursor: RunCursor = { ...known, owner, since };
  if (survey.changed > 0) await readChanged(context, first, survey, serverTime, cursor);
  if (known.catchUp) await catchUp(context, whole, begun, expected);
  await retrySetAside(context);
  return checkMirror(context, {
    selection: whole,
    survey,
    serverTime,
    deletedSince: run.mode === 'dates' ? null : toDate(since),
    thorough: run.mode === 'nightly' || known.catchUp,
  });
}

/** What changed while the run lay still. */
async function catchUp<Row extends { readonly id: string }>(
  context: RunContext<Row>,
  whole: Selection,
  begun: Date,
  expected: number,
): Promise<void> {
  const { source, client, signal, owner } = context;
  const since = new Date(begun.getTime() - overlap);
  const selection = { ...whole, since };
  const serverTime = await client.serverTime({ signal });
  const survey = await source.survey(selection, { signal });
  await step(context, { expected: expected + survey.changed });
  const cursor = { owner, since: since.toISOString(), ranges: null, catchUp: true };
  if (survey.changed > 0) await readChanged(context, selection, survey, serverTime, cursor);
}

/** Balances move without the customer's date moving: each night customers are read in full. */
function firstSince({ run, mirror }: { run: Run; mirror: { kind: SyncKind } }): string | null {
  if (run.watermark === null || run.mode === 'dates') return null;
  if (run.mode === 'nightly' && mirror.kind === 'customers') return null;
  return new Date(new Date(run.watermark).getTime() - overlap).toISOString();
}

function toDate(instant: string | null): Date | null {
  return instant === null ? null : new Date(instant);
}

/** Records set aside by earlier runs. Whose they are is not known, so that a run of one customer leaves them alone. */
async function retrySetAside<Row extends { readonly id: string }>(context: RunContext<Row>): Promise<void> {
  const { db, scope, mirror, concurrency, setAsideIds } = context;
  if (scope.records.kind !== 'all') return;
  const left = (await listFailures(db, mirror.kind)).filter(({ id }) => !setAsideIds.has(id));
  await eachAtOnce(left, concurrency, async ({ id }) => land(context, await readAlone(context, id)));
}

async function countSetAside<Row extends { readonly id: string }>(context: RunContext<Row>): Promise<number> {
  if (context.scope.records.kind !== 'all') return context.setAsideIds.size;
  return (await listFailures(context.db, context.mirror.kind)).length;
}

function setAsideMessage({ mirror }: { mirror: { kind: SyncKind } }, failed: number): string | null {
  if (failed === 0) return null;
  const records = mirror.kind === 'orders' ? 'order' : 'customer';
  return failed === 1
    ? `One ${records} could not be read from NetSuite and is tried again at the next sync.`
    : `${failed} ${records}s could not be read from NetSuite and are tried again at the next sync.`;
}

async function endEarly<Row extends { readonly id: string }>(context: RunContext<Row>, error: unknown): Promise<void> {
  const { signal, log, run } = context;
  const reason = signal.reason instanceof RunStopped ? signal.reason : undefined;
  if (reason?.because === 'cancelled') {
    return end(context, { status: 'cancelled', failed: context.setAsideIds.size, message: 'Stopped on request.' });
  }
  if (reason !== undefined || isConnectionLoss(error)) throw reason ?? error;
  log.error({ err: error, run: run.id }, 'sync run failed');
  const message = error instanceof NetsuiteError ? error.message : 'Something went wrong on our side.';
  await end(context, { status: 'failed', failed: context.setAsideIds.size, message });
}

async function end<Row extends { readonly id: string }>(
  { db, clock, run, owner }: RunContext<Row>,
  outcome: Omit<RunEnd, 'finishedAt'>,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const ended = await endRun(transaction, { id: run.id, owner }, { ...outcome, finishedAt: clock.now() });
    if (ended !== undefined) await recordRunEnd(transaction, ended, clock.now());
  });
}

/** Says that the run lives, and hears of a cancel, while pages are on their way. */
function beat<Row extends { readonly id: string }>({ db, run, owner, stop, log }: RunContext<Row>): () => void {
  const timer = setInterval(async () => {
    try {
      const state = await saveProgress(db, { id: run.id, owner }, {});
      if (state !== 'go on') stop(new RunStopped(state === 'lost' ? 'lost' : 'cancelled'));
    } catch (error) {
      log.warn({ err: error }, 'a sync run could not say that it lives');
    }
  }, heartbeat);
  timer.unref();
  return () => clearInterval(timer);
}
