import { badRequest, type ErrorDetail } from '../../platform/errors.ts';
import { type Column, findColumn, type ListDefinition } from '../definition.ts';

/** What stands above a column, by its id; in the order in which columns are exported when nobody asks for another. */
export type ColumnHeaders = Readonly<Record<string, string>>;

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
  const name = id.length > 60 ? `${id.slice(0, 60)}…` : id;
  const problem: ErrorDetail = { path: 'columns', message: `there is no column '${name}' to export` };
  throw badRequest(`${problem.path}: ${problem.message}.`, [problem]);
}
