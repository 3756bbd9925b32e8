import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from '../../platform/log.ts';
import { runInBackground } from '../../platform/workload.ts';
import { runChannel } from './run-queries.ts';

/** Listens for run events of all processes on one database connection. */
export type RunEvents = {
  /** Identifies this process as the owner of runs; it holds the advisory lock of this number while it lives. */
  owner: string;
  /** Resolves when the connection is established. */
  ready(): Promise<void>;
  /**
   * Calls back with the id of a run that changed, or null when events may have been missed. Returns a function to
   * unsubscribe.
   */
  subscribe(listener: (runId: string | null) => void): () => void;
  close(): Promise<void>;
};

const pauseBeforeReconnect = 1000;

/**
 * Connects on first use and reconnects when the connection is lost. The lock shows other processes that this one is
 * alive: PostgreSQL releases it with the connection, immediately when the process is killed.
 */
export function createRunEvents(pool: pg.Pool, log: Logger): RunEvents {
  const owner = newOwner();
  const listeners = new Set<(runId: string | null) => void>();
  let connection: Promise<pg.PoolClient> | undefined;
  let closed = false;

  async function connect(): Promise<pg.PoolClient> {
    // The connection outlives the request that first needed it.
    const client = await runInBackground(() => pool.connect());
    try {
      client.on('notification', ({ channel, payload }) => {
        if (channel === runChannel) for (const listener of listeners) listener(payload ?? null);
      });
      client.on('error', (error) => reconnect(client, error));
      await client.query(`listen ${runChannel}`);
      await client.query('select pg_advisory_lock($1::bigint)', [owner]);
      return client;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  function open(): Promise<pg.PoolClient> {
    if (closed) return Promise.reject(new Error('closed'));
    connection ??= connect().catch((error: unknown) => {
      connection = undefined;
      throw error;
    });
    return connection;
  }

  function reconnect(client: pg.PoolClient, error: Error): void {
    // `close` releases it.
    if (closed) return;
    client.release(true);
    connection = undefined;
    log.warn({ err: error }, 'lost the connection that hears of sync runs');
    void (async () => {
      while (!closed) {
        await delay(pauseBeforeReconnect, undefined, { ref: false });
        try {
          await open();
          for (const listener of listeners) listener(null);
          return;
        } catch {
          // The database is still unavailable, which is already logged elsewhere.
        }
      }
    })();
  }

  return {
    owner,
    ready: async () => {
      await open();
    },
    subscribe(listener) {
      listeners.add(listener);
      // Waiting code also polls from time to time, so a delayed reconnect does no harm.
      open().catch(() => undefined);
      return () => listeners.delete(listener);
    },
    async close() {
      closed = true;
      listeners.clear();
      const client = await connection?.catch(() => undefined);
      connection = undefined;
      client?.release(true);
    },
  };
}

/** A positive 62-bit number for use as an advisory lock key. */
function newOwner(): string {
  return (randomBytes(8).readBigUInt64BE() >> 2n).toString();
}
