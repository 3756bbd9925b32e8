import { Readable } from 'node:stream';
import type { ExportFormat } from '@portal/contract/listing';
import type { ExportColumn } from './columns.ts';
import { writeCsv } from './write-csv.ts';
import { writeXlsx } from './write-xlsx.ts';

/** A value as PostgreSQL writes it: platform/tables.ts. */
export type Cell = string | null;
/** Rows by the batch, each with one cell a column. */
export type CellRows = AsyncIterable<readonly (readonly Cell[])[]>;

/** A whole list on its way to its reader, who must read it or destroy it. */
export type ExportFile = {
  name: string;
  contentType: string;
  rowCount: number;
  /** A reader who takes nothing for so many milliseconds is cut off. */
  stalledMs: number;
  content: Readable;
};

const contentTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** What goes into a file. */
export type ExportContent = {
  format: ExportFormat;
  /** What the rows are, in one word: of the file's name and the sheet's. */
  subject: string;
  /** The day of the export, YYYY-MM-DD. */
  day: string;
  columns: readonly ExportColumn[];
  rowCount: number;
  rows: CellRows;
};

/** Writes rows into a file as they come, no faster than it is read; what goes wrong with them destroys it. */
export function toExportFile({
  format,
  subject,
  day,
  columns,
  rowCount,
  rows,
}: ExportContent): Omit<ExportFile, 'stalledMs'> {
  const title = subject.charAt(0).toUpperCase() + subject.slice(1);
  const chunks = format === 'csv' ? writeCsv(columns, rows) : writeXlsx({ title, columns, rowCount, rows });
  return {
    name: `${subject}-${day}.${format}`,
    contentType: contentTypes[format],
    rowCount,
    content: Readable.from(chunks, { objectMode: false }),
  };
}
