import { all, join, raw, type Sql, sql } from '../platform/sql.ts';
import type { Column, Disjuncts, Filter } from './definition.ts';

/** Condition that a lowercase text, such as a searched column, contains another text literally, ignoring its case. */
export function textContains(value: Sql, text: string): Sql {
  const pattern = lowercase(`%${escaped(text)}%`);
  if (text.search(sigmas) === -1) return sql`${value} like ${pattern}`;
  return sql`translate(${value}, 'ς', 'σ') like translate(${pattern}, 'ς', 'σ')`;
}

/** PostgreSQL plans a prepared statement once, for any text, only if a subselect hides the text: else anew for each one. */
function lowercase(pattern: string): Sql {
  return sql`(select lower(${pattern} collate "und-x-icu"))`;
}

/** The lowercase sigma has a different form at the end of a word, which may be within a longer word. */
const sigmas = /[Σσς]/g;

/**
 * A pattern that matches wherever a text is contained, and that a trigram index evaluates faster than the whole text:
 * comparisons grow with each letter, and the start of a number, such as `inv`, is in most rows. For texts with a sigma, the
 * index uses the other letters. Null if there is none.
 */
export function containingRoughly(text: string): Sql | null {
  if (text.search(sigmas) !== -1 && hasTrigrams(text)) {
    return lowercase(`%${escaped(text).replaceAll(sigmas, '_')}%`);
  }
  const pieces = selectivePieces(text);
  // Beyond ASCII, lowercase can depend on adjacent letters.
  if (pieces === null || !/^[ -~]+$/.test(text)) return null;
  return lowercase(`%${pieces.map(escaped).join('%')}%`);
}

/** Pieces of a text, in its order, that only few rows have together. Null if the text is too short for that. */
function selectivePieces(text: string): string[] | null {
  // Where the digits of a number begin, few rows agree. With shorter pieces, too many rows would have to be read.
  const [, start = '', rest = ''] = /^.*([a-z]\d\d)(.*)$/i.exec(text) ?? [];
  if (rest.length >= 4) return [start, rest.slice(-5)];
  if (rest.length >= 3) return [start + rest];
  const tail = text.slice(-6);
  if (text.length < 10 || !hasTrigrams(tail)) return null;
  return /^\d+$/.test(text) ? [tail] : [text.slice(0, 3), tail];
}

/** Whether a trigram index can search for a text: it needs at least three consecutive letters or digits. */
export function hasTrigrams(text: string): boolean {
  return /[a-z0-9]{3}/i.test(text);
}

function escaped(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}

/** Conditions that find the rows of a filter by index. */
export function filterDisjuncts(filter: Filter): Disjuncts {
  switch (filter.kind) {
    case 'contains':
      return filter.column.find?.(filter.text) ?? [filterCondition(filter)];
    case 'oneOf':
      return [filterCondition(filter)];
    case 'range':
      return filter.column.findInRange?.(filter.from, filter.to) ?? [filterCondition(filter)];
  }
}

/** Condition that tests whether a row matches a filter. */
export function filterCondition(filter: Filter): Sql {
  const { column } = filter;
  const value = raw(column.source);
  switch (filter.kind) {
    case 'contains':
      return contains(column, filter.text);
    case 'oneOf':
      return sql`${value} = any(${filter.values})`;
    case 'range': {
      const found = column.findInRange?.(filter.from, filter.to);
      return found === undefined ? isBetween(column.source, filter.from, filter.to) : sql`(${join(found, ' or ')})`;
    }
  }
}

/** Condition that a table column is in a range that includes its ends. */
export function isBetween(source: string, from: string | null, to: string | null): Sql {
  const value = raw(source);
  return all([...(from === null ? [] : [sql`${value} >= ${from}`]), ...(to === null ? [] : [sql`${value} <= ${to}`])]);
}

/** Condition that a column contains a text, ignoring case. */
export function contains({ source }: Pick<Column, 'source'>, text: string): Sql {
  return textContains(sql`lower(${raw(source)} collate "und-x-icu")`, text);
}

/**
 * The same condition behind an optimization fence: the planner assumes that it matches half of the rows and cannot use
 * an index for it. For scans in sort order, when it is known that enough rows match.
 */
export function optimizationFence(condition: Sql): Sql {
  return sql`case when ${condition} then true else false end`;
}

/**
 * For a column with few distinct values: its value is one of those that contain a text. Reads the distinct values from
 * the column's sort index with a loose index scan.
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
