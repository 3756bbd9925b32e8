import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { secondMs } from './clock.ts';
import { isDatabaseTimeout } from './database-errors.ts';
import { createFairSemaphore } from './fair-semaphore.ts';
import { currentWorkload, noteConnection, type Workload } from './workload.ts';

/** Time limits of one kind of workload, in milliseconds; 0 means none. */
export type Timeouts = { statementMs: number; lockMs: number };
export type TimeoutsByKind = Record<Workload['kind'], Timeouts>;

/** Maximum idle time in a transaction, after which it is assumed to be abandoned. */
const idleInTransactionMs = 60 * secondMs;
/** Maximum time that a query waits for a connection. */
const acquireTimeoutMs = 10 * secondMs;
/** A query that was just sent may reach its backend after the cancellation, so it is canceled again after this time. */
const cancelAgainMs = 250;
/** One connection is reserved for canceling queries when all others are busy. */
const controlConnections = 1;

/** The query was not run because its client has disconnected. */
export class ClientGoneError extends Error {
  constructor() {
    super('The client has gone.');
    this.name = 'ClientGoneError';
  }
}

type ConnectCallback = (error: Error | undefined, client: pg.PoolClient | undefined, release: () => void) => void;
type FairPoolConfig = pg.PoolConfig & { max: number; timeouts: TimeoutsByKind };

/**
 * A pool that is shared fairly: a customer's users together, one staff user, or all networks without a known user
 * together never hold more than a third of the connections; customers and staff users one at a time once two thirds are in
 * use. Those who wait take turns, and the portal's own work leaves connections for requests. Each connection has the time limits of the workload that uses it. When a workload is
 * aborted, its queries are canceled in the database.
 */
export class FairPool extends pg.Pool {
  readonly #semaphore;
  readonly #limits: { user: number; portal: number; total: number };
  readonly #timeouts: TimeoutsByKind;
  readonly #kinds = new WeakMap<pg.ClientBase, Workload['kind']>();
  /** Ids of the connections' backends. Those in the protocol are a connection pooler's own, where there is one. */
  readonly #backends = new WeakMap<pg.ClientBase, number>();
  readonly #control: pg.Pool;

  constructor({ timeouts, max, ...config }: FairPoolConfig) {
    const shared = Math.max(1, max - controlConnections);
    super({
      ...config,
      max: shared,
      // Parallel workers would take the other users' cores, and starting them costs more than most statements.
      onConnect: async (client) => {
        const results: unknown = await client.query(
          `select pg_backend_pid() as pid; set timezone to UTC; set max_parallel_workers_per_gather = 0; set idle_in_transaction_session_timeout = ${idleInTransactionMs}; ${settings(timeouts.request)}`,
        );
        const [{ rows }] = results as [pg.QueryResult<{ pid: number }>];
        this.#backends.set(client, rows[0]?.pid ?? 0);
        this.#kinds.set(client, 'request');
      },
    });
    this.#timeouts = timeouts;
    this.#semaphore = createFairSemaphore(shared);
    // Callers wait here, not in the queue of pg's pool.
    Object.defineProperty(this, 'waitingCount', { get: () => this.#semaphore.waiting() });
    const user = Math.max(1, Math.floor(shared / 3));
    this.#limits = { user, portal: Math.max(1, shared - Math.max(2, user)), total: shared };
    this.#control = new pg.Pool({ ...config, max: controlConnections });
    this.#control.on('error', () => undefined);
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    if (callback === undefined) {
      return new Promise((resolve, reject) =>
        this.connect((error, client) => (client === undefined ? reject(error) : resolve(client))),
      );
    }
    const workload = currentWorkload();
    if (workload?.isAborted) {
      callback(new ClientGoneError(), undefined, () => undefined);
      return undefined;
    }
    const key = workload?.key ?? 'portal';
    let timer: NodeJS.Timeout | undefined;
    const refuse = (error: Error) => {
      stopWaiting();
      settled();
      callback(error, undefined, () => undefined);
    };
    const abort = () => refuse(new ClientGoneError());
    const settled = () => {
      clearTimeout(timer);
      workload?.onAbort.delete(abort);
    };
    let isServed = false;
    const stopWaiting = this.#acquire(workload, key, (returnPermit) => {
      isServed = true;
      settled();
      super.connect((error, client) => {
        if (client !== undefined && !workload?.isAborted) {
          this.#hand(client, returnPermit, workload, callback);
          return;
        }
        // The client may have gone while a connection was opened.
        client?.release();
        returnPermit();
        callback(client === undefined ? error : new ClientGoneError(), undefined, () => undefined);
      });
    });
    if (!isServed) {
      timer = setTimeout(() => refuse(new Error('timeout exceeded when trying to connect')), acquireTimeoutMs);
      workload?.onAbort.add(abort);
    }
    return undefined;
  }

  /** Returns a function to stop waiting, which has no effect after `onPermit`. */
  #acquire(workload: Workload | undefined, key: string, onPermit: (returnPermit: () => void) => void): () => void {
    const acquire = (as: string, limit: number, member = '') =>
      this.#semaphore.acquire(as, limit, () => onPermit(() => this.#semaphore.release(as)), member);
    if (workload === undefined) return acquire(key, this.#limits.total);
    if (workload.kind !== 'request') return acquire(key, this.#limits.portal);
    if (workload.isStranger) return acquire('strangers', this.#limits.user, key);
    // Otherwise three busy users would hold all connections, and others' first pages would wait for their statements.
    return acquire(key, this.#semaphore.free() <= this.#limits.user ? 1 : this.#limits.user);
  }

  #hand(
    client: pg.PoolClient,
    returnPermit: () => void,
    workload: Workload | undefined,
    callback: ConnectCallback,
  ): void {
    const release = client.release;
    const { promise: released, resolve: endCanceling } = Promise.withResolvers<void>();
    let canceling: Promise<void> | undefined;
    const cancel = () => {
      canceling = this.#cancelUntil(released, client);
      canceling.catch(() => undefined);
    };
    workload?.onAbort.add(cancel);
    const endUse = workload === undefined ? undefined : noteConnection(workload);
    const finish = (error?: Error | boolean) => {
      release(error);
      returnPermit();
      endUse?.();
    };
    client.release = (error?: Error | boolean) => {
      workload?.onAbort.delete(cancel);
      endCanceling();
      if (canceling === undefined || (error && !isDatabaseTimeout(error))) {
        finish(error);
        return;
      }
      // A late cancellation must not hit another workload's query. It arrives before this one has ended, which costs less
      // than a new connection.
      canceling
        .then(() => client.query('rollback'))
        .then(
          () => finish(),
          () => finish(true),
        );
    };
    const kind = workload?.kind ?? 'request';
    if (this.#kinds.get(client) === kind) {
      callback(undefined, client, client.release);
      return;
    }
    client.query(settings(this.#timeouts[kind])).then(
      () => {
        this.#kinds.set(client, kind);
        callback(undefined, client, client.release);
      },
      (error: Error) => {
        client.release(error);
        callback(error, undefined, () => undefined);
      },
    );
  }

  async #cancelUntil(released: Promise<void>, client: pg.PoolClient): Promise<void> {
    let isReleased = false;
    void released.then(() => {
      isReleased = true;
    });
    while (!isReleased) {
      await this.#control.query('select pg_cancel_backend($1)', [this.#backends.get(client)]);
      await Promise.race([released, delay(cancelAgainMs)]);
    }
  }

  override async end(): Promise<void> {
    await Promise.all([super.end(), this.#control.end()]);
  }
}

function settings({ statementMs, lockMs }: Timeouts): string {
  return `set statement_timeout = ${statementMs}; set lock_timeout = ${lockMs}`;
}
