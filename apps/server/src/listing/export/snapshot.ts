import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { compile, raw, type Sql, sql } from '../../platform/sql.ts';
import { abortWorkload, backgroundWorkload, runAs, type Workload } from '../../platform/workload.ts';
import type { Cell } from './columns.ts';

/** A database snapshot on its own connection, which is released when `end` is called. */
export type Snapshot = {
  count(statement: Sql): Promise<number>;
  /** Rows of a statement in batches, read on demand; batches are never empty. */
  read(statement: Sql): AsyncGenerator<Cell[][]>;
  /** Ends the snapshot and cancels a running query. Idempotent. Resolves when the connection is released. */
  end(): Promise<void>;
};

const fetchedRows = 500;
/** Time in milliseconds in which a canceled query has to end. */
const cancelMs = 5000;
/** Rows that are written at a time. Other requests are handled in between, so they wait for about a millisecond. */
const batchRows = 50;

/** Opens a snapshot, which waits for `startPiece` before it counts and before each batch; `onEnd` is called when its connection is released. */
export async function openSnapshot(
  pool: pg.Pool,
  startPiece: (workload: Workload) => Promise<() => void>,
  onEnd: () => void,
): Promise<Snapshot> {
  // An export may take minutes, so it does not count toward the user's share of connections or the time limits of
  // requests.
  const workload = backgroundWorkload();
  const client = await runAs(workload, () => pool.connect()).catch((error: unknown) => {
    onEnd();
    throw error;
  });
  let ended: Promise<void> | undefined;
  let isReading = false;

  async function run(statement: Sql): Promise<Cell[][]> {
    if (ended !== undefined) throw new Error('The snapshot has ended.');
    isReading = true;
    try {
      const query = { ...compile(statement), rowMode: 'array' } as const;
      return (await client.query<Cell[]>(query)).rows;
    } finally {
      isReading = false;
    }
  }

  async function close(): Promise<void> {
    // A closed connection ends a query only when it sends data, so a long query must be canceled.
    if (isReading) abortWorkload(workload);
    const rolledBack = client.query('rollback').then(
      () => true,
      () => false,
    );
    // A query may not end when it is canceled; then the connection is closed.
    const isFree = await Promise.race([rolledBack, wait(cancelMs, false, { ref: false })]);
    client.release(!isFree);
  }

  function end(): Promise<void> {
    ended ??= close().finally(onEnd);
    return ended;
  }

  try {
    await run(raw('begin isolation level repeatable read read only'));
    // Optimizes for all rows instead of the first ones.
    await run(raw('set local cursor_tuple_fraction = 1'));
    // Ends a query whose connection is closed.
    await run(raw('set local client_connection_check_interval = 1000'));
  } catch (error) {
    end();
    throw error;
  }

  return {
    count: async (statement) => {
      const endPiece = await startPiece(workload);
      try {
        return Number((await run(statement))[0]?.[0]);
      } finally {
        endPiece();
      }
    },
    read: async function* (statement) {
      let endPiece = await startPiece(workload);
      try {
        await run(sql`declare exported no scroll cursor for ${statement}`);
        while (true) {
          const rows = await run(raw(`fetch ${fetchedRows} from exported`));
          if (rows.length === 0) return;
          for (let start = 0; start < rows.length; start += batchRows) {
            yield rows.slice(start, start + batchRows);
            endPiece();
            endPiece = await startPiece(workload);
          }
        }
      } finally {
        endPiece();
      }
    },
    end,
  };
}
