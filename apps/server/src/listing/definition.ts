import type { Sql } from '../platform/sql.ts';

/** `ASC`: from the smallest value; missing values sort first. */
export type SortOrder = 'ASC' | 'DESC';

/** A column of a list, by its name in the API, and its source. */
export type Column = {
  /** `tranId`, `entity`; references are sorted and filtered by their display name. */
  readonly id: string;
  readonly kind: 'text' | 'reference' | 'choice' | 'number' | 'quantity' | 'day' | 'instant' | 'accessEnd';
  /** The table column. */
  readonly source: string;
  /** The table column with the id of a reference or choice. */
  readonly idSource?: string;
  /** Sort expression, if not the column itself. Null: not sortable. */
  readonly sortExpression?: string | null;
  /** Value in lists, if not the column itself. */
  readonly selectExpression?: string;
  /** Value in files, if not the column itself. */
  readonly exportExpression?: Sql;
  /** Possible values of a choice. */
  readonly choices?: readonly string[];
  /** Conditions that find rows containing a text by index; without it, rows are tested one by one. */
  readonly find?: (text: string) => Disjuncts;
  /** Conditions for a range, if it is not one of the column itself. */
  readonly findInRange?: (from: string | null, to: string | null) => Disjuncts;
};

/** A column stored in two table columns: `name_id` and the display name `name_name`. */
export function referenceColumn(id: string, name: string): Column {
  return { id, kind: 'reference', source: `${name}_name`, idSource: `${name}_id` };
}

/** Conditions that are each best served by their own index. They are mutually exclusive: no row matches two of them. */
export type Disjuncts = readonly Sql[];

/** How a list is searched: which rows contain a term. */
export type Search = {
  /** Finds matching rows by index. */
  find(term: string): Disjuncts;
  /** Row predicate equivalent to `find`, used when scanning an index in sort order. */
  test(term: string): Sql;
  /** Known numbers of hits, available without reading the rows. */
  readonly count?: {
    /** Total number of rows, matching or not. Fast, like the next one. */
    readonly rows: Sql;
    /** Lower bound for the number of matching rows. */
    atLeast(term: string): Sql;
    /** Exact number of matching rows. */
    exactly(term: string): Sql;
  };
};

/** Definition of a feature's list. Contains only what the caller may see. */
export type ListDefinition = {
  readonly table: string;
  readonly columns: readonly Column[];
  /** Alternative names of filters; with `bound`, a single number is one end of the column's range. */
  readonly aliases: Readonly<Record<string, { readonly column: string; readonly bound?: 'min' | 'max' }>>;
  readonly defaultSort: { readonly column: string; readonly order: SortOrder };
  readonly search: Search;
};

/** A parsed filter. Ranges include both ends; timestamps are ISO 8601 UTC with microseconds. */
export type Filter =
  | { readonly kind: 'contains'; readonly column: Column; readonly text: string }
  | { readonly kind: 'oneOf'; readonly column: Column; readonly values: readonly string[] }
  | { readonly kind: 'range'; readonly column: Column; readonly from: string | null; readonly to: string | null };

/** A parsed and validated list query. */
export type ListRequest = {
  readonly page: number;
  readonly limit: number;
  readonly sort: { readonly column: Column; readonly order: SortOrder };
  readonly search: string | null;
  readonly filters: readonly Filter[];
};

/** A page of a list; `total` is the count of the whole list. */
export type Page<Item> = { items: Item[]; total: number; pages: number; page: number; limit: number };

/** A list for one caller: its definition, the rows in scope, and known counts. */
export type ListSource = {
  readonly definition: ListDefinition;
  /** Condition of the caller's scope; null if the scope includes all rows. */
  readonly within: Sql | null;
  /** Whether an index has the rows of the scope in the order of this column. */
  isIndexed(columnId: string): boolean;
  /** Whether one index has all values that finding and sorting these rows needs; then even many are sorted at once. */
  isCovered?(request: Pick<ListRequest, 'filters' | 'sort'>): boolean;
  /** Number of rows in scope that match these filters, if known without reading the rows. */
  lookUpTotal(filters: readonly Filter[]): KnownTotal | null;
  /** Reads a version that changes whenever the rows do. Null if there is none: then neither pages nor totals are cached. */
  readonly version: Sql | null;
  /** That version at the time of the request, if it was read then. */
  readonly currentVersion?: string | undefined;
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

/** `entity` and `entity.refName` are the same column. */
export function findColumn(definition: ListDefinition, id: string): Column | undefined {
  return definition.columns.find(
    (column) => column.id === id || (isReference(column.kind) && `${column.id}.refName` === id),
  );
}

/** Whether the API returns an id and a display name. */
export function isReference(kind: Column['kind']): boolean {
  return kind === 'reference' || kind === 'choice';
}
