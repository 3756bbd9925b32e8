import { AsyncLocalStorage } from 'node:async_hooks';

/** Purpose of database work. It determines the time limits and the share of connections. */
export type Workload = {
  /** `background`: jobs, sync runs and exports; `maintenance`: migrations and rebuilding counts. */
  readonly kind: 'request' | 'background' | 'maintenance';
  /** A person waits for the result. */
  readonly isInteractive: boolean;
  /**
   * Connections are shared fairly among keys: one per customer or staff user, one per network of strangers, and one for the
   * portal's own work.
   */
  key: string;
  /** The user is not known, or not yet. */
  isStranger: boolean;
  /** Set when nobody waits for the result any more: no further query starts. */
  isAborted: boolean;
  /** Called once on abort to cancel running queries and those waiting for a connection. */
  readonly onAbort: Set<() => void>;
  /** Number of connections that it uses. */
  connections: number;
  /** Its request is being handled, even if the client has disconnected. */
  isHandled: boolean;
  /** Called once when neither is so any more. */
  readonly onIdle: Set<() => void>;
};

const storage = new AsyncLocalStorage<Workload>();

const portalWork = (kind: 'background' | 'maintenance', isInteractive = false): Workload => ({
  kind,
  isInteractive,
  key: 'portal',
  isStranger: false,
  isAborted: false,
  onAbort: new Set(),
  connections: 0,
  isHandled: false,
  onIdle: new Set(),
});
/** Background work that can be aborted on its own. */
export const backgroundWorkload = () => portalWork('background');
const background = backgroundWorkload();
const awaited = portalWork('background', true);
const maintenance = portalWork('maintenance');

/** Workload of the running code; undefined outside requests and jobs, such as at startup. */
export function currentWorkload(): Workload | undefined {
  return storage.getStore();
}

/** Workload of a request; `key` identifies the sender as far as known. */
export function requestWorkload(key: string, isStranger = false): Workload {
  return {
    kind: 'request',
    isInteractive: true,
    key,
    isStranger,
    isAborted: false,
    onAbort: new Set(),
    connections: 0,
    isHandled: false,
    onIdle: new Set(),
  };
}

/** Runs `work` and everything it starts as this workload. */
export function runAs<Result>(workload: Workload, work: () => Result): Result {
  return storage.run(workload, work);
}

/** Detaches `work` from its request: it has longer time limits and continues if the client disconnects. */
export function runInBackground<Result>(work: () => Result, { isInteractive = false } = {}): Result {
  return storage.run(isInteractive ? awaited : background, work);
}

/** Runs work on whole tables, such as building an index. */
export function runAsMaintenance<Result>(work: () => Result): Result {
  return storage.run(maintenance, work);
}

let connections = 0;

/** Number of connections in use by all workloads of this process. */
export const connectionsInUse = () => connections;

/** Notes that a workload uses a connection; the returned function ends that, and is called once. */
export function noteConnection(workload: Workload): () => void {
  workload.connections += 1;
  connections += 1;
  return () => {
    workload.connections -= 1;
    connections -= 1;
    runIfIdle(workload);
  };
}

/** Handles a request as this workload. */
export async function handleAs<Result>(workload: Workload, handle: () => Promise<Result>): Promise<Result> {
  workload.isHandled = true;
  try {
    return await runAs(workload, handle);
  } finally {
    workload.isHandled = false;
    runIfIdle(workload);
  }
}

/**
 * Runs `run` as soon as nothing is done for this workload any more: a write continues although its client has disconnected, and
 * canceling a query takes time.
 */
export function whenIdle(workload: Workload | undefined, run: () => void): void {
  workload?.onIdle.add(run);
  if (workload === undefined) run();
  else runIfIdle(workload);
}

function runIfIdle({ connections, isHandled, onIdle }: Workload): void {
  if (connections > 0 || isHandled) return;
  const waiting = [...onIdle];
  onIdle.clear();
  for (const run of waiting) run();
}

/** Cancels the queries of a workload whose client has disconnected. */
export function abortWorkload(workload: Workload): void {
  if (workload.isAborted) return;
  workload.isAborted = true;
  for (const stop of [...workload.onAbort]) stop();
}
