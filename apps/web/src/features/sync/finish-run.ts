import type { SyncKind, SyncResult } from '@portal/contract/sync';
import type { QueryClient } from '@tanstack/react-query';
import { tellResult } from './sync-result.ts';

/** What the lists and details of a kind are cached under. */
const cachedUnder: Record<SyncKind, string> = { orders: 'sales-orders', customers: 'customers' };
const told = new Set<string>();
const noted = new Set<string>();
const refreshedAt = new Map<SyncKind, number>();
const settled = 5000;

/** A run has ended: says so, once however often it is heard of, and reads the lists anew. */
export function finishRun(queryClient: QueryClient, kind: SyncKind, run: SyncResult): void {
  if (told.has(run.runId)) return;
  told.add(run.runId);
  tellResult(kind, run);
  noteEnd(queryClient, kind, run);
}

/** A run has ended that was never seen under way: reads anew what it has changed, and says nothing. */
export function noteEnd(queryClient: QueryClient, kind: SyncKind, { runId }: Pick<SyncResult, 'runId'>): void {
  if (noted.has(runId)) return;
  noted.add(runId);
  refreshedAt.set(kind, Date.now());
  // The log has a line about it.
  for (const key of [cachedUnder[kind], 'sync', 'logs']) void queryClient.invalidateQueries({ queryKey: [key] });
}

/** A list has become fresher by a run that nobody here followed: reads it anew, unless that has just been done. */
export function refreshList(queryClient: QueryClient, kind: SyncKind): void {
  if (Date.now() - (refreshedAt.get(kind) ?? 0) < settled) return;
  void queryClient.invalidateQueries({ queryKey: [cachedUnder[kind]] });
}
