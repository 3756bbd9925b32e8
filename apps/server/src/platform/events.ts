import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Expression, sql } from 'kysely';
import type pg from 'pg';
import type { Logger } from './log.ts';
import { runInBackground } from './workload.ts';

/** `sync_runs`: ids of runs that changed. `netsuite`: the process that released a place for a request. */
export type Channel = 'sync_runs' | 'netsuite';

/** Listens for events of all processes on one database connection. */
export type Events = {
  /** Identifies this process as the owner of runs; it holds the advisory lock of this number while it lives. */
  owner: string;
  /** Resolves when the connection is established. */
  ready(): Promise<void>;
  /**
   * Calls back with the payload of each event, or null when events may have been missed. Returns a function to
   * unsubscribe.
   */
  subscribe(channel: Channel, listener: Listener): () => void;
  close(): Promise<void>;
};

type Listener = (payload: string | null) => void;

const pauseBeforeReconnect = 1000;

/**
 * Connects on first use and reconnects when the connection is lost. The lock shows other processes that this one is
 * alive: PostgreSQL releases it with the connection, immediately when the process is killed.
 */
export function createEvents(pool: pg.Pool, log: Logger): Events {
  const owner = newOwner();
  const listeners: Record<Channel, Set<Listener>> = { sync_runs: new Set(), netsuite: new Set() };
  let connection: Promise<pg.PoolClient> | undefined;
  let closed = false;

  async function connect(): Promise<pg.PoolClient> {
    // The connection outlives the request that first needed it.
    const client = await runInBackground(() => pool.connect());
    try {
      client.on('notification', ({ channel, payload }) => {
        for (const listener of listeners[channel as Channel]) listener(payload ?? null);
      });
      client.on('error', (error) => reconnect(client, error));
      await client.query('listen sync_runs; listen netsuite');
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
    log.warn({ err: error }, 'lost the connection that receives events');
    void (async () => {
      while (!closed) {
        await delay(pauseBeforeReconnect, undefined, { ref: false });
        try {
          await open();
          for (const listener of Object.values(listeners).flatMap((ofChannel) => [...ofChannel])) listener(null);
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
    subscribe(channel, listener) {
      listeners[channel].add(listener);
      // Waiting code also polls from time to time, so a delayed reconnect does no harm.
      open().catch(() => undefined);
      return () => listeners[channel].delete(listener);
    },
    async close() {
      closed = true;
      for (const ofChannel of Object.values(listeners)) ofChannel.clear();
      const client = await connection?.catch(() => undefined);
      connection = undefined;
      client?.release(true);
    },
  };
}

/** Whether the process with this number holds its lock. */
export function isOwnerAlive(owner: Expression<unknown>) {
  return sql<boolean>`exists (
    select from pg_locks
    where locktype = 'advisory' and objsubid = 1 and granted
      and database = (select oid from pg_database where datname = current_database())
      and (classid::bigint << 32) | objid::bigint = ${owner}
  )`;
}

/** A positive 62-bit number for use as an advisory lock key. */
function newOwner(): string {
  return (randomBytes(8).readBigUInt64BE() >> 2n).toString();
}
