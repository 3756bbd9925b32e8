import { serverFilter, type TableFilter } from './filters/table-filters.ts';
import type { TableSort, TableState } from './table-state.ts';

/** Request for one page of rows: the query parameters of every list route of the server. */
export interface PageRequest {
  page: number;
  limit: number;
  sortBy: string;
  sortOrder: 'ASC' | 'DESC';
  search: string | undefined;
  /** JSON of filter key to text. */
  filter: string | undefined;
}

/** One page of rows, with the exact total number of matching rows. */
export interface RowPage<Row> {
  items: Row[];
  total: number;
  pages: number;
  /** As in the request for these rows. */
  page: number;
  limit: number;
}

/** What a table shows, regardless of the page: the query for its rows, and what its visible columns export, in order. */
export interface ShownView extends Pick<PageRequest, 'sortBy' | 'sortOrder' | 'search' | 'filter'> {
  columns: readonly string[];
}

/** The request for the server. */
export function pageRequest(state: TableState, defaultSort: TableSort, filters: readonly TableFilter[]): PageRequest {
  const { page, limit, search, sort = defaultSort } = state;
  return {
    page,
    limit,
    sortBy: sort.id,
    sortOrder: sort.descending ? 'DESC' : 'ASC',
    search: search === '' ? undefined : search,
    filter: serverFilter(filters, state.filters, new Date().toISOString().slice(0, 10)),
  };
}

export function shownView(request: PageRequest, columns: readonly string[]): ShownView {
  const { sortBy, sortOrder, search, filter } = request;
  return { sortBy, sortOrder, search, filter, columns };
}
