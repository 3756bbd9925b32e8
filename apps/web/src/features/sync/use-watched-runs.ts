import type { SyncRun } from '@portal/contract/sync';
import { type QueryClient, useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { finishRun, noteEnd } from './finish-run.ts';
import { keepRun, type ListKind, runQuery, watchRuns } from './sync-api.ts';
import { type SyncMessage, syncMutation, syncRequests } from './use-sync.ts';

/** How long to wait for the first event of a run that another tab has requested, in milliseconds. */
const ANNOUNCEMENT_MS = 5000;
/** How long the stream stays open after a run, for the next kind of the same sync, in milliseconds. */
const BETWEEN_KINDS_MS = 5000;
/** Only this poll discovers other users' runs, so it is short enough to show them with little delay. */
const idlePoll = 15_000;
const brokenPoll = 1000;
const reconnectAfter = 3000;

/**
 * The latest run of each kind that has a list. An event stream reports progress. It is only open during a sync, because
 * browsers limit the connections per host. If the stream breaks, polling every second replaces it.
 */
export function useWatchedRuns(): Record<ListKind, SyncRun | null> {
  const queryClient = useQueryClient();
  const [broken, setBroken] = useState(false);
  const announced = useAnnounced();
  const asked = useIsMutating({ mutationKey: syncMutation() }) > 0;

  const refetchInterval = broken ? brokenPoll : idlePoll;
  const { data: orders } = useQuery({ ...runQuery('orders'), refetchInterval });
  const { data: customers } = useQuery({ ...runQuery('customers'), refetchInterval });
  const [live, setLive] = useState(false);
  const { data: fulfillments } = useQuery({ ...runQuery('fulfillments'), refetchInterval, enabled: live });
  const { data: invoices } = useQuery({ ...runQuery('invoices'), refetchInterval, enabled: live });
  const isRunning = [orders, customers, fulfillments, invoices].some((run) => run?.status === 'running');
  const isUnderWay = asked || announced || isRunning;
  useEffect(() => {
    const timer = window.setTimeout(() => setLive(isUnderWay), isUnderWay ? 0 : BETWEEN_KINDS_MS);
    return () => clearTimeout(timer);
  }, [isUnderWay]);

  useEffect(() => {
    if (!live) return;
    const life = new AbortController();
    void stayOnStream(queryClient, setBroken, life.signal);
    return () => {
      life.abort();
      setBroken(false);
    };
  }, [live, queryClient]);

  useEnd('orders', orders, finishRun);
  useEnd('customers', customers, finishRun);
  // Lists and dialogs of orders show their shipments and invoices.
  useEnd('orders', fulfillments, noteEnd);
  useEnd('orders', invoices, noteEnd);
  return { orders: orders ?? null, customers: customers ?? null };
}

async function stayOnStream(queryClient: QueryClient, setBroken: (broken: boolean) => void, signal: AbortSignal) {
  while (!signal.aborted) {
    await watchRuns(
      {
        onOpen: () => {
          setBroken(false);
          // Refetch what happened before the stream was open.
          void queryClient.invalidateQueries({ queryKey: ['sync', 'run'] });
        },
        onRun: (run) => keepRun(queryClient, run),
      },
      signal,
    ).catch(() => undefined);
    if (signal.aborted) return;
    setBroken(true);
    await new Promise((resolve) => setTimeout(resolve, reconnectAfter));
  }
}

/** Whether a sync was requested a moment ago in another tab. Shows its result if that is partial. */
function useAnnounced(): boolean {
  const queryClient = useQueryClient();
  const [announced, setAnnounced] = useState(false);
  useEffect(() => {
    let timer: number | undefined;
    function hear({ data: { kind, result } }: MessageEvent<SyncMessage>) {
      if (result !== undefined) return finishRun(queryClient, kind, result);
      setAnnounced(true);
      clearTimeout(timer);
      timer = window.setTimeout(() => setAnnounced(false), ANNOUNCEMENT_MS);
    }
    syncRequests?.addEventListener('message', hear);
    return () => {
      syncRequests?.removeEventListener('message', hear);
      clearTimeout(timer);
    };
  }, [queryClient]);
  return announced;
}

/** Calls `finish` at the end of a run that this page saw running. For a run that it did not see, only refetches the data. */
function useEnd(kind: ListKind, run: SyncRun | null | undefined, finish: typeof finishRun): void {
  const queryClient = useQueryClient();
  const underWay = useRef<string | undefined>(undefined);
  const last = useRef<string | null | undefined>(undefined);
  useEffect(() => {
    if (run === undefined) return;
    const isNew = last.current !== undefined && last.current !== run?.runId;
    last.current = run?.runId ?? null;
    if (run?.status === 'running') underWay.current = run.runId;
    else if (run !== null && run.runId === underWay.current) finish(queryClient, kind, run);
    else if (run !== null && isNew) noteEnd(queryClient, kind, run);
  }, [queryClient, kind, run, finish]);
}
