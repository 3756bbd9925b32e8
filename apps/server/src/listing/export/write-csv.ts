import { stringify } from 'csv-stringify/sync';
import type { Column } from '../definition.ts';
import { toMoneyText } from '../money-text.ts';
import type { ExportColumn } from './columns.ts';
import { escapeFormulas } from './escape-formula.ts';
import type { Cell, CellRows } from './export-file.ts';

/** Without it Excel takes the text for its machine's own alphabet. */
const byteOrderMark = '\uFEFF';

/** CSV (RFC 4180) in UTF-8: days and instants in ISO 8601, amounts in full, with two decimals or more. */
export async function* writeCsv(columns: readonly ExportColumn[], batches: CellRows): AsyncGenerator<Buffer> {
  yield Buffer.from(byteOrderMark + toLines([columns.map(({ header }) => header)]));
  for await (const rows of batches) {
    yield Buffer.from(toLines(rows.map((row) => row.map((cell, index) => toText(columns[index]?.column, cell)))));
  }
}

function toLines(rows: readonly (readonly string[])[]): string {
  // By itself it quotes the line ends of its own kind alone.
  return stringify([...rows], { record_delimiter: '\r\n', quoted_match: /[\r\n]/ });
}

function toText(column: Column | undefined, cell: Cell): string {
  if (cell === null) return '';
  switch (column?.kind) {
    case 'number':
      return toMoneyText(cell);
    case 'day':
    case 'instant':
      return cell;
    default:
      return escapeFormulas(cell);
  }
}
