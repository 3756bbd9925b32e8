import { filterDisjuncts } from './conditions.ts';
import type { Disjuncts, ListRequest } from './definition.ts';
import type { ListSource } from './source.ts';
import { all, join, raw, type Sql, sql } from './sql.ts';

/** From this number of rows on, scans an index in sort order until the page is full instead of sorting all rows. */
export const manyRows = 5000;

/** Conditions that find, or count, the rows of a list by index. Each row matches exactly one of them. */
export type SearchPlan = {
  readonly ways: readonly (readonly Sql[])[];
  /** A cheap condition; if it is false, the rows are not searched by index. */
  readonly isWorthwhile: Sql | null;
};

/** Conditions for the rows of a request; reads nothing yet. */
export function planSearch({ definition, within }: ListSource, request: ListRequest): SearchPlan {
  const { search, filters } = request;
  const scope: Disjuncts[] = within === null ? [] : [[within]];
  const searched: Disjuncts[] = search === null ? [] : [definition.search.find(search)];
  const conditions = [...scope, ...filters.map(filterDisjuncts), ...searched];
  const isSearchAlone = search !== null && conditions.length === 1;
  return {
    ways: product(conditions),
    isWorthwhile: isSearchAlone ? hasFewHits(definition.search.count, request) : null,
  };
}

/** With many hits, scanning to the page reads fewer rows than collecting all hits. */
function hasFewHits(count: ListSource['definition']['search']['count'], request: ListRequest): Sql | null {
  if (count === undefined || request.search === null) return null;
  const pageEnd = request.page * request.limit;
  return sql`select hits * hits <= rows * ${pageEnd}
  from (select (${count.atLeast(request.search)})::numeric as hits, (${count.rows})::numeric as rows) as known`;
}

/** Cartesian product: every combination of one alternative from each choice. */
function product(choices: readonly Disjuncts[]): Sql[][] {
  return choices.reduce<Sql[][]>(
    (ways, alternatives) => ways.flatMap((way) => alternatives.map((alternative) => [...way, alternative])),
    [[]],
  );
}

/** Counts the rows one by one. */
export function countRows(table: string, { ways }: SearchPlan): Sql {
  return sql`select ${join(
    ways.map((way) => sql`(select count(*) from ${raw(table)} where ${all(way)})`),
    ' + ',
  )}`;
}
