import type { ExportQuery } from '@portal/contract/listing';
import type pg from 'pg';
import { type Clock, minuteMs, secondMs } from '../../platform/clock.ts';
import { unavailable } from '../../platform/errors.ts';
import type { ListRequest } from '../definition.ts';
import { countRows, planSearch } from '../finding.ts';
import type { ListSource } from '../source.ts';
import { wholeStatement } from '../statements.ts';
import type { ExportColumn } from './columns.ts';
import { type CellRows, type ExportFile, toExportFile } from './export-file.ts';
import { alreadyExporting, createPlaces, type ExportReader } from './places.ts';
import { openSnapshot, type Snapshot } from './snapshot.ts';

/** Concurrent exports as a share of the pool's connections, since each uses one. */
const shareOfConnections = 1 / 4;

/** The list, rows, columns and format of an export. */
export type WantedExport = {
  subject: string;
  source: ListSource;
  /** Its page is ignored: an export contains all rows. */
  request: ListRequest;
  columns: readonly ExportColumn[];
  format: ExportQuery['format'];
  reader: ExportReader;
  /** Aborted when nobody waits for the file any more. */
  gone: AbortSignal;
};

/**
 * Opens a whole list as a file. 429 while another export of the user is running, 503 while there are too many, or when
 * it takes too long. Counts the rows first, in the same snapshot that is exported: a file that completes contains all
 * of them.
 */
export type Export = (wanted: WantedExport) => Promise<ExportFile>;

export type ExportDependencies = {
  pool: pg.Pool;
  clock: Clock;
  /** Time limits of an export: total, and without progress of its reader. */
  limits?: { totalMs: number; stalledMs: number };
};

const defaultLimits = { totalMs: 5 * minuteMs, stalledMs: 30 * secondMs };

/** Shared by all lists of a process, so that exports leave connections for everything else. */
export function createExporter({ pool, clock, limits = defaultLimits }: ExportDependencies): Export {
  const takePlace = createPlaces(Math.max(1, Math.floor(pool.options.max * shareOfConnections)));

  return async ({ subject, source, request, columns, format, reader, gone }) => {
    const snapshot = await openSnapshot(pool, await takePlace(reader, gone));
    gone.addEventListener('abort', snapshot.end);
    let file: ExportFile | undefined;
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      snapshot.end();
      file?.content.destroy(new Error('An export took too long.'));
    }, limits.totalMs);
    try {
      gone.throwIfAborted();
      if (!(await snapshot.lock(`export of user ${reader.userId}`))) throw alreadyExporting();
      const { table } = source.definition;
      const finding = planSearch(source, request);
      const rowCount = await snapshot.count(countRows(table, finding));
      const values = columns.map(({ column }) => column);
      const statement = wholeStatement(source.definition, finding, request.sort, values);
      const rows = readAll(snapshot, snapshot.read(statement), rowCount);
      const day = clock.now().toISOString().slice(0, 10);
      file = { ...toExportFile({ format, subject, day, columns, rowCount, rows }), stalledMs: limits.stalledMs };
      file.content.once('close', () => clearTimeout(timer));
      return file;
    } catch (error) {
      clearTimeout(timer);
      snapshot.end();
      if (isLate) throw unavailable('The export took too long. Please narrow the list and try again.', error);
      throw error;
    }
  };
}

/** Throws at the end unless the expected number of rows was written. */
async function* readAll(snapshot: Snapshot, batches: CellRows, rowCount: number): CellRows {
  let read = 0;
  try {
    for await (const rows of batches) {
      read += rows.length;
      yield rows;
    }
    if (read !== rowCount) throw new Error(`An export read ${read} rows of ${rowCount}.`);
  } finally {
    // Released before the file ends, so that a client that has the file can start the next export.
    await snapshot.end();
  }
}
