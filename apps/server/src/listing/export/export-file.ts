import { Readable } from 'node:stream';
import type { ExportFormat } from '@portal/contract/listing';
import type { CellRows, ExportColumn } from './columns.ts';
import { writeCsv } from './write-csv.ts';
import { writeXlsx } from './write-xlsx.ts';

/** An export in progress. The caller must read or destroy the stream. */
export type ExportFile = {
  name: string;
  contentType: string;
  rowCount: number;
  /** Timeout in milliseconds after which an inactive reader is disconnected. */
  stalledMs: number;
  content: Readable;
};

const contentTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Contents of a file. */
export type ExportContent = {
  format: ExportFormat;
  /** Type of the rows in one word, for the names of file and sheet. */
  subject: string;
  /** Date of the export, YYYY-MM-DD. */
  day: string;
  columns: readonly ExportColumn[];
  rowCount: number;
  rows: CellRows;
};

/** Writes rows into a file as they arrive, with backpressure; an error destroys the stream. */
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
