import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from '../../platform/log.ts';
import { runInBackground } from '../../platform/workload.ts';
import { runChannel } from './run-queries.ts';

/** This process's ear: one database connection that hears of runs, its own and those of other processes. */
export type RunEvents = {
  /** By this number the process is known as a run's owner; it holds the lock of that number while it lives. */
  owner: string;
  /** Resolves once the connection stands. */
  ready(): Promise<void>;
  /** Told the id of a run that moved on, and null when events may have been missed. Returns how to stop it. */
  subscribe(listener: (runId: string | null) => void): () => void;
  close(): Promise<void>;
};

const pauseBeforeReconnect = 1000;

/**
 * Opens its connection when first needed and again whenever it is lost. The lock tells other processes that this one
 * lives: PostgreSQL drops it together with the connection, at once when the process is killed.
 */
export function createRunEvents(pool: pg.Pool, log: Logger): RunEvents {
  const owner = newOwner();
  const listeners = new Set<(runId: string | null) => void>();
  let connection: Promise<pg.PoolClient> | undefined;
  let closed = false;

  async function connect(): Promise<pg.PoolClient> {
    // It outlives the request that first needed it.
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
          // The database is still away; everything else says so already.
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
      // Whoever waits for events checks from time to time as well, so that a late connection is no harm.
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

/** A positive number of 62 bits, as the key of an advisory lock. */
function newOwner(): string {
  return (randomBytes(8).readBigUInt64BE() >> 2n).toString();
}
