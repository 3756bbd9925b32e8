import type { SyncResult } from '@portal/contract/sync';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { ordersKey } from '#lib/query-client.ts';
import type { ListKind } from './sync-api.ts';
import { tellResult } from './sync-result.ts';

/** Query key prefixes of the lists and details of each kind. */
const cachedUnder: Record<ListKind, readonly QueryKey[]> = {
  orders: [ordersKey, ['timeline']],
  customers: [['customers']],
};
/** Runs whose result was shown. */
const announcedRuns = new Set<string>();
/** Runs after which the lists were refetched. */
const refreshedRuns = new Set<string>();
const refreshedAt = new Map<ListKind, number>();
/** After the end of a run, its list is not refetched again for other reports within this time. */
const refetchPauseMs = 5000;

/** Handles the end of a run: shows its result once, however often the end is reported, and refetches the lists. */
export function finishRun(queryClient: QueryClient, kind: ListKind, run: SyncResult): void {
  if (announcedRuns.has(run.runId)) {
    // The response also says whether what belongs to the orders could be read; the event of the run does not.
    if (run.status === 'partial') tellResult(kind, run);
    return;
  }
  announcedRuns.add(run.runId);
  tellResult(kind, run);
  noteEnd(queryClient, kind, run);
}

/** Handles the end of a run that this page never saw running: refetches what it changed, without a toast. */
export function noteEnd(queryClient: QueryClient, kind: ListKind, { runId }: Pick<SyncResult, 'runId'>): void {
  if (refreshedRuns.has(runId)) return;
  refreshedRuns.add(runId);
  refreshedAt.set(kind, Date.now());
  // The activity log has an entry for the run.
  for (const queryKey of [...cachedUnder[kind], ['sync'], ['logs']]) void queryClient.invalidateQueries({ queryKey });
}

/** Refetches a list that another client's run has updated, unless that was just done. */
export function refreshList(queryClient: QueryClient, kind: ListKind): void {
  if (Date.now() - (refreshedAt.get(kind) ?? 0) < refetchPauseMs) return;
  for (const queryKey of cachedUnder[kind]) void queryClient.invalidateQueries({ queryKey });
}
