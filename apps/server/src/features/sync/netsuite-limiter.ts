import type { Limiter } from '@portal/netsuite/client/limiter';
import { failedAs, NetsuiteError } from '@portal/netsuite/client/netsuite-error';
import type pg from 'pg';
import { secondMs } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Events } from '../../platform/events.ts';
import type { Logger } from '../../platform/log.ts';
import { currentWorkload, runInBackground } from '../../platform/workload.ts';
import * as queries from './netsuite-limit-queries.ts';

/** Failed requests in a row, in all processes, after which a ping decides whether the circuit breaker opens. */
const FAILURES_TO_PING = 20;
/** Interval for asking again while requests wait: for a limit that has grown and places of processes that died. */
const ASK_AGAIN_MS = secondMs;
const RENEW_MS = 10 * secondMs;

type Waiter = PromiseWithResolvers<number>;

export type LimiterParts = {
  db: Database;
  pool: pg.Pool;
  events: Events;
  log: Logger;
  /** Maximum number of concurrent requests of all processes. */
  concurrency: number;
  /** Called with `success` or the kind of the error after each request. */
  onEnd: (outcome: string) => void;
};

/**
 * Limits requests to the NetSuite account over all portal processes; requests that a person waits for go first. A refusal
 * for too many requests halves the limit, which then grows back. Repeated failures of the service open a circuit breaker:
 * requests then fail at once, and after growing pauses one is let through.
 */
export function createNetsuiteLimiter({ db, pool, events, log, concurrency, onEnd }: LimiterParts): Limiter {
  const { owner } = events;
  const queues = { interactive: new Set<Waiter>(), background: new Set<Waiter>() };
  let held = 0;
  let isStarted = false;
  let isConfigured = false;
  let isAsking = false;
  let askAgain = false;
  let isSweepDue = true;
  /** Place of the request that tries whether NetSuite answers again; others wait for its outcome. */
  let probe: number | undefined;

  const countWaiting = () => queues.interactive.size + queues.background.size;
  const update = (work: () => Promise<unknown>) =>
    runInBackground(work).catch((error: unknown) => log.warn({ err: error }, 'the NetSuite limit was not updated'));

  function start(): void {
    isStarted = true;
    setInterval(() => held > 0 && update(() => queries.renewPlaces(db, owner)), RENEW_MS).unref();
    setInterval(() => {
      if (countWaiting() === 0) return;
      isSweepDue = true;
      ask();
    }, ASK_AGAIN_MS).unref();
    // Another process may have released a place.
    events.subscribe('netsuite', (releasedBy) => releasedBy !== owner && countWaiting() > 0 && ask());
  }

  function startNext(slot: number): boolean {
    const queue = queues.interactive.size > 0 ? queues.interactive : queues.background;
    const [next] = queue;
    if (next === undefined) return false;
    queue.delete(next);
    next.resolve(slot);
    return true;
  }

  /** Asks the database for places, one query at a time. */
  function ask(): void {
    askAgain = true;
    if (isAsking) return;
    isAsking = true;
    void runInBackground(async () => {
      while (askAgain) {
        askAgain = false;
        await acquire().catch(rejectAll);
      }
      isAsking = false;
    });
  }

  async function acquire(): Promise<void> {
    if (!isStarted) start();
    if (!isConfigured) {
      await queries.configureLimit(db, concurrency);
      isConfigured = true;
    }
    // Until this process holds its lock, others would take it for dead.
    await events.ready();
    if (isSweepDue) {
      isSweepDue = false;
      await queries.freeAbandonedPlaces(db);
    }
    const waiting = { interactive: queues.interactive.size, background: queues.background.size };
    let grant = await queries.acquirePlaces(pool, owner, waiting);
    if (grant.isProbeDue && countWaiting() > 0 && (await queries.openCircuit(db, 'due'))) {
      grant = await queries.acquirePlaces(pool, owner, waiting, true);
      probe = grant.slots[0];
    }
    for (const slot of grant.slots) {
      held += 1;
      if (!startNext(slot)) void release(slot, false);
    }
    if (grant.openUntil !== null && probe === undefined) rejectAll(circuitOpen(grant.openUntil, grant.lastError));
  }

  function rejectAll(error: unknown): void {
    for (const queue of Object.values(queues)) {
      for (const waiter of queue) waiter.reject(error);
      queue.clear();
    }
  }

  async function release(slot: number, isAnswering: boolean): Promise<void> {
    held -= 1;
    if (slot === probe) probe = undefined;
    await update(() => queries.releasePlace(pool, owner, slot, isAnswering));
    if (countWaiting() > 0) ask();
  }

  async function waitForPlace(signal: AbortSignal | undefined): Promise<number> {
    signal?.throwIfAborted();
    const queue = queues[currentWorkload()?.isInteractive === false ? 'background' : 'interactive'];
    const waiter = Promise.withResolvers<number>();
    const abort = () => {
      queue.delete(waiter);
      waiter.reject(signal?.reason);
    };
    signal?.addEventListener('abort', abort, { once: true });
    queue.add(waiter);
    ask();
    return waiter.promise.finally(() => signal?.removeEventListener('abort', abort));
  }

  /**
   * Changes the shared state after a failure that concerns the account or the service, not one record. Returns whether
   * NetSuite answers nevertheless, as far as this was tried.
   */
  async function react(error: unknown, startedAt: number, ping: () => Promise<unknown>): Promise<boolean> {
    if (failedAs(error, 'busy')) await queries.reduceLimit(db, performance.now() - startedAt);
    if (!failedAs(error, 'unavailable', 'sign-in')) return false;
    const failures = await queries.countFailure(db, error.message);
    // The same error can be caused by a single record, so NetSuite must also fail to answer the simplest query.
    if (failures % FAILURES_TO_PING !== 0) return false;
    const isAnswering = await ping().then(
      () => true,
      (reason: unknown) => reason instanceof NetsuiteError && !failedAs(reason, 'unavailable', 'sign-in'),
    );
    if (!isAnswering) await queries.openCircuit(db, 'closed');
    return isAnswering;
  }

  return {
    async run(attempt, { signal, ping }) {
      const slot = await waitForPlace(signal);
      const startedAt = performance.now();
      let isAnswering = false;
      try {
        const result = await attempt();
        onEnd('success');
        isAnswering = true;
        return result;
      } catch (error) {
        onEnd(error instanceof NetsuiteError ? error.kind : 'aborted');
        await update(async () => {
          isAnswering = await react(error, startedAt, ping);
        });
        throw error;
      } finally {
        void release(slot, isAnswering);
      }
    },
  };
}

/** Includes the first reason, which is what an operator has to fix. */
function circuitOpen(until: string, lastError: string | null): NetsuiteError {
  const reason = lastError === null ? '' : `${lastError.replace(/\.$/, '')}; `;
  const detail = `${reason}the next attempt is made after ${until.slice(0, 19).replace('T', ' ')} UTC`;
  return new NetsuiteError({ kind: 'circuit-open', status: null, code: null, detail });
}
