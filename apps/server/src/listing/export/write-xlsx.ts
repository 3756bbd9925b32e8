import type { CellValue, ColumnDef } from 'hucre/xlsx';
import { writeXlsxStream } from 'hucre/xlsx';
import type { Column } from '../definition.ts';
import { toMoneyText } from '../money-text.ts';
import type { ExportColumn } from './columns.ts';
import { escapeFormula } from './escape-formula.ts';
import type { Cell, CellRows } from './export-file.ts';

/** Characters in a cell at most; Excel calls a file with more of them damaged. */
const MAX_TEXT_LENGTH = 32_767;

/** Excel counts days from here on rightly: before, it knows a 29 February 1900. */
const firstDay = '1900-03-01';

/** Beyond, a sheet may come to 4 GiB, which takes a form of ZIP that not everything but Excel reads. */
const manyRows = 100_000;

type Workbook = { title: string; columns: readonly ExportColumn[]; rowCount: number; rows: CellRows };

const formats: Partial<Record<Column['kind'], { numFmt: string; width: number }>> = {
  number: { numFmt: '0.00######', width: 14 },
  day: { numFmt: 'yyyy-mm-dd', width: 12 },
  instant: { numFmt: 'yyyy-mm-dd hh:mm:ss', width: 20 },
};

/**
 * An XLSX workbook, made as its rows come: amounts are numbers, days and instants (UTC) are dates, text is never a
 * formula. Rows beyond Excel's 1,048,576 go on in further sheets, each with the header.
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

/** A row without any value would be left out, and whoever counts would miss it. */
function present(values: CellValue[]): CellValue[] {
  return values.every((value) => value === null) ? [''] : values;
}

function toValue(column: Column | undefined, cell: Cell): CellValue {
  if (cell === null) return null;
  switch (column?.kind) {
    case 'number':
      return toAmount(cell);
    case 'day':
    case 'instant':
      return cell >= firstDay && /^\d{4}-/.test(cell) ? new Date(cell) : cell;
    default:
      return toText(cell);
  }
}

/** A workbook's numbers are doubles, and Excel keeps 15 digits: an amount of more stays exact as text. */
function toAmount(cell: string): CellValue {
  const amount = toMoneyText(cell);
  const significant = amount.replace(/[-.]/g, '').replace(/^0+|0+$/g, '');
  return significant.length <= 15 ? Number(amount) : amount;
}

/** Excel reads `_x0041_` as a letter by its number: what looks like that and is not keeps its first underscore so. */
function toText(text: string): string {
  const defused = escapeFormula(text).replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_');
  return defused.length <= MAX_TEXT_LENGTH ? defused : `${defused.slice(0, MAX_TEXT_LENGTH - 1)}…`;
}
