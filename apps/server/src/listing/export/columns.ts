import { shorten } from '../../platform/errors.ts';
import { type Column, findColumn, type ListDefinition } from '../definition.ts';
import { refusedQuery } from '../filter-values.ts';

/** A value in PostgreSQL's text format; see platform/tables.ts. */
export type Cell = string | null;
/** Batches of rows with one cell per column. */
export type CellRows = AsyncIterable<readonly (readonly Cell[])[]>;

/** Column headers by column id, in the default export order. */
export type ColumnHeaders = Readonly<Record<string, string>>;

/** A column of a file. */
export type ExportColumn = { readonly column: Column; readonly header: string };

/**
 * Parses the requested columns of a file: comma-separated ids, by default all columns that the caller may see. 400
 * names an unknown column.
 */
export function readExportColumns(
  definition: ListDefinition,
  headers: ColumnHeaders,
  wanted: string | undefined,
): ExportColumn[] {
  const all = wanted === undefined || wanted.trim() === '';
  const columns = all
    ? Object.keys(headers).flatMap((id) => findColumn(definition, id) ?? [])
    : wanted.split(',').map((id) => findColumn(definition, id.trim()) ?? unknownColumn(id.trim()));
  return [...new Set(columns)].map((column) => ({ column, header: headers[column.id] ?? column.id }));
}

function unknownColumn(id: string): never {
  throw refusedQuery({ path: 'columns', message: `there is no column '${shorten(id)}' to export` });
}
