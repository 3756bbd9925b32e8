import { lastDayOf } from '@portal/contract/last-day';
import { type CellValue, type ColumnDef, writeXlsxStream } from 'hucre/xlsx';
import type { Column } from '../definition.ts';
import { toMoneyText } from '../raw-data.ts';
import type { Cell, CellRows, ExportColumn } from './columns.ts';
import { escapeFormula } from './escape-formula.ts';

/** Maximum number of characters in a cell; Excel reports a file with more as damaged. */
const MAX_TEXT_LENGTH = 32_767;

/** Excel's dates are correct from this day on: before it, Excel has a nonexistent February 29, 1900. */
const firstDay = '1900-03-01';

/** Above this size, a sheet may exceed 4 GiB and need a ZIP format that few programs besides Excel can read. */
const manyRows = 100_000;

type Workbook = { title: string; columns: readonly ExportColumn[]; rowCount: number; rows: CellRows };

const formats: Partial<Record<Column['kind'], { numFmt: string; width: number }>> = {
  number: { numFmt: '0.00######', width: 14 },
  quantity: { numFmt: 'General', width: 12 },
  day: { numFmt: 'yyyy-mm-dd', width: 12 },
  accessEnd: { numFmt: 'yyyy-mm-dd', width: 20 },
  instant: { numFmt: 'yyyy-mm-dd hh:mm:ss', width: 20 },
};

/**
 * Streams an XLSX workbook: amounts are numbers, days and timestamps (UTC) are dates, text is never a formula. Rows
 * beyond Excel's 1,048,576 continue in further sheets, each with the header.
 */
export function writeXlsx({ title, columns, rowCount, rows }: Workbook): AsyncIterable<Uint8Array> {
  const definitions = columns.map(({ header, column }): ColumnDef => ({ header, width: 24, ...formats[column.kind] }));
  const zip64 = rowCount > manyRows;
  return writeXlsxStream(toValues(columns, rows), {
    name: title,
    columns: definitions,
    freezePane: { rows: 1 },
    zip64,
  });
}

async function* toValues(columns: readonly ExportColumn[], batches: CellRows): AsyncGenerator<CellValue[]> {
  for await (const rows of batches) {
    for (const row of rows) yield present(row.map((cell, index) => toValue(columns[index]?.column, cell)));
  }
}

/** An empty row would be omitted, and row counts would be wrong. */
function present(values: CellValue[]): CellValue[] {
  return values.every((value) => value === null) ? [''] : values;
}

function toValue(column: Column | undefined, cell: Cell): CellValue {
  if (cell === null) return null;
  switch (column?.kind) {
    case 'number':
      return toAmount(cell);
    case 'quantity':
      return Number(cell);
    case 'day':
    case 'instant':
      return cell >= firstDay && /^\d{4}-/.test(cell) ? new Date(cell) : cell;
    case 'accessEnd':
      return toLastDay(cell);
    default:
      return toText(cell);
  }
}

/** Text if the access ends within a day, since the column's format has no time. */
function toLastDay(cell: string): CellValue {
  const day = lastDayOf(cell);
  return day === undefined ? cell : new Date(day);
}

/** Excel numbers are doubles with 15 digits; amounts with more digits are stored as text to stay exact. */
function toAmount(cell: string): CellValue {
  const amount = toMoneyText(cell);
  const significant = amount.replace(/[-.]/g, '').replace(/^0+|0+$/g, '');
  return significant.length <= 15 ? Number(amount) : amount;
}

/** Excel decodes `_x0041_` as a character code; text that looks like one gets its first underscore escaped. */
function toText(text: string): string {
  const defused = escapeFormula(text).replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_');
  return defused.length <= MAX_TEXT_LENGTH ? defused : `${defused.slice(0, MAX_TEXT_LENGTH - 1)}…`;
}
