import { MAX_PAGE, MAX_SEARCH_LENGTH } from '@portal/contract/values';
import type { DataTableColumn } from './columns.ts';
import type { FilterValues, TableFilter } from './filters/table-filters.ts';

/** Page sizes, with the default first. */
export const pageSizes = [10, 20, 50, 100] as const;

export interface TableSort {
  id: string;
  descending: boolean;
}

/** State of a table, except its columns: exactly what the URL contains. */
export interface TableState {
  page: number;
  limit: number;
  /** The user's choice; undefined for the table's default sort. */
  sort: TableSort | undefined;
  search: string;
  filters: FilterValues;
}

/** Allowed values of a table's state. */
export interface TableRules {
  /** Ids of the sortable columns. */
  sortable: readonly string[];
  filters: readonly TableFilter[];
}

export function tableRules<Row>(columns: readonly DataTableColumn<Row>[], filters: readonly TableFilter[]): TableRules {
  return { sortable: columns.filter(({ sortable }) => sortable !== false).map(({ id }) => id), filters };
}

/** Parses a state from the URL, from storage or from a preset. Missing or invalid parameters silently get their defaults. */
export function readTableState(params: Readonly<Record<string, unknown>>, rules: TableRules): TableState {
  const limit = Number(params.limit);
  return {
    page: readPage(params.page),
    limit: pageSizes.find((size) => size === limit) ?? pageSizes[0],
    sort: readSort(text(params.sort), rules.sortable),
    search: withoutControls(text(params.search)).trim().slice(0, MAX_SEARCH_LENGTH),
    filters: readFilters(params, rules.filters),
  };
}

/** URL parameters of a state, without defaults. */
export function tableParams(state: TableState): Record<string, string> {
  const { page, limit, sort, search, filters } = state;
  return {
    ...(page > 1 ? { page: String(page) } : {}),
    ...(limit === pageSizes[0] ? {} : { limit: String(limit) }),
    ...(sort === undefined ? {} : { sort: `${sort.descending ? '-' : ''}${sort.id}` }),
    ...(search === '' ? {} : { search }),
    ...filters,
  };
}

/** Names of all URL parameters that a table owns. */
export function tableParamNames(rules: TableRules): string[] {
  return ['page', 'limit', 'sort', 'search', ...rules.filters.map((filter) => filter.id)];
}

/** A state after a change. Any change of the rows returns to page 1. */
export function changeState(state: TableState, change: Partial<TableState>): TableState {
  return { ...state, page: 1, ...change };
}

/**
 * The sort after a click on a column header: ascending, descending, then the table's default.
 * @param own the default sort
 */
export function nextSort(id: string, chosen: TableSort | undefined, own: TableSort): TableSort | undefined {
  const now = chosen ?? own;
  const next = now.id !== id ? { id, descending: false } : toggled(now, chosen !== undefined && id !== own.id);
  return next !== undefined && next.id === own.id && next.descending === own.descending ? undefined : next;
}

/** A sort by the default column only toggles its direction; other sorts can also be cleared. */
function toggled(now: TableSort, removable: boolean): TableSort | undefined {
  return now.descending && removable ? undefined : { id: now.id, descending: !now.descending };
}

function readPage(value: unknown): number {
  const page = Number(value ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1;
}

function readSort(value: string, sortable: readonly string[]): TableSort | undefined {
  const descending = value.startsWith('-');
  const id = descending ? value.slice(1) : value;
  return sortable.includes(id) ? { id, descending } : undefined;
}

function readFilters(params: Readonly<Record<string, unknown>>, filters: readonly TableFilter[]): FilterValues {
  return Object.fromEntries(
    filters.flatMap((filter) => {
      const value = filter.kind.clean(text(params[filter.id]));
      return value === undefined ? [] : [[filter.id, value]];
    }),
  );
}

/** A parameter as text; storage may hold anything. */
function text(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

/** Removes control characters, which the server rejects: otherwise they would be stored and rejected at each visit. */
function withoutControls(value: string): string {
  return value.replace(/\p{Cc}/gu, '');
}
