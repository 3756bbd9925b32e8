import type { DataTableColumn } from './columns.ts';
import { serverFilter, type TableFilter } from './filters/table-filters.ts';
import type { PageRequest } from './table-source.ts';
import type { TableRules, TableSort, TableState } from './table-state.ts';

/** Address parameters of a table. */
export function tableRules<Row>(columns: readonly DataTableColumn<Row>[], filters: readonly TableFilter[]): TableRules {
  return { sortable: columns.filter(({ sortable }) => sortable !== false).map(({ id }) => id), filters };
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
