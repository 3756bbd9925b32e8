import type { Filter, ListDefinition } from './definition.ts';
import type { Sql } from './sql.ts';

/** A list for one caller: its definition, the rows in scope, and known counts. */
export type ListSource = {
  readonly definition: ListDefinition;
  /** Condition of the caller's scope; null if the scope includes all rows. */
  readonly within: Sql | null;
  /** Whether an index has the rows of the scope in the order of this column. */
  isIndexed(columnId: string): boolean;
  /** Number of rows in scope that match these filters, if known without reading the rows. */
  lookUpTotal(filters: readonly Filter[]): KnownTotal | null;
  /** A version that changes whenever the rows do; null if there is none, in which case totals are not cached. */
  readonly version: Sql | null;
  /** That version at the time of the request, if it was read then. */
  readonly versionRead?: string | undefined;
};

/** A total that is looked up instead of counted. */
export type KnownTotal = {
  /** A statement with one row: `list_total`, and the columns that `narrow` uses. */
  readonly statement: Sql;
  /** Derives bounds for the list's rows from that row. */
  narrow?(row: Readonly<Record<string, unknown>>): IndexBound | null;
};

/** A range of a column that contains all rows of a list, and possibly others. */
export type IndexBound = {
  readonly columnId: string;
  readonly condition: Sql;
  /** Number of rows in this range. */
  readonly rows: number;
};
