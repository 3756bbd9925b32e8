import type { SyncKind, SyncRun } from '@portal/contract/sync';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { addressOf, api, request } from '#lib/api.ts';
import { noAnswer } from '#lib/api-answer.ts';
import { readEvents } from './event-stream.ts';

/** Kinds that have a list, and with it a button that syncs them; what belongs to the orders follows them. */
export const listKinds = ['orders', 'customers'] as const satisfies readonly SyncKind[];
export type ListKind = (typeof listKinds)[number];

/** Starts a run or joins the active one. Resolves when the run has ended. */
export function startSync(kind: ListKind) {
  return kind === 'orders' ? api('GET /netsuite-sales-orders/sync') : api('POST /netsuite-customers/sync');
}

/** The latest run of a kind; null if there is none. */
export function runQuery(kind: SyncKind) {
  const queryKey = ['sync', 'run', kind];
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }): Promise<SyncRun | null> => {
      const run = await readLatestRun(kind, signal);
      return newer(run, client.getQueryData<SyncRun | null>(queryKey));
    },
  });
}

/** Requests the latest run of a kind without using the cache. */
export async function readLatestRun(kind: SyncKind, signal?: AbortSignal): Promise<SyncRun | null> {
  const { data } = await api('GET /sync/runs', { query: { kind, limit: 1 }, signal });
  return data[0] ?? null;
}

/** When each list was last fully synced. */
export const freshnessQuery = queryOptions({
  queryKey: ['sync', 'freshness'],
  queryFn: ({ signal }) => api('GET /sync/freshness', { signal }),
  staleTime: 30_000,
  refetchInterval: 60_000,
});

/** Caches the state of a run, unless a newer one is already cached. */
export function keepRun(queryClient: QueryClient, run: SyncRun): void {
  queryClient.setQueryData(runQuery(run.kind).queryKey, (known) => newer(run, known));
}

interface RunListener {
  /** The stream is open: no events are missed from now on. */
  onOpen: () => void;
  onRun: (run: SyncRun) => void;
}

/**
 * Reports every progress event of sync runs until the stream ends.
 * @throws {ApiError} as `api` does if the stream cannot be opened; any error if it breaks
 */
export async function watchRuns({ onOpen, onRun }: RunListener, signal: AbortSignal): Promise<void> {
  const { url } = addressOf('GET /sync/events');
  const response = await request(url, { headers: { accept: 'text/event-stream' }, cache: 'no-store', signal });
  if (response.body === null) throw noAnswer();
  onOpen();
  for await (const event of readEvents(response.body)) {
    if (event.name === 'run') onRun(JSON.parse(event.data));
  }
}

/** The newer of two states: an event may arrive before the response to an earlier request. */
function newer(heard: SyncRun | null, known: SyncRun | null | undefined): SyncRun | null {
  if (heard === null || known === null || known === undefined) return heard ?? known ?? null;
  if (heard.runId !== known.runId) return heard.startedAt < known.startedAt ? known : heard;
  if (heard.status !== 'running') return heard;
  return known.status !== 'running' || heard.fetched < known.fetched ? known : heard;
}
