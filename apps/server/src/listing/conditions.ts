import type { Column, Disjuncts, Filter } from './definition.ts';
import { all, raw, type Sql, sql } from './sql.ts';

/**
 * The condition that a text in lower case, as the searched columns are, contains another, taken literally and whatever
 * its case.
 */
export function textContains(value: Sql, text: string): Sql {
  const pattern = sql`lower(${`%${escaped(text)}%`} collate "und-x-icu")`;
  if (text.search(sigmas) === -1) return sql`${value} like ${pattern}`;
  return sql`translate(${value}, 'ς', 'σ') like translate(${pattern}, 'ς', 'σ')`;
}

/** In lower case this one letter is written in another way where a word ends, which may be within a longer one. */
const sigmas = /[Σσς]/g;

/**
 * A pattern that holds wherever a text is contained, and that a trigram index answers sooner than the whole of it: of a
 * long text, what the index has to compare grows with each letter; of one with a sigma, it knows the other letters.
 * Null: there is none.
 */
export function containingRoughly(text: string): Sql | null {
  if (text.search(sigmas) !== -1 && hasTrigrams(text)) {
    return sql`lower(${`%${escaped(text).replaceAll(sigmas, '_')}%`} collate "und-x-icu")`;
  }
  const [head, tail] = [text.slice(0, 3), text.slice(-6)];
  // Beyond ASCII the case of a letter may depend on its neighbours.
  if (!/^[ -~]{10,}$/.test(text) || !hasTrigrams(tail)) return null;
  return sql`lower(${`%${escaped(head)}%${escaped(tail)}%`} collate "und-x-icu")`;
}

/** Whether a trigram index can look for a text: it knows three letters or digits in a row at least. */
export function hasTrigrams(text: string): boolean {
  return /[a-z0-9]{3}/i.test(text);
}

function escaped(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}

/** How the rows of a filter are found. */
export function filterDisjuncts(filter: Filter): Disjuncts {
  const found = filter.kind === 'contains' ? filter.column.find?.(filter.text) : undefined;
  return found ?? [filterCondition(filter)];
}

/** Whether a row passes a filter. */
export function filterCondition(filter: Filter): Sql {
  const { column } = filter;
  const value = raw(column.source);
  switch (filter.kind) {
    case 'contains':
      return contains(column, filter.text);
    case 'oneOf':
      return sql`${value} = any(${filter.values})`;
    case 'range': {
      const from = filter.from === null ? [] : [sql`${value} >= ${filter.from}`];
      const to = filter.to === null ? [] : [sql`${value} <= ${filter.to}`];
      return all([...from, ...to]);
    }
  }
}

/** The condition that a column contains a text, whatever the case. */
export function contains({ source }: Pick<Column, 'source'>, text: string): Sql {
  return textContains(sql`lower(${raw(source)} collate "und-x-icu")`, text);
}

/**
 * The same condition as something that the planner cannot estimate (it takes half of the rows) nor look up in an
 * index: for walking an index in sort order, where it is known that enough rows will do.
 */
export function optimizationFence(condition: Sql): Sql {
  return sql`case when ${condition} then true else false end`;
}

/**
 * For a column of few distinct values: its value is one of those that contain a text. They are read from the column's
 * sort index by leaping from one to the next.
 */
export function containsAsOneOfFew(table: string, column: Pick<Column, 'source'>): (text: string) => Disjuncts {
  const [from, value] = [raw(table), raw(column.source)];
  return (text) => [
    sql`${value} = any(array(
    with recursive distinct_values(value) as (
      (select ${value} from ${from} where ${value} is not null order by ${value} nulls first limit 1)
      union all
      select (select ${value} from ${from} where ${value} > before.value order by ${value} nulls first limit 1)
      from distinct_values as before where before.value is not null
    )
    select value from distinct_values where ${contains({ source: 'value' }, text)}))`,
  ];
}
