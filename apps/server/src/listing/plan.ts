import { all, join, raw, type Sql, sql } from '../platform/sql.ts';
import { filterCondition, filterDisjuncts, optimizationFence } from './conditions.ts';
import type { Disjuncts, Filter, IndexBound, KnownTotal, ListRequest, ListSource, Search } from './definition.ts';
import {
  indexScanStatement,
  manyCoveredRows,
  manyRows,
  type PageWindow,
  pageNearStartStatement,
  type RowConditions,
  type ScanConditions,
  sortAllStatement,
} from './statements.ts';

/** Number of rows from the start of a list among which a page is read without looking for a faster plan. */
const nearStartRows = 200;

const usualLimits = new Set([1, 10, 20, 50, 100]);

/** Plan for reading a list. */
export type ListPlan =
  /**
   * A page near the start of an unfiltered list, in the order of an index: one statement returns page and total, unless
   * the page is empty. `isPrepared`: a first page, which nearly everyone requests.
   */
  | {
      readonly kind: 'unfilteredNearStart';
      readonly statement: Sql;
      readonly total: Sql;
      readonly version: Sql | null;
      readonly isPrepared: boolean;
    }
  /** The total can be looked up. Depending on it, sorts all rows or scans an index. */
  | ({ readonly kind: 'totalKnown'; readonly total: KnownTotal } & FilteredPlan)
  /**
   * The rows have to be counted. Sorts and counts them; if there are many, counts them and scans an index. `isPrepared`: the
   * first page of a search, whose few rows are sorted in the same way for any text.
   */
  | ({ readonly kind: 'totalUnknown'; readonly count: Sql; readonly isPrepared: boolean } & FilteredPlan);

/** `isCached`: many users request the page, such as the orders that the overview counts, so it is cached until an order changes. */
type FilteredPlan = { readonly version: Sql; readonly steps: PageSteps; readonly isCached: boolean };

/** Statements that a plan may need. */
export type PageSteps = {
  sortAll(window: PageWindow, indexBound: IndexBound | null): Sql;
  /** However many rows there are. */
  sortMany(window: PageWindow): Sql;
  /** `maxScanned`: null to scan until the page is full. */
  indexScan(window: PageWindow, total: Sql, indexBound: IndexBound | null, maxScanned: number | null): Sql;
};

/** Plans how to read a list; reads nothing yet. */
export function planList(source: ListSource, request: ListRequest): ListPlan {
  const { definition, within } = source;
  const { sort, filters } = request;
  const lookedUp = request.search === null ? source.lookUpTotal(filters) : null;
  const requested = pageWindow(request);
  const version = source.version ?? sql`null`;
  const isNearStart = requested.offset + requested.limit <= nearStartRows;
  const isFirstPage =
    requested.offset === 0 && sort.column.id === definition.defaultSort.column && usualLimits.has(requested.limit);
  if (lookedUp !== null && filters.length === 0 && isNearStart && source.isIndexed(sort.column.id)) {
    const total = sql`select list_total from (${lookedUp.statement}) as known`;
    const where = within === null ? [] : [within];
    const statement = pageNearStartStatement(definition, total, version, where, sort, requested);
    return { kind: 'unfilteredNearStart', statement, total, version: source.version, isPrepared: isFirstPage };
  }
  const conditions = planRowConditions(source, request);
  const scanConditions = indexScanConditions(source, request);
  const isCovered = request.search === null && source.isCovered?.(request) === true;
  const maxRows = isCovered ? manyCoveredRows : manyRows;
  const steps: PageSteps = {
    sortAll: (window, indexBound) => {
      const alternatives = conditions.alternatives.map((alternative) => plus(alternative, indexBound));
      return sortAllStatement(definition, { ...conditions, alternatives }, sort, window, maxRows);
    },
    sortMany: (window) =>
      sortAllStatement(definition, { ...conditions, isWorthwhile: null }, sort, window, Number.MAX_SAFE_INTEGER),
    indexScan: (window, total, indexBound, maxScanned) => {
      const bounded = { ...scanConditions, bounds: plus(scanConditions.bounds, indexBound) };
      return indexScanStatement(definition, total, version, bounded, sort, window, maxScanned);
    },
  };
  const isCached = isCovered && isNearStart;
  if (lookedUp !== null) return { kind: 'totalKnown', total: lookedUp, version, steps, isCached };
  const isCounted = conditions.isWorthwhile !== null;
  const count = (isCounted ? countOfSearch(source, request) : null) ?? countRows(definition.table, conditions);
  return { kind: 'totalUnknown', count, version, steps, isCached, isPrepared: isCounted && isFirstPage };
}

/** Number of hits of a search without filters, by the list's own count. */
function countOfSearch({ definition }: ListSource, { search }: ListRequest): Sql | null {
  return search === null ? null : (definition.search.count?.exactly(search) ?? null);
}

/** A range filter on the sort column bounds the index scan; all other conditions are tested per row. */
function indexScanConditions(
  { definition, within }: ListSource,
  { sort, search, filters }: ListRequest,
): ScanConditions {
  const isBounding = ({ column }: Filter) => column === sort.column && column.findInRange === undefined;
  const bounding = filters.filter(isBounding);
  const tested = filters.filter((filter) => !isBounding(filter)).map(filterCondition);
  if (search !== null) tested.push(definition.search.test(search));
  return {
    bounds: [...(within === null ? [] : [within]), ...bounding.map(filterCondition)],
    tested: tested.length === 0 ? [] : [optimizationFence(all(tested))],
  };
}

function plus(conditions: readonly Sql[], indexBound: IndexBound | null): readonly Sql[] {
  return indexBound === null ? conditions : [...conditions, indexBound.condition];
}

/** A page, counted from the start of the list. */
export function pageWindow({ page, limit }: Pick<ListRequest, 'page' | 'limit'>): PageWindow {
  return { limit, offset: (page - 1) * limit, backwards: false };
}

/** The same page, counted from the nearer end of a list with this total. The limit is 0 past the end. */
export function nearestPageWindow(request: Pick<ListRequest, 'page' | 'limit'>, total: number): PageWindow {
  const { limit, offset } = pageWindow(request);
  const rows = Math.max(0, Math.min(limit, total - offset));
  if (rows === 0 || offset <= total / 2) return { limit: rows, offset, backwards: false };
  return { limit: rows, offset: total - offset - rows, backwards: true };
}

/** Whether to scan an index instead of sorting all rows. */
function isMany(total: number): boolean {
  return total > manyRows;
}

/**
 * The same if the index range that contains the rows is known: chooses the plan that reads fewer rows. Sorting reads
 * all `total` rows of the list. If these are spread evenly over the range, a scan reads rows / total rows for each row
 * of the list until it has reached the end of the page, which is offset + limit rows of the list.
 */
export function isIndexScanCheaper(
  total: number,
  window: PageWindow,
  { sort }: ListRequest,
  indexBound: IndexBound | null,
): boolean {
  if (indexBound?.columnId !== sort.column.id) return isMany(total);
  return ((window.offset + window.limit) * indexBound.rows) / total < total;
}

/**
 * PostgreSQL plans each alternative with all filters, which cannot be interrupted: more than a second for the 120 of a search
 * with every filter there is.
 */
const maxAlternatives = 12;

/** Conditions for the rows of a request; reads nothing yet. */
export function planRowConditions({ definition, within }: ListSource, request: ListRequest): RowConditions {
  const { search, filters } = request;
  const scope: Disjuncts[] = within === null ? [] : [[within]];
  const searched: Disjuncts[] = search === null ? [] : [definition.search.find(search)];
  let alternatives = searched[0]?.length ?? 1;
  const filtered = filters.map((filter) => {
    const disjuncts = filterDisjuncts(filter);
    if (alternatives * disjuncts.length > maxAlternatives) return [filterCondition(filter)];
    alternatives *= disjuncts.length;
    return disjuncts;
  });
  const choices = [...scope, ...filtered, ...searched];
  const isSearchAlone = search !== null && choices.length === 1;
  return {
    alternatives: product(choices),
    isWorthwhile: isSearchAlone ? hasFewHits(definition.search.count, request) : null,
  };
}

/**
 * With many hits, scanning to the page reads fewer rows than collecting all hits. Collecting reads `hits` rows. If the
 * hits are spread evenly, a scan reads rows / hits rows for each hit, thus pageEnd * rows / hits rows to the end of the
 * page. Collecting is worthwhile if hits <= pageEnd * rows / hits.
 */
function hasFewHits(count: Search['count'], request: ListRequest): Sql | null {
  if (count === undefined || request.search === null) return null;
  const pageEnd = request.page * request.limit;
  // `offset 0` prevents that the hits are counted twice.
  return sql`select hits * hits <= rows * ${pageEnd}
  from (select (${count.atLeast(request.search)})::numeric as hits, (${count.rows})::numeric as rows offset 0) as counts`;
}

/** Cartesian product: every combination of one disjunct from each choice. */
function product(choices: readonly Disjuncts[]): Sql[][] {
  return choices.reduce<Sql[][]>(
    (combinations, disjuncts) =>
      combinations.flatMap((combination) => disjuncts.map((disjunct) => [...combination, disjunct])),
    [[]],
  );
}

/** Counts the rows one by one. */
export function countRows(table: string, { alternatives }: RowConditions): Sql {
  return sql`select ${join(
    alternatives.map((alternative) => sql`(select count(*) from ${raw(table)} where ${all(alternative)})`),
    ' + ',
  )}`;
}
