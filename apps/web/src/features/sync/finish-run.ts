import type { SyncKind, SyncResult } from '@portal/contract/sync';
import type { QueryClient } from '@tanstack/react-query';
import { tellResult } from './sync-result.ts';

/** Query key prefix of the lists and details of each kind. */
const cachedUnder: Record<SyncKind, string> = { orders: 'sales-orders', customers: 'customers' };
const told = new Set<string>();
const noted = new Set<string>();
const refreshedAt = new Map<SyncKind, number>();
const settled = 5000;

/** Handles the end of a run: shows its result once, however often the end is reported, and refetches the lists. */
export function finishRun(queryClient: QueryClient, kind: SyncKind, run: SyncResult): void {
  if (told.has(run.runId)) return;
  told.add(run.runId);
  tellResult(kind, run);
  noteEnd(queryClient, kind, run);
}

/** Handles the end of a run that this page never saw running: refetches what it changed, without a toast. */
export function noteEnd(queryClient: QueryClient, kind: SyncKind, { runId }: Pick<SyncResult, 'runId'>): void {
  if (noted.has(runId)) return;
  noted.add(runId);
  refreshedAt.set(kind, Date.now());
  // The activity log has an entry for the run.
  for (const key of [cachedUnder[kind], 'sync', 'logs']) void queryClient.invalidateQueries({ queryKey: [key] });
}

/** Refetches a list that another client's run has updated, unless that was just done. */
export function refreshList(queryClient: QueryClient, kind: SyncKind): void {
  if (Date.now() - (refreshedAt.get(kind) ?? 0) < settled) return;
  void queryClient.invalidateQueries({ queryKey: [cachedUnder[kind]] });
}
