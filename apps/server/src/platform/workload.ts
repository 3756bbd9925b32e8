import { AsyncLocalStorage } from 'node:async_hooks';

/** What database work is done for. It decides the work's time limits and whose share of the connections it uses. */
export type Workload = {
  /** `background`: jobs, sync runs and exports; `maintenance`: migrations and rebuilding counts. */
  readonly kind: 'request' | 'background' | 'maintenance';
  /** Connections are shared fairly among keys: one per user, and one for the portal's own work. */
  key: string;
  /** Set when nobody waits for the result any more: no further query starts. */
  isAborted: boolean;
  /** Called once on abort: each one stops a query that runs, or one that waits for a connection. */
  readonly onAbort: Set<() => void>;
};

const storage = new AsyncLocalStorage<Workload>();

const portalWork = (kind: 'background' | 'maintenance'): Workload => ({
  kind,
  key: 'portal',
  isAborted: false,
  onAbort: new Set(),
});
const background = portalWork('background');
const maintenance = portalWork('maintenance');

/** Workload of the running code; undefined outside requests and jobs, such as at startup. */
export function currentWorkload(): Workload | undefined {
  return storage.getStore();
}

/** A request's workload; `key` identifies its sender as far as it is known. */
export function requestWorkload(key: string): Workload {
  return { kind: 'request', key, isAborted: false, onAbort: new Set() };
}

/** Runs `work`, and everything that it starts, as this workload. */
export function runAs<Result>(workload: Workload, work: () => Result): Result {
  return storage.run(workload, work);
}

/** Detaches `work` from the request that started it: it has longer time limits and goes on when the client leaves. */
export function runInBackground<Result>(work: () => Result): Result {
  return storage.run(background, work);
}

/** For work on whole tables, such as building an index. */
export function runAsMaintenance<Result>(work: () => Result): Result {
  return storage.run(maintenance, work);
}

/** Stops the queries of a workload whose client has gone. */
export function abortWorkload(workload: Workload): void {
  if (workload.isAborted) return;
  workload.isAborted = true;
  for (const stop of [...workload.onAbort]) stop();
}
