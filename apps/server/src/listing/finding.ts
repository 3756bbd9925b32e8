import { filterDisjuncts } from './conditions.ts';
import type { Disjuncts, ListRequest } from './definition.ts';
import type { ListSource } from './source.ts';
import { all, join, raw, type Sql, sql } from './sql.ts';

/** From here on rows are not gathered and sorted: an index is walked in sort order until the page is full. */
export const manyRows = 5000;

/** How the rows of a list are found by index, or counted. Each row is found in one way alone. */
export type SearchPlan = {
  readonly ways: readonly (readonly Sql[])[];
  /** A condition, known almost at once, that must hold if the rows are to be looked for at all. */
  readonly isWorthwhile: Sql | null;
};

/** The ways to the rows that a request asks for; nothing is read yet. */
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

/** Among so many hits, walking to the page reads fewer rows than gathering all hits. */
function hasFewHits(count: ListSource['definition']['search']['count'], request: ListRequest): Sql | null {
  if (count === undefined || request.search === null) return null;
  const pageEnd = request.page * request.limit;
  return sql`select hits * hits <= rows * ${pageEnd}
  from (select (${count.atLeast(request.search)})::numeric as hits, (${count.rows})::numeric as rows) as known`;
}

/** Every choice of one alternative from each. */
function product(choices: readonly Disjuncts[]): Sql[][] {
  return choices.reduce<Sql[][]>(
    (ways, alternatives) => ways.flatMap((way) => alternatives.map((alternative) => [...way, alternative])),
    [[]],
  );
}

/** The number of rows, counted one by one. */
export function countRows(table: string, { ways }: SearchPlan): Sql {
  return sql`select ${join(
    ways.map((way) => sql`(select count(*) from ${raw(table)} where ${all(way)})`),
    ' + ',
  )}`;
}
