import {
  keepPreviousData,
  type QueryFunctionContext,
  type QueryKey,
  type UseQueryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { whenIdle } from '#lib/when-idle.ts';
import { pageRows, type RowRules } from './client-rows.ts';

/** What is asked for one page of rows: the query that every list route of the server understands. */
export interface PageRequest {
  page: number;
  limit: number;
  sortBy: string;
  sortOrder: 'ASC' | 'DESC';
  search: string | undefined;
  /** JSON of filter key to text. */
  filter: string | undefined;
}

/** One page of rows, with the exact number of all that match. */
export interface RowPage<Row> {
  items: Row[];
  total: number;
  pages: number;
}

/** Where a table's rows come from. */
export type TableSource<Row> = ServerSource<Row> | ClientSource<Row>;

/** The server does the searching, sorting, filtering and paging. */
export interface ServerSource<Row> {
  /** Names the list in the query cache; whatever invalidates this key refreshes the table. */
  queryKey: QueryKey;
  fetchPage: (request: PageRequest, signal: AbortSignal) => Promise<RowPage<Row>>;
}

/** All rows are read at once, and searched, sorted, filtered and paged here. */
export interface ClientSource<Row> {
  /** How they are read: the query may be shared with whatever else needs the rows. */
  query: { queryKey: QueryKey; queryFn?(context: QueryFunctionContext): Row[] | Promise<Row[]> };
  rules: RowRules<Row>;
}

/** What the table draws, wherever it comes from. */
export interface TableRows<Row> {
  /** Undefined while nothing has been read yet. */
  data: RowPage<Row> | undefined;
  /** Why the last reading failed; rows read before may still be there. */
  error: Error | null;
  /** Rows are shown, and newer or other ones are on their way. */
  refreshing: boolean;
  /** The rows belong to an earlier request than the present one. */
  outdated: boolean;
  refresh: () => Promise<unknown>;
}

/** Reads the rows of a request, keeps those of the last one in sight meanwhile, and the next page at hand. */
export function useTableRows<Row>(source: TableSource<Row>, request: PageRequest): TableRows<Row> {
  const queryClient = useQueryClient();
  const query = useQuery(useMemo(() => rowsQuery(source, request), [source, request]));
  const { data, isPlaceholderData } = query;

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
    refresh: () => query.refetch(),
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

/** One page of rows, as the query cache keeps it. */
export function pageQuery<Row>(source: ServerSource<Row>, request: PageRequest) {
  return {
    queryKey: [...source.queryKey, request],
    queryFn: ({ signal }: { signal: AbortSignal }) => source.fetchPage(request, signal),
  };
}
