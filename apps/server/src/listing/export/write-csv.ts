import { lastDayOf } from '@portal/contract/last-day';
import { writeCsv as formatCsv } from 'hucre/csv';
import type { Column } from '../definition.ts';
import { toMoneyText } from '../raw-data.ts';
import type { Cell, CellRows, ExportColumn } from './columns.ts';
import { escapeFormulas } from './escape-formula.ts';

/** Byte order mark; without it Excel assumes the system's legacy encoding. */
const byteOrderMark = '\uFEFF';

/**
 * CSV (RFC 4180) in UTF-8: days and timestamps in ISO 8601, amounts in full with at least two decimals. The end of an
 * access is its last day, or an instant if it is within a day.
 */
export async function* writeCsv(columns: readonly ExportColumn[], batches: CellRows): AsyncGenerator<Buffer> {
  yield Buffer.from(byteOrderMark + toLines([columns.map(({ header }) => header)]));
  for await (const rows of batches) {
    yield Buffer.from(toLines(rows.map((row) => row.map((cell, index) => toText(columns[index]?.column, cell)))));
  }
}

function toLines(rows: string[][]): string {
  return `${formatCsv(rows)}\r\n`;
}

function toText(column: Column | undefined, cell: Cell): string {
  if (cell === null) return '';
  switch (column?.kind) {
    case 'number':
      return toMoneyText(cell);
    case 'quantity':
    case 'day':
    case 'instant':
      return cell;
    case 'accessEnd':
      return lastDayOf(cell) ?? cell;
    default:
      return escapeFormulas(cell);
  }
}
