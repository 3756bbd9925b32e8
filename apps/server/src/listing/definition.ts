import type { Sql } from './sql.ts';

/** `ASC`: from the smallest value on; what is missing counts as smaller than all. */
export type SortOrder = 'ASC' | 'DESC';

/** A column of a list as the wire names it, and where its values come from. */
export type Column = {
  /** `tranId`, `entity`; of a reference it is the display name that is sorted and filtered. */
  readonly id: string;
  readonly kind: 'text' | 'reference' | 'choice' | 'number' | 'day' | 'instant';
  /** The table's column. */
  readonly source: string;
  /** The table's column that holds the id of a reference or choice. */
  readonly idSource?: string;
  /** What is sorted by, where that is not the column itself. Null: not sortable. */
  readonly sortExpression?: string | null;
  /** What a choice can be. */
  readonly choices?: readonly string[];
  /** How indexes find the rows whose value contains a text; without it, row by row. */
  readonly find?: (text: string) => Disjuncts;
};

/** A column that the table keeps in two: `name_id` and the display name `name_name`. */
export function referenceColumn(id: string, name: string): Column {
  return { id, kind: 'reference', source: `${name}_name`, idSource: `${name}_id` };
}

/** Conditions each of which an index answers best in its own way. No row fulfils two of them. */
export type Disjuncts = readonly Sql[];

/** How a list is searched: which rows contain a term. */
export type Search = {
  /** Finds few rows among many, by indexes. */
  find(term: string): Disjuncts;
  /** Tests row by row: the same condition, for walking through a list. */
  test(term: string): Sql;
  /** What is known of the number of hits before looking at the rows themselves. */
  readonly count?: {
    /** How many rows there are, hits or not: known almost at once, as the next. */
    readonly rows: Sql;
    /** At least so many of them contain the term. */
    atLeast(term: string): Sql;
    /** So many of them contain the term. */
    exactly(term: string): Sql;
  };
};

/** All that a feature says of one of its lists. What is not for the caller is not in here. */
export type ListDefinition = {
  readonly table: string;
  readonly columns: readonly Column[];
  /** Other names of filters; `bound` makes a single number one end of the column's range. */
  readonly aliases: Readonly<Record<string, { readonly column: string; readonly bound?: 'min' | 'max' }>>;
  readonly defaultSort: { readonly column: string; readonly order: SortOrder };
  readonly search: Search;
};

/** A filter, understood. Ends of a range are included; an instant's are ISO 8601 UTC to the microsecond. */
export type Filter =
  | { readonly kind: 'contains'; readonly column: Column; readonly text: string }
  | { readonly kind: 'oneOf'; readonly column: Column; readonly values: readonly string[] }
  | { readonly kind: 'range'; readonly column: Column; readonly from: string | null; readonly to: string | null };

/** A list query, understood: everything in it exists and is of the right kind. */
export type ListRequest = {
  readonly page: number;
  readonly limit: number;
  readonly sort: { readonly column: Column; readonly order: SortOrder };
  readonly search: string | null;
  readonly filters: readonly Filter[];
};

/** A page of a list; `total` counts the whole list. */
export type Page<Item> = { items: Item[]; total: number; pages: number; page: number; limit: number };

/** `entity` and `entity.refName` are the same column. */
export function findColumn(definition: ListDefinition, id: string): Column | undefined {
  return definition.columns.find(
    (column) => column.id === id || (isReference(column.kind) && `${column.id}.refName` === id),
  );
}

/** Whether the wire has an id and a display name. */
export function isReference(kind: Column['kind']): boolean {
  return kind === 'reference' || kind === 'choice';
}
