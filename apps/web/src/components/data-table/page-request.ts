import type { DataTableColumn } from './columns.ts';
import { serverFilter, type TableFilter } from './filters/table-filters.ts';
import type { PageRequest } from './table-source.ts';
import type { TableRules, TableSort, TableState } from './table-state.ts';

/** What the address may say about a table. */
export function tableRules<Row>(columns: readonly DataTableColumn<Row>[], filters: readonly TableFilter[]): TableRules {
  return { sortable: columns.filter(({ sortable }) => sortable !== false).map(({ id }) => id), filters };
}

/** What to ask the server for. */
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
