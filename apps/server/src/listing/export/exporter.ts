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

/** Exports written at the same time, as a share of the pool's connections: each holds one. */
const shareOfConnections = 1 / 4;

/** Which rows of which list are wanted, with which columns, in which format. */
export type WantedExport = {
  subject: string;
  source: ListSource;
  /** Its page is of no account: all are meant. */
  request: ListRequest;
  columns: readonly ExportColumn[];
  format: ExportQuery['format'];
  reader: ExportReader;
  /** Aborted when nobody waits for the file any more. */
  gone: AbortSignal;
};

/**
 * Opens a whole list as a file. 429 while another of the reader's is being written, 503 while there are too many, or
 * when it takes too long. The rows are counted first, in the snapshot from
 * which they are read: a file that comes to its end has them all.
 */
export type Export = (wanted: WantedExport) => Promise<ExportFile>;

export type ExportDependencies = {
  pool: pg.Pool;
  clock: Clock;
  /** How long an export may take, from its first query to its last row, and how long its reader may take nothing. */
  limits?: { totalMs: number; stalledMs: number };
};

const defaultLimits = { totalMs: 5 * minuteMs, stalledMs: 30 * secondMs };

/** One for all lists of a process, so that together they leave connections to everything else. */
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
    // Before the file's end: whoever has it can have the next.
    await snapshot.end();
  }
}
