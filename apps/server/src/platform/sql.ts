import { createHash } from 'node:crypto';
import { MAX_LISTED } from '@portal/contract/values';
import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import type { Database } from './database.ts';

/**
 * An SQL fragment with separate values: `parts` has one element more than `values`. Not Kysely's own `sql`, because it takes
 * ten times as long to build a statement, which is a tenth of the time of a list's first page.
 */
export interface Sql {
  readonly parts: readonly string[];
  readonly values: readonly unknown[];
}

/** What a template may contain: another fragment, or a value that becomes a parameter. */
type Hole = Sql | string | number | boolean | null | readonly string[];

function isSql(hole: Hole): hole is Sql {
  return typeof hole === 'object' && hole !== null && 'parts' in hole;
}

/** Builds SQL from a template. Values never become part of the text. */
export function sql(strings: TemplateStringsArray, ...holes: Hole[]): Sql {
  return interleave(strings, holes);
}

function interleave(strings: readonly string[], holes: readonly Hole[]): Sql {
  const parts: string[] = [strings[0] ?? ''];
  const values: unknown[] = [];
  const append = (text: string) => {
    parts[parts.length - 1] += text;
  };
  holes.forEach((hole, index) => {
    if (isSql(hole)) {
      append(hole.parts[0] ?? '');
      parts.push(...hole.parts.slice(1));
      values.push(...hole.values);
    } else {
      parts.push('');
      values.push(hole);
    }
    append(strings[index + 1] ?? '');
  });
  return { parts, values };
}

/** Raw SQL text from our own code, such as a column name; never user input. */
export function raw(text: string): Sql {
  return { parts: [text], values: [] };
}

/** Concatenates fragments. Like `raw`, the separator must be our own text. */
export function join(pieces: readonly Sql[], separator: string): Sql {
  return interleave([...pieces.map((_, index) => (index === 0 ? '' : separator)), ''], pieces);
}

/** Conjunction of the conditions; true if there are none. */
export function all(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? raw('true') : join(conditions, ' and ');
}

/**
 * A page of a list: at most `MAX_LISTED` of the rows, those whose ids follow `after` (undefined: the first), in a given order.
 * Ids do not change, so that no row is missed between two pages.
 * @param list a complete `select`, up to its last condition
 * @param id its expression for the id
 * @param order names of its columns
 */
export function pageAfter(list: Sql, id: Sql, after: string | undefined, order: Sql): Sql {
  const rest = after === undefined ? sql`` : sql` and ${id} > ${after}`;
  return sql`select * from (${list}${rest} order by ${id} limit ${raw(String(MAX_LISTED))}) page order by ${order}`;
}

/** Whether a row follows another in a list that is ordered by `instant desc, id`; without an id: whether it is older. */
export function olderThan(columns: { instant: Sql; id: Sql }, before: string, beforeId: string | undefined): Sql {
  const { instant, id } = columns;
  if (beforeId === undefined) return sql`${instant} < ${before}`;
  // An index bound on the instant, then the remaining rows of that instant.
  return sql`${instant} <= ${before} and (${instant} < ${before} or ${id} > ${beforeId})`;
}

/** The text with `$1`, `$2`, … and its values, as `pg` expects them. */
export function compile({ parts, values }: Sql): { text: string; values: unknown[] } {
  let text = parts[0] ?? '';
  for (let index = 1; index < parts.length; index += 1) text += `$${index}${parts[index]}`;
  return { text, values: [...values] };
}

/** Runs SQL, optionally in a transaction. For the format of values see platform/tables.ts. */
export async function runSql<Row>(db: Database, statement: Sql): Promise<Row[]> {
  const { text, values } = compile(statement);
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows;
}

/** Statement names by text, derived from it so that they are the same on every connection. */
const names = new Map<string, string>();

/**
 * Runs a prepared statement: each connection parses and plans it once. For frequent statements whose best plan does not
 * depend on values. The number of different texts must be small.
 */
export async function runPrepared<Row extends pg.QueryResultRow>(
  pool: Pick<pg.Pool, 'query'>,
  statement: Sql,
): Promise<Row[]> {
  const { text, values } = compile(statement);
  const name = names.get(text) ?? createHash('sha256').update(text).digest('base64url');
  names.set(text, name);
  return (await pool.query<Row>({ name, text, values })).rows;
}
