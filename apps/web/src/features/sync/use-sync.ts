import type { SyncResult, SyncRun } from '@portal/contract/sync';
import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { isSessionEnd, messageOf } from '#lib/api-error.ts';
import { t } from '#lib/texts.ts';
import { finishRun } from './finish-run.ts';
import { freshnessQuery, keepRun, type ListKind, readLatestRun, runQuery, startSync } from './sync-api.ts';
import { tellFailure } from './sync-result.ts';

/**
 * Notifies the other tabs that a sync was requested, so that they show its progress without waiting for their poll, and of
 * a partial result, since no event says that what belongs to the orders could not be read.
 */
export const syncRequests = openChannel();
export type SyncMessage = { kind: ListKind; result?: SyncResult };

/** Undefined if the browser refuses, as Firefox does with blocked cookies. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel('sync');
  } catch {
    return undefined;
  }
}

interface Sync {
  /** Requested here, or known to be running. */
  busy: boolean;
  start: () => void;
}

/** The sync of one kind: starts it and returns whether it is running, including runs of other users. */
export function useSync(kind: ListKind): Sync {
  const queryClient = useQueryClient();
  const { data: run } = useQuery({ ...runQuery(kind), enabled: false });
  const asked = useIsMutating({ mutationKey: syncMutation(kind) }) > 0;

  const { mutate } = useMutation({
    mutationKey: syncMutation(kind),
    mutationFn: () => startSync(kind),
    onMutate: () => {
      syncRequests?.postMessage({ kind } satisfies SyncMessage);
      return { earlier: queryClient.getQueryData(runQuery(kind).queryKey) };
    },
    onSuccess: (result) => {
      finishRun(queryClient, kind, result);
      if (result.status === 'partial') syncRequests?.postMessage({ kind, result } satisfies SyncMessage);
      // Shipments and invoices were synced after the end of the run that an event may have reported.
      void queryClient.invalidateQueries({ queryKey: freshnessQuery.queryKey });
    },
    onError: async (error, _, before) => {
      if (isSessionEnd(error)) return;
      // A long request may be cut off while the run continues; then keep showing its progress.
      const latest = await readLatestRun(kind).catch(() => null);
      // The list uses it to show that its last sync failed.
      if (latest !== null) keepRun(queryClient, latest);
      if (latest?.status === 'running') return;
      if (latest !== null && hasEndedSince(before?.earlier, latest)) finishRun(queryClient, kind, latest);
      else tellFailure(kind, messageOf(error, t('errors.server')));
    },
  });

  const busy = asked || run?.status === 'running';
  // Checked on click: `busy` is from the last render, and a double click is faster.
  const isAsked = () => queryClient.isMutating({ mutationKey: syncMutation(kind) }) > 0;
  return { busy, start: () => busy || isAsked() || mutate() };
}

/** Whether a run has ended since `earlier` was the latest one; false if the earlier one is unknown. */
function hasEndedSince(earlier: SyncRun | null | undefined, latest: SyncRun): boolean {
  return earlier !== undefined && (earlier?.status === 'running' || earlier?.runId !== latest.runId);
}

/** Mutation key of a sync request, so that every page can find it. */
export function syncMutation(kind?: ListKind): readonly string[] {
  return kind === undefined ? ['sync'] : ['sync', kind];
}
