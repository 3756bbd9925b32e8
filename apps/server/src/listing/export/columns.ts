import { type Column, findColumn, type ListDefinition } from '../definition.ts';
import { refusedQuery, shorten } from '../refused-query.ts';

/** What stands above a column, by its id; in the order in which columns are exported when nobody asks for another. */
export type ColumnHeaders = Readonly<Record<string, string>>;

/** A column of a file. */
export type ExportColumn = { readonly column: Column; readonly header: string };

/**
 * Understands which columns a file shall have: comma-joined ids, by default all that the list has for its caller.
 * 400 names the one that it has not.
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
