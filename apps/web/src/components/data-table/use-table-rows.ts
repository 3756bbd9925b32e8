import {
  keepPreviousData,
  type QueryClient,
  type QueryFunctionContext,
  type QueryKey,
  type UseQueryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { whenIdle } from '#lib/when-idle.ts';
import { pageRows, type RowRules } from './client-rows.ts';
import type { PageRequest, RowPage } from './page-request.ts';

/** Source of a table's rows. */
export type TableSource<Row> = ServerSource<Row> | ClientSource<Row>;

/** The server searches, sorts, filters and pages. */
export interface ServerSource<Row> {
  /** Query cache key of the list. Invalidating it refreshes the table. */
  queryKey: QueryKey;
  fetchPage: (request: PageRequest, signal: AbortSignal) => Promise<RowPage<Row>>;
}

/** All rows are loaded at once, and searched, sorted, filtered and paged in the browser. */
export interface ClientSource<Row> {
  /** Query for the rows, which other components may share. */
  query: { queryKey: QueryKey; queryFn?(context: QueryFunctionContext): Row[] | Promise<Row[]> };
  rules: RowRules<Row>;
}

/** Rows to render, independent of their source. */
export interface TableRows<Row> {
  /** Undefined until the first load has finished. */
  data: RowPage<Row> | undefined;
  /** Error of the last load; earlier rows may still be present. */
  error: Error | null;
  /** Rows are visible while newer or other ones are loading. */
  refreshing: boolean;
  /** The rows belong to an earlier request than the current one. */
  outdated: boolean;
  /** The same function on every render. */
  refresh: () => Promise<unknown>;
}

/** Loads the rows of a request, keeps the previous rows visible meanwhile, and prefetches the next page. */
export function useTableRows<Row>(source: TableSource<Row>, request: PageRequest): TableRows<Row> {
  const queryClient = useQueryClient();
  const query = useQuery(useMemo(() => rowsQuery(source, request), [source, request]));
  const { data, isPlaceholderData, refetch } = query;

  const hasNext = data !== undefined && !isPlaceholderData && request.page < data.pages;
  useEffect(() => {
    if (!hasNext || !('fetchPage' in source)) return;
    return whenIdle(() => {
      void queryClient.prefetchQuery(pageQuery(source, { ...request, page: request.page + 1 }));
    });
  }, [hasNext, queryClient, source, request]);

  return {
    data,
    error: query.error,
    refreshing: query.isFetching && data !== undefined,
    outdated: isPlaceholderData,
    refresh: useCallback(() => refetch(), [refetch]),
  };
}

type RowsQuery<Row> = UseQueryOptions<RowPage<Row> | Row[], Error, RowPage<Row>>;

function rowsQuery<Row>(source: TableSource<Row>, request: PageRequest): RowsQuery<Row> {
  if ('fetchPage' in source) return { ...pageQuery(source, request), placeholderData: keepPreviousData };
  return {
    ...source.query,
    select: (answer) => (Array.isArray(answer) ? pageRows(answer, source.rules, request) : answer),
  };
}

/** Finds a row in the cached pages below a key. */
export function findCachedRow<Row extends { id: string }>(
  queryClient: QueryClient,
  queryKey: QueryKey,
  id: string,
): Row | undefined {
  const pages = queryClient.getQueriesData<Partial<RowPage<Row>>>({ queryKey });
  return pages.flatMap(([, page]) => page?.items ?? []).find((row) => row.id === id);
}

/** One page of rows in the query cache. */
export function pageQuery<Row>(source: ServerSource<Row>, request: PageRequest) {
  return {
    queryKey: [...source.queryKey, request],
    queryFn: ({ signal }: { signal: AbortSignal }) => source.fetchPage(request, signal),
  };
}
