import { badRequest, type ErrorDetail } from '../../platform/errors.ts';
import type { Column, ListDefinition } from '../definition.ts';

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
  const columns = new Map(definition.columns.map((column) => [column.id, column]));
  const asked = (wanted ?? '').split(',').map((id) => id.trim());
  const all = wanted === undefined || wanted.trim() === '';
  const ids = all ? Object.keys(headers).filter((id) => columns.has(id)) : [...new Set(asked)];
  return ids.map((id) => {
    const column = columns.get(id);
    if (column === undefined) throw unknownColumn(id);
    return { column, header: headers[id] ?? id };
  });
}

function unknownColumn(id: string) {
  const name = id.length > 60 ? `${id.slice(0, 60)}…` : id;
  const problem: ErrorDetail = { path: 'columns', message: `there is no column '${name}' to export` };
  return badRequest(`${problem.path}: ${problem.message}.`, [problem]);
}
