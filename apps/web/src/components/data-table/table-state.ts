import { cleanFilter, type FilterValues, type TableFilter } from './filters/table-filters.ts';

/** Rows on a page: the default first. */
export const pageSizes = [10, 20, 50, 100] as const;

export interface TableSort {
  id: string;
  descending: boolean;
}

/** What a table shows, besides which columns: exactly what its URL says. */
export interface TableState {
  page: number;
  limit: number;
  /** As chosen by the reader; the table's own sort applies while this is undefined. */
  sort: TableSort | undefined;
  search: string;
  filters: FilterValues;
}

/** What a state can hold for one table. */
export interface TableRules {
  /** Ids of the columns that can be sorted by. */
  sortable: readonly string[];
  filters: readonly TableFilter[];
}

/** A URL's search parameters, decoded. */
export type SearchParams = Readonly<Record<string, unknown>>;

/** The longest search that the server takes. */
export const searchLength = 200;
const lastPage = 100_000_000;

/** Reads a state from the URL. What is missing or makes no sense takes its default, without a word. */
export function readTableState(params: SearchParams, rules: TableRules): TableState {
  const limit = Number(params.limit);
  return {
    page: readPage(params.page),
    limit: pageSizes.find((size) => size === limit) ?? pageSizes[0],
    sort: readSort(text(params.sort), rules.sortable),
    search: withoutControls(text(params.search)).trim().slice(0, searchLength),
    filters: readFilters(params, rules.filters),
  };
}

/** The parameters of a state, defaults left out, so that the plain address is the plain table. */
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

/** The names of all parameters that a table reads; every other one of the URL is somebody else's. */
export function tableParamNames(rules: TableRules): string[] {
  return ['page', 'limit', 'sort', 'search', ...rules.filters.map((filter) => filter.id)];
}

/** A state after a change. Whatever changes the rows starts again at page 1. */
export function changeState(state: TableState, change: Partial<TableState>): TableState {
  return { ...state, page: 1, ...change };
}

/**
 * The sort after a click on a column's header: up, down, and back to the table's own.
 * @param own the sort that applies while none is chosen
 */
export function nextSort(id: string, chosen: TableSort | undefined, own: TableSort): TableSort | undefined {
  const now = chosen ?? own;
  const next = now.id !== id ? { id, descending: false } : toggled(now, chosen !== undefined && id !== own.id);
  return next !== undefined && next.id === own.id && next.descending === own.descending ? undefined : next;
}

/** Only a sort that differs from the table's own can be taken back; the own column goes to and fro. */
function toggled(now: TableSort, removable: boolean): TableSort | undefined {
  return now.descending && removable ? undefined : { id: now.id, descending: !now.descending };
}

function readPage(value: unknown): number {
  const page = Number(value ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= lastPage ? page : 1;
}

function readSort(value: string, sortable: readonly string[]): TableSort | undefined {
  const descending = value.startsWith('-');
  const id = descending ? value.slice(1) : value;
  return sortable.includes(id) ? { id, descending } : undefined;
}

function readFilters(params: SearchParams, filters: readonly TableFilter[]): FilterValues {
  return Object.fromEntries(
    filters.flatMap((filter) => {
      const value = cleanFilter(filter, text(params[filter.id]));
      return value === undefined ? [] : [[filter.id, value]];
    }),
  );
}

/** A parameter as text, however the address was decoded. */
function text(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

/** Nobody types them, and the server refuses them: they would be kept, and refused again, at each visit. */
function withoutControls(value: string): string {
  return value.replace(/\p{Cc}/gu, '');
}
