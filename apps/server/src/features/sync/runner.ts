import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { recordsOfCustomer, systemSyncScope } from '../../access/scope.ts';
import { type Clock, secondMs } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { clientGone, unavailable } from '../../platform/errors.ts';
import { createSemaphore } from '../../platform/fair-semaphore.ts';
import type { Logger } from '../../platform/log.ts';
import { runInBackground } from '../../platform/workload.ts';
import { type Claim, type ClaimParts, claimRun, removeRequest, type WaitingRequest } from './claim.ts';
import { syncSequence } from './mirrors.ts';
import type { NetsuiteConnection } from './netsuite-connection.ts';
import { createOpenings } from './openings.ts';
import { findRun, type Run, runningRun, type SyncRequest } from './queries.ts';
import { performRun } from './run.ts';
import { type Openings, RunStopped, type SyncedKinds } from './run-context.ts';
import { isAlive } from './run-queries.ts';
import type { RunWatchers } from './run-watchers.ts';

export type RunnerParts = {
  db: Database;
  clock: Clock;
  log: Logger;
  netsuite: NetsuiteConnection;
  watchers: RunWatchers;
  kinds: SyncedKinds;
};

type AtWork = { done: Promise<void>; stop: (reason: RunStopped) => void };

/** Polling interval for runs of other processes, in case events are lost. */
const POLL_MS = 2 * secondMs;

/** Performs runs of this process and waits for runs of others. */
export function createRunner({ db, clock, log, netsuite, watchers, kinds }: RunnerParts) {
  const { client, concurrency, events } = netsuite;
  const atWork = new Map<string, AtWork>();
  const watched = new Map<string, Promise<void>>();
  // Only one claim of this process waits for those of others, so that waiting callers do not use up connections.
  const claimTurn = createSemaphore(1);
  let closed = false;
  const claimParts: ClaimParts = { db, clock, owner: events.owner, isAtWork: (id) => atWork.has(id) };

  /** Performs a run, whether or not a caller still waits for it. */
  function perform(run: Run, openings: Openings): Promise<void> {
    const ending = new AbortController();
    const stop = (reason: RunStopped) => ending.abort(reason);
    const unwatch = watchers.watch((now) => {
      if (now?.id === run.id && now.cancel_requested) stop(new RunStopped('cancelled'));
    });
    const all = systemSyncScope();
    const context = {
      ...{ db, clock, log, openings, concurrency, ...kinds[run.kind], run, owner: events.owner, stop },
      scope: run.customer_id === null ? all : recordsOfCustomer(all, run.customer_id),
      days: { from: run.start_date, to: run.end_date },
      signal: ending.signal,
      mutex: createSemaphore(1),
      failedIds: new Set<string>(),
    };
    // A run of one customer was requested by a person and is short, so it goes before runs of everything.
    const isInteractive = run.customer_id !== null;
    const done = runInBackground(() => performRun(context), { isInteractive }).finally(() => {
      unwatch();
      atWork.delete(run.id);
    });
    atWork.set(run.id, { done, stop });
    return done;
  }

  /** Resolves when the run has ended or its process has died. The run is watched once, however many callers wait. */
  function waitFor(run: Run): Promise<void> {
    const known = atWork.get(run.id)?.done ?? watched.get(run.id);
    if (known !== undefined) return known;
    const ended = watch(run).finally(() => watched.delete(run.id));
    watched.set(run.id, ended);
    return ended;
  }

  async function watch(run: Run): Promise<void> {
    const ended = new AbortController();
    const unwatch = watchers.watch((now) => {
      if (now?.id === run.id && now.status !== 'running') ended.abort();
    });
    try {
      for (;;) {
        const now = await findRun(systemSyncScope(), db, run.id);
        if (now?.status !== 'running' || !(await isAlive(db, now))) return;
        await delay(POLL_MS, undefined, { signal: ended.signal }).catch(() => undefined);
        if (closed) throw closing();
      }
    } finally {
      unwatch();
    }
  }

  async function claim(waiting: WaitingRequest, signal: AbortSignal | undefined): Promise<Claim> {
    const endTurn = await claimTurn();
    try {
      if (signal?.aborted) throw clientGone();
      return await claimRun(claimParts, waiting);
    } finally {
      endTurn();
    }
  }

  async function run(
    request: SyncRequest,
    signal?: AbortSignal,
    openings = createOpenings(client, kinds),
  ): Promise<Run> {
    const waiting = { id: randomUUID(), request };
    try {
      return await runUntilAnswered(waiting, signal, openings);
    } finally {
      // If this fails, the request is served once without a caller.
      await removeRequest(db, waiting.id).catch((error: unknown) => {
        log.warn({ err: error }, 'a waiting sync request could not be removed');
      });
    }
  }

  async function runUntilAnswered(
    waiting: WaitingRequest,
    signal: AbortSignal | undefined,
    openings: Openings,
  ): Promise<Run> {
    const gone = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(clientGone()));
    });
    gone.catch(() => undefined);
    for (;;) {
      if (closed) throw closing();
      await events.ready().catch((error: unknown) => {
        throw closed ? closing(error) : error;
      });
      const { run: claimed, to, answers } = await claim(waiting, signal);
      // A run claimed during shutdown is left to the next start.
      if (closed) throw closing();
      const ending = to === 'perform' ? perform(claimed, openings) : waitFor(claimed);
      // The run itself continues without the caller.
      await Promise.race([ending, gone]).catch((error: unknown) => {
        // Another process has taken over the run; wait for it like for any other.
        if (!(error instanceof RunStopped)) throw error;
        if (error.because === 'closing') throw closing(error);
      });
      const ended = await findRun(systemSyncScope(), db, claimed.id);
      if (answers && ended !== undefined && ended.status !== 'running') return ended;
    }
  }

  return {
    /**
     * Starts a run, joins one that satisfies the request, or waits in the queue; resolves with the run when it has ended.
     * `signal` aborts when the caller disconnects: a run in progress continues, since others may wait for it, and a queued
     * request is dropped.
     */
    run: (request: SyncRequest, signal?: AbortSignal, openings?: Openings): Promise<Run> =>
      runInBackground(() => run(request, signal, openings)),
    /** Resumes runs of processes that have died; resolves when they have ended. */
    async resume(): Promise<void> {
      for (const kind of syncSequence) {
        const left = await runningRun(db, kind).executeTakeFirst();
        if (left === undefined || (await isAlive(db, left))) continue;
        const { mode, customer_id, start_date, end_date, requested_by } = left;
        await run({ kind, mode, customer_id, start_date, end_date, requested_by });
      }
    },
    async close(): Promise<void> {
      closed = true;
      const working = [...atWork.values()];
      for (const { stop } of working) stop(new RunStopped('closing'));
      await Promise.allSettled(working.map(({ done }) => done));
      log.debug({ runs: working.length }, 'sync runs stopped');
    },
  };
}

function closing(cause?: unknown): Error {
  return unavailable('The portal is being restarted; the sync goes on by itself.', cause);
}
