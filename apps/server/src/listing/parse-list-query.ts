import type { ListQuery } from '@portal/contract/listing';
import { type ErrorDetail, shorten } from '../platform/errors.ts';
import { type Column, type Filter, findColumn, type ListDefinition, type ListRequest } from './definition.ts';
import { FilterProblem, parseJsonObject, readBound, readFilterValue, readText, refusedQuery } from './filter-values.ts';

/**
 * Parses and validates a list query; 400 names what is wrong. `contains` holds further text filters by column id, for
 * lists that accept them beside `filter`.
 */
export function parseListQuery(
  definition: ListDefinition,
  query: ListQuery,
  contains: Readonly<Record<string, string | undefined>> = {},
): ListRequest {
  const problems: ErrorDetail[] = [];
  const attempt = <Result>(path: string, read: () => Result): Result | undefined => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof FilterProblem)) throw error;
      problems.push({ path, message: error.message });
      return undefined;
    }
  };

  const column = attempt('sortBy', () => readSortColumn(definition, query.sortBy || definition.defaultSort.column));
  const search = attempt('search', () => readSearch(query.search ?? ''));
  const entries = query.filter ? (attempt('filter', () => readFilterEntries(query.filter ?? '')) ?? []) : [];
  const filters: (Filter | null | undefined)[] = [
    ...entries.map(([key, value]) => attempt(`filter.${shorten(key)}`, () => readFilter(definition, key, value))),
    ...Object.entries(contains).map(([key, text]) => attempt(key, () => readFilter(definition, key, text ?? null))),
  ];
  const [first, ...others] = problems;
  if (first !== undefined) throw refusedQuery(first, ...others);
  if (column === undefined || search === undefined) throw new Error('A list query was neither understood nor refused.');
  return {
    page: query.page,
    limit: query.limit,
    sort: { column, order: query.sortOrder ?? (query.sortBy ? 'ASC' : definition.defaultSort.order) },
    search: search === '' ? null : search,
    filters: filters.filter((filter) => filter !== null && filter !== undefined),
  };
}

function readSortColumn(definition: ListDefinition, id: string): Column {
  const column = findColumn(definition, id);
  if (column === undefined || column.sortExpression === null) {
    throw new FilterProblem(`there is no column '${shorten(id)}' to sort by`);
  }
  return column;
}

/** More than a list has columns. */
export const MAX_FILTERS = 100;

/** Separator between the searched fields, which are stored concatenated. */
const fieldSeparator = '\x1f';

function readSearch(text: string): string {
  if (text.includes(fieldSeparator)) throw new FilterProblem('must not contain control characters');
  return readText(text);
}

function readFilterEntries(text: string): [string, unknown][] {
  const parsed = parseJsonObject(text);
  if (parsed === undefined) throw new FilterProblem('must be a JSON object of column ids and values');
  const entries = Object.entries(parsed);
  if (entries.length > MAX_FILTERS) throw new FilterProblem(`must name at most ${MAX_FILTERS} columns`);
  return entries;
}

function readFilter(definition: ListDefinition, key: string, value: unknown): Filter | null {
  const alias = new Map(Object.entries(definition.aliases)).get(key);
  const column = findColumn(definition, alias?.column ?? key);
  if (column === undefined) throw new FilterProblem(`there is no column '${shorten(key)}' to filter by`);
  return alias?.bound === undefined ? readFilterValue(column, value) : readBound(column, alias.bound, value);
}
