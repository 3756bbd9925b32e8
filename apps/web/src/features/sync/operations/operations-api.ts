import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

const HISTORY_PAGE = 10;
/** The state changes without this page, by scheduled runs and by other staff. */
const refetchInterval = 15_000;

/** State of the mirrors and of NetSuite. */
export const overviewQuery = queryOptions({
  queryKey: ['sync', 'overview'],
  queryFn: ({ signal }) => api('GET /sync/overview', { signal }),
  staleTime: 0,
  refetchInterval,
});

/** A page of the records that could not be read. */
export function failuresQuery(page: number) {
  return queryOptions({
    queryKey: ['sync', 'failures', page],
    queryFn: ({ signal }) => api('GET /sync/failures', { query: { page }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval,
  });
}

/** Runs, newest first. Without `all`, scheduled runs that changed nothing are left out. */
export function historyQuery(all: boolean) {
  return infiniteQueryOptions({
    queryKey: ['sync', 'history', all],
    queryFn: async ({ pageParam, signal }) => {
      const only = all ? undefined : 'notable';
      const { data } = await api('GET /sync/runs', { query: { limit: HISTORY_PAGE, only, before: pageParam }, signal });
      return data;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < HISTORY_PAGE ? undefined : page.at(-1)?.startedAt),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval,
  });
}

/** Refetches everything that the sync page shows. */
export function refreshOperations(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['sync'] });
}
