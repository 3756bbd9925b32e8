import type pg from 'pg';
import { runInBackground } from '../../platform/workload.ts';
import { compile, raw, type Sql, sql } from '../sql.ts';
import type { Cell } from './export-file.ts';

/** The database as it is at one moment, on a connection of its own, which is free again when `end` has been called. */
export type Snapshot = {
  count(statement: Sql): Promise<number>;
  /** Takes the advisory lock of this name until the end; false where somebody else has it, in whichever process. */
  lock(name: string): Promise<boolean>;
  /** The rows of a statement by the batch, read as they are asked for; an empty batch is never among them. */
  read(statement: Sql): AsyncGenerator<Cell[][]>;
  /** Ends it, once however often it is called. What is being read is broken off. Resolves when the connection is back. */
  end(): Promise<void>;
};

const batchRows = 500;

/** Opens one; `onEnd` is called when its connection is back. */
export async function openSnapshot(pool: pg.Pool, onEnd: () => void): Promise<Snapshot> {
  // An export may take minutes: it is not of the user's share of connections, nor of a request's time limits.
  const client = await runInBackground(() => pool.connect()).catch((error: unknown) => {
    onEnd();
    throw error;
  });
  let ended: Promise<void> | undefined;
  let isReading = false;
  let pid: number | undefined;

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
    if (!isReading) {
      await client.query('rollback').then(
        () => client.release(),
        () => client.release(true),
      );
      return;
    }
    // A query ends with its connection only when it has something to say: it might go on for long.
    await pool.query('select pg_terminate_backend($1)', [pid]).catch(() => undefined);
    client.release(true);
  }

  function end(): Promise<void> {
    ended ??= close().finally(onEnd);
    return ended;
  }

  try {
    await run(raw('begin isolation level repeatable read read only'));
    // All rows are wanted, not the first ones soon.
    await run(raw('set local cursor_tuple_fraction = 1'));
    pid = Number((await run(raw('select pg_backend_pid()')))[0]?.[0]);
  } catch (error) {
    end();
    throw error;
  }

  return {
    lock: async (name) =>
      (await run(sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0))::text`))[0]?.[0] === 'true',
    count: async (statement) => Number((await run(statement))[0]?.[0]),
    read: async function* (statement) {
      await run(sql`declare exported no scroll cursor for ${statement}`);
      while (true) {
        const rows = await run(raw(`fetch ${batchRows} from exported`));
        if (rows.length === 0) return;
        yield rows;
      }
    },
    end,
  };
}
