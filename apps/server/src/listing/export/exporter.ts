import { Readable } from 'node:stream';
import type { ExportQuery } from '@portal/contract/listing';
import type pg from 'pg';
import { type CurrentUser, shareOf } from '../../access/current-user.ts';
import { type BusySenders, longRequestsOf } from '../../platform/busy-senders.ts';
import { type Clock, minuteMs, secondMs } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { tooManyRequests, unavailable } from '../../platform/errors.ts';
import { acquireLease } from '../../platform/leases.ts';
import type { ListRequest, ListSource } from '../definition.ts';
import { countRows, planRowConditions } from '../plan.ts';
import { wholeStatement } from '../statements.ts';
import type { CellRows, ExportColumn } from './columns.ts';
import { type ExportFile, toExportFile } from './export-file.ts';
import { createPlaces } from './places.ts';
import { openSnapshot, type Snapshot } from './snapshot.ts';
import { type SpoolSpace, spool } from './spool.ts';

/** Exports that read the database at once, as a share of the pool's connections, since each uses one. */
const shareOfConnections = 1 / 4;
/** Maximum wait for one of them. Rows are read into the spool, so another export soon ends. */
const MAX_WAIT_MS = minuteMs;

/** The list, rows, columns and format of an export. */
export type WantedExport = {
  subject: string;
  source: ListSource;
  /** Its page is ignored: an export contains all rows. */
  request: ListRequest;
  columns: readonly ExportColumn[];
  format: ExportQuery['format'];
  reader: CurrentUser;
  /** Aborted when the client no longer waits for the file. */
  gone: AbortSignal;
};

/**
 * Opens a whole list as a file. 429 while another export of the user is running, 503 while there are too many, or when
 * it takes too long. Counts the rows first, in the same snapshot that is exported: a file that completes contains all
 * of them.
 */
export type Export = (wanted: WantedExport) => Promise<ExportFile>;

export type ExportDependencies = {
  db: Database;
  pool: pg.Pool;
  clock: Clock;
  limits?: ExportLimits;
  busySenders: Pick<BusySenders, 'startPiece'>;
};

/** Time limits of an export, total and without progress of its reader; space for unread bytes of all exports. */
export type ExportLimits = { totalMs: number; stalledMs: number; spoolBytes: number };

const defaultLimits: ExportLimits = { totalMs: 5 * minuteMs, stalledMs: 30 * secondMs, spoolBytes: 1024 ** 3 };

/** Shared by all lists of a process, so that exports leave connections for everything else. */
export function createExporter({ db, pool, clock, limits = defaultLimits, busySenders }: ExportDependencies): Export {
  const takePlace = createPlaces(
    Math.max(1, Math.floor(pool.options.max * shareOfConnections)),
    Math.min(MAX_WAIT_MS, limits.totalMs),
  );
  const space: SpoolSpace = { freeBytes: limits.spoolBytes };

  return async ({ subject, source, request, columns, format, reader, gone }) => {
    // Held until the reader has the file. The connection is held only until all rows are in the spool.
    const lease = await acquireLease(db, `export of ${reader.userId}`, 1);
    if (lease === undefined) {
      throw tooManyRequests('Your other export is still under way. Please wait until it has ended.', 5);
    }
    const sender = longRequestsOf({ userId: reader.userId, together: shareOf(reader) });
    const snapshot = await takePlace(reader, gone)
      .then((release) => openSnapshot(pool, (workload) => busySenders.startPiece({ ...sender, workload }), release))
      .catch(async (error: unknown) => {
        await lease.release();
        throw error;
      });
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
      const { table } = source.definition;
      const conditions = planRowConditions(source, request);
      const rowCount = await snapshot.count(countRows(table, conditions));
      const values = columns.map(({ column }) => column);
      const statement = wholeStatement(source.definition, conditions, request.sort, values);
      const rows = readAll(snapshot, snapshot.read(statement), rowCount);
      const day = clock.now().toISOString().slice(0, 10);
      const written = toExportFile({ format, subject, day, columns, rowCount, rows });
      const content = Readable.from(spool(written.content, space, lease.release), { objectMode: false });
      file = { ...written, content, stalledMs: limits.stalledMs };
      content.once('close', () => {
        clearTimeout(timer);
        // If the file was never read.
        void lease.release();
      });
      return file;
    } catch (error) {
      clearTimeout(timer);
      snapshot.end();
      await lease.release();
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
    await snapshot.end();
  }
}
