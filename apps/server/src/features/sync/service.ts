import type { HeldDecision, SyncKind, SyncResult, SyncRun } from '@portal/contract/sync';
import { sql } from 'kysely';
import { assertStillAuthorized } from '../../access/assert-still-authorized.ts';
import { type CurrentUser, limitFor } from '../../access/current-user.ts';
import { type SyncScope, syncScope, systemSyncScope } from '../../access/scope.ts';
import { ConfigError } from '../../config.ts';
import type { Database } from '../../platform/database.ts';
import { badGateway, badRequest, conflict, forbidden, notFound, tooManyRequests } from '../../platform/errors.ts';
import { acquireLease, type Lease } from '../../platform/leases.ts';
import type { Logger } from '../../platform/log.ts';
import { runInBackground } from '../../platform/workload.ts';
import { findFreshness, selectFreshness } from './freshness.ts';
import { mirrors, syncSequence } from './mirrors.ts';
import { createOpenings } from './openings.ts';
import { createOperations, type OperationParts } from './operations.ts';
import {
  findLastEnded,
  findRun,
  isInScope,
  listRuns,
  type Run,
  type RunFilter,
  requestCancel,
  type SyncRequest,
} from './queries.ts';
import { readMissingRecord } from './read-by-id.ts';
import { readAnnounced, throwBadGateway } from './read-outside-run.ts';
import { plainMessage } from './run-activity.ts';
import { eachAtOnce, type Openings, type SyncedKinds, writeRecords } from './run-context.ts';
import { notifyRunChanged } from './run-queries.ts';
import { createRunWatchers } from './run-watchers.ts';
import { createRunner } from './runner.ts';
import { decideHeld, findHeldDeletions, listHeld } from './unresolved-queries.ts';

export { type AlertParts, checkAlerts } from './alerts.ts';
export { syncSequence } from './mirrors.ts';
export { countWrongProgress, rebuildProgress } from './order-progress-queries.ts';
export { deleteOldRuns } from './queries.ts';

export type SyncDependencies = Omit<OperationParts, 'kinds'> & {
  log: Logger;
  /** Maximum number of open event streams per user, before the factor for staff. */
  maxStreams: number;
};

/** Message of a sync whose orders are complete. */
const OTHERS_PARTIAL = 'Some shipments or invoices could not be updated. They are tried again at the next sync.';

/** A request for the changed records of everybody, on the portal's own behalf. */
const whole = { mode: 'incremental', customer_id: null, start_date: null, end_date: null, requested_by: null } as const;

/** Days of tranDate, both ends included; either may be open. */
type DayRange = { startDate?: string | undefined; endDate?: string | undefined };

export type SyncService = ReturnType<typeof createSyncService>;

/**
 * Assigns the mirror to the configured NetSuite account at the first start. Throws a ConfigError when the database
 * mirrors another account, since two accounts use the same ids for different records.
 */
export async function checkAccount(db: Database, accountId: string): Promise<void> {
  const configured = accountId.replace('-', '_').toUpperCase();
  await sql`insert into netsuite_account (account_id) values (${configured}) on conflict do nothing`.execute(db);
  const { account_id: mirrored } = await db
    .selectFrom('netsuite_account')
    .select('account_id')
    .executeTakeFirstOrThrow();
  if (mirrored === configured) return;
  throw new ConfigError([
    `NETSUITE_ACCOUNT_ID is ${configured}, but this database mirrors account ${mirrored}. ` +
      `Set it back to ${mirrored}, or give the other account a database of its own (DATABASE_URL).`,
  ]);
}

/** Keeps the mirror up to date and reports progress. Close it before the database. */
export function createSyncService({ db, clock, log, netsuite, staleAfterMs, maxStreams }: SyncDependencies) {
  const { client, events, sources } = netsuite;
  const watchers = createRunWatchers(events, (id) => findRun(systemSyncScope(), db, id), log);
  const closing = new Set<() => void>();
  const kinds: SyncedKinds = {
    orders: { source: sources.orders, mirror: mirrors.orders },
    customers: { source: sources.customers, mirror: mirrors.customers },
    fulfillments: { source: sources.fulfillments, mirror: mirrors.fulfillments },
    invoices: { source: sources.invoices, mirror: mirrors.invoices },
  };
  const runner = createRunner({ db, clock, log, netsuite, watchers, kinds });

  async function runFor(
    currentUser: CurrentUser,
    request: Pick<SyncRequest, 'kind'> & Partial<SyncRequest>,
    clientGone: AbortSignal,
    openings?: Openings,
  ): Promise<Run> {
    const { records } = syncScope(currentUser);
    if (records.kind === 'none')
      throw forbidden('Your account is not linked to a customer, so there is nothing to sync.');
    const customer_id = records.kind === 'customer' ? records.customerId : null;
    return runner.run({ ...whole, ...request, customer_id, requested_by: currentUser.userId }, clientGone, openings);
  }

  return {
    ...createOperations({ db, clock, netsuite, kinds, staleAfterMs }),
    /**
     * Reads changed orders, or those dated within the given days, then the fulfillments and invoices that changed; resolves
     * with the orders' result when all have ended. `clientGone` aborts when the caller disconnects.
     */
    syncOrders: async (
      currentUser: CurrentUser,
      { startDate, endDate }: DayRange,
      clientGone: AbortSignal,
    ): Promise<SyncResult> => {
      if (startDate !== undefined && endDate !== undefined && startDate > endDate)
        throw badRequest('startDate must not be after endDate.', [
          { path: 'startDate', message: 'must not be after endDate' },
        ]);
      const [start_date, end_date] = [startDate ?? null, endDate ?? null];
      const mode = start_date === null && end_date === null ? 'incremental' : 'dates';
      const openings = createOpenings(client, kinds, syncSequence);
      const orders = await runFor(currentUser, { kind: 'orders', mode, start_date, end_date }, clientGone, openings);
      const result = toResult(syncScope(currentUser), orders);
      const dependents = await Promise.all([
        runFor(currentUser, { kind: 'fulfillments' }, clientGone, openings),
        runFor(currentUser, { kind: 'invoices' }, clientGone, openings),
      ]);
      const isComplete = dependents.every(({ status }) => status === 'complete');
      return isComplete || result.status !== 'complete'
        ? result
        : { ...result, status: 'partial', message: OTHERS_PARTIAL };
    },
    syncCustomers: async (currentUser: CurrentUser, clientGone: AbortSignal): Promise<SyncResult> =>
      toResult(syncScope(currentUser), await runFor(currentUser, { kind: 'customers' }, clientGone)),

    /** Scheduled runs of all kinds, one after the other. */
    async syncBySchedule(mode: 'incremental' | 'nightly'): Promise<Run[]> {
      const openings = createOpenings(client, kinds, syncSequence);
      const runs: Run[] = [];
      for (const kind of syncSequence) runs.push(await runWithoutRequester(kind, mode, openings));
      return runs;
    },
    /** Reads records by id and updates the mirror, without a run and before the requests of runs. */
    refresh: (kind: SyncKind, ids: readonly string[]): Promise<void> =>
      runInBackground(() => readAnnounced({ db, clock, log, ...kinds[kind] }, ids), { isInteractive: true }),
    /** A run of one kind on the portal's own behalf; returns its end, failed or not. */
    syncKind: async (kind: Run['kind']): Promise<SyncRun> =>
      toSyncRun(systemSyncScope(), await runWithoutRequester(kind, 'incremental')),
    /** Resumes runs of processes that have died; resolves when they have ended. */
    resume: () => runner.resume(),

    /** The last run of each kind for all customers and days that has ended. */
    async lastRuns(): Promise<SyncRun[]> {
      const runs = await Promise.all(syncSequence.map((kind) => findLastEnded(db, kind)));
      return runs.flatMap((run) => (run === undefined ? [] : toSyncRun(systemSyncScope(), run)));
    },
    async listRuns(currentUser: CurrentUser, filter: RunFilter): Promise<SyncRun[]> {
      const scope = syncScope(currentUser);
      return (await listRuns(scope, db, filter)).map((run) => toSyncRun(scope, run));
    },
    getRun: async (currentUser: CurrentUser, id: string): Promise<SyncRun> =>
      toSyncRun(syncScope(currentUser), await findRunInScope(syncScope(currentUser), id)),
    async cancelRun(currentUser: CurrentUser, id: string): Promise<SyncRun> {
      const scope = syncScope(currentUser);
      const asked = await requestCancel(scope, db, id);
      if (asked === undefined) {
        await findRunInScope(scope, id);
        throw conflict('This sync has ended already.');
      }
      await notifyRunChanged(db, id);
      return toSyncRun(scope, asked);
    },
    /** Deletions waiting for an administrator's decision. */
    heldDeletions: () => findHeldDeletions(db),
    /**
     * Rejects the held deletions, removes those records that the record service does not know, or has kept ones wait for a
     * decision again; returns their number. 404 if there are none, 502 if NetSuite does not answer.
     */
    async decideHeldDeletions(currentUser: CurrentUser, kind: Run['kind'], decision: HeldDecision): Promise<number> {
      const write = <Result>(work: (transaction: Database) => Promise<Result>) =>
        db.transaction().execute(async (transaction) => {
          await assertStillAuthorized(transaction, currentUser);
          return work(transaction);
        });
      const none = () => notFound('No deletion is waiting for a decision.');
      if (decision !== 'remove') {
        const records = await write((transaction) => decideHeld(transaction, kind, decision, currentUser.userId));
        if (records === 0) throw none();
        return records;
      }
      const held = await listHeld(db, kind);
      if (held.length === 0) throw none();
      const context = { scope: systemSyncScope(), ...kinds[kind], clock };
      let removed = 0;
      const remove = async (id: string) => {
        const { deletedIds = [] } = await readMissingRecord(context, id, { attempts: 4 });
        const written = await write((transaction) => writeRecords(transaction, context, { rows: [], deletedIds }));
        removed += written.deleted;
      };
      await runInBackground(() => eachAtOnce(held, netsuite.concurrency, remove)).catch(throwBadGateway);
      return removed;
    },
    freshness: (currentUser: CurrentUser) => findFreshness(syncScope(currentUser), db),
    /** The same as a query with one row, to be part of another statement. */
    selectFreshness: (currentUser: CurrentUser, orderId?: string) => selectFreshness(syncScope(currentUser), orderId),

    /** Acquires one of the user's event streams, to be released at its end; 429 when all are open. */
    async openStream(currentUser: CurrentUser): Promise<Lease> {
      const lease = await acquireLease(db, `event streams of ${currentUser.userId}`, limitFor(currentUser, maxStreams));
      if (lease !== undefined) return lease;
      throw tooManyRequests('Too many live connections are open for your account. Close other tabs and try again.', 30);
    },
    /** Resolves once run events are received, so that watchers miss no later run. */
    listening: () => events.ready(),
    /** Calls back with each changed run in scope; `onGap` when some may have been missed. */
    watch(currentUser: CurrentUser, onRun: (run: SyncRun) => void, onGap: () => void): () => void {
      const scope = syncScope(currentUser);
      return watchers.watch((run) => {
        if (run === undefined) onGap();
        else if (isInScope(scope, run)) onRun(toSyncRun(scope, run));
      });
    },
    /** Calls back before the service closes, so that open connections can be ended. */
    onClose(listener: () => void): () => void {
      closing.add(listener);
      return () => closing.delete(listener);
    },
    /** Stops this process's runs at their current state; the next start resumes them. */
    async close(): Promise<void> {
      for (const listener of closing) listener();
      await runner.close();
      await events.close();
    },
  };

  function runWithoutRequester(kind: Run['kind'], mode: 'incremental' | 'nightly', openings?: Openings): Promise<Run> {
    return runner.run({ ...whole, kind, mode }, undefined, openings);
  }

  async function findRunInScope(scope: SyncScope, id: string): Promise<Run> {
    const run = await findRun(scope, db, id);
    if (run === undefined) throw notFound('There is no such sync.');
    return run;
  }
}

/** The outcome of a run as an API response; a failed run becomes an error with a plain message. */
function toResult(scope: SyncScope, run: Run): SyncResult {
  const { kind, phase, expected, mode, isScheduled, customerId, ...result } = toSyncRun(scope, run);
  if (run.status === 'failed') throw badGateway(result.message ?? '');
  return result;
}

const countNames = ['fetched', 'created', 'updated', 'unchanged', 'deleted', 'failed'] as const;
type Counts = Pick<SyncRun, (typeof countNames)[number]>;

function toSyncRun(scope: SyncScope, run: Run): SyncRun {
  const isForStaff = scope.records.kind === 'all';
  const counts = Object.fromEntries(countNames.map((name) => [name, Number(run[name])])) as Counts;
  return {
    runId: run.id,
    kind: run.kind,
    status: run.status,
    phase: run.phase,
    expected: run.expected === null ? null : Number(run.expected),
    ...counts,
    message: isForStaff ? run.message : plainMessage(run),
    mode: run.mode,
    isScheduled: run.requested_by === null,
    customerId: run.customer_id,
    startedAt: run.started_at,
    finishedAt: run.finished_at,
  };
}
