import type { ExportQuery } from '@portal/contract/listing';
import type pg from 'pg';
import type { Clock } from '../../platform/clock.ts';
import type { ListRequest } from '../definition.ts';
import { countRows, planFinding } from '../finding.ts';
import type { ListSource } from '../source.ts';
import { wholeStatement } from '../statements.ts';
import type { ExportColumn } from './columns.ts';
import { type CellRows, type ExportFile, toExportFile } from './export-file.ts';
import { createPlaces } from './places.ts';
import { openSnapshot, type Snapshot } from './snapshot.ts';

/** Each holds one of the connections that the lists need too. */
const atOnce = 2;

/** Which rows of which list are wanted, with which columns, in which format. */
export type WantedExport = {
  subject: string;
  source: ListSource;
  /** Its page is of no account: all are meant. */
  request: ListRequest;
  columns: readonly ExportColumn[];
  format: ExportQuery['format'];
  /** Aborted when nobody waits for the file any more. */
  gone: AbortSignal;
};

/**
 * Opens a whole list as a file. 503 while others are being written. The rows are counted first, in the snapshot from
 * which they are read: a file that comes to its end has them all.
 */
export type Export = (wanted: WantedExport) => Promise<ExportFile>;

export type ExportDependencies = { pool: pg.Pool; clock: Clock };

/** One for all lists of a process, so that together they leave connections to everything else. */
export function createExporter({ pool, clock }: ExportDependencies): Export {
  const takePlace = createPlaces(atOnce);

  return async ({ subject, source, request, columns, format, gone }) => {
    const snapshot = await openSnapshot(pool, await takePlace(gone));
    gone.addEventListener('abort', snapshot.end);
    try {
      gone.throwIfAborted();
      const { table } = source.definition;
      const finding = planFinding(source, request);
      const rowCount = await snapshot.count(countRows(table, finding));
      const values = columns.map(({ column }) => column);
      const statement = wholeStatement(source.definition, finding, request.sort, values);
      const rows = readAll(snapshot, snapshot.read(statement), rowCount);
      const day = clock.now().toISOString().slice(0, 10);
      return toExportFile({ format, subject, day, columns, rowCount, rows });
    } catch (error) {
      snapshot.end();
      throw error;
    }
  };
}

/** Fails at the end unless so many rows came. */
async function* readAll(snapshot: Snapshot, batches: CellRows, rowCount: number): CellRows {
  let read = 0;
  try {
    for await (const rows of batches) {
      read += rows.length;
      yield rows;
    }
    if (read !== rowCount) throw new Error(`An export read ${read} rows of ${rowCount}.`);
  } finally {
    snapshot.end();
  }
}
