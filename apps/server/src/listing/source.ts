import type { Filter, ListDefinition } from './definition.ts';
import type { Sql } from './sql.ts';

/** A list as one caller sees it: its definition, the rows in scope, and what is known of their number. */
export type ListSource = {
  readonly definition: ListDefinition;
  /** The condition of the caller's scope; null where the scope is all rows. */
  readonly within: Sql | null;
  /** Whether, with the scope alone, an index holds the rows in the order of this column. */
  isIndexed(columnId: string): boolean;
  /** How many rows these filters leave in scope, where that is known without looking at the rows. */
  lookUpTotal(filters: readonly Filter[]): KnownTotal | null;
  /** A value that changes whenever the rows do; null where there is none, so that no total is remembered. */
  readonly version: Sql | null;
  /** That value as it was when the request came in, where it was read then. */
  readonly versionRead?: string | undefined;
};

/** A total that is looked up, not counted. */
export type KnownTotal = {
  /** A statement of one row: `list_total`, and whatever `narrow` makes use of. */
  readonly statement: Sql;
  /** What that row tells of where the list's rows lie. */
  narrow?(row: Readonly<Record<string, unknown>>): IndexBound | null;
};

/** A stretch of a column that holds all rows of a list, among others. */
export type IndexBound = {
  readonly columnId: string;
  readonly condition: Sql;
  /** How many rows lie in this stretch. */
  readonly rows: number;
};
