import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { minuteMs, secondMs } from './clock.ts';
import { FairPool, type TimeoutsByKind } from './fair-pool.ts';
import type { Tables } from './tables.ts';

/** Typed queries, on the pool or in a transaction. */
export type Database = Kysely<Tables>;

/** An open database: typed queries, and the pool for prepared statements on hot paths. */
export type DatabaseClient = {
  db: Database;
  pool: pg.Pool;
  close(): Promise<void>;
};

export type DatabaseOptions = {
  url: string;
  /** Maximum number of connections; default 10. */
  maxConnections?: number;
  /** Time limits; default `defaultTimeouts`. */
  timeouts?: Partial<TimeoutsByKind>;
  applicationName?: string;
  /** Called when an idle connection is lost; the next query opens a new one. */
  onConnectionError?: (error: Error) => void;
};

/** Maximum duration of a statement and of a wait for a lock. */
const defaultTimeouts: TimeoutsByKind = {
  request: { statementMs: 10 * secondMs, lockMs: 5 * secondMs },
  background: { statementMs: 5 * minuteMs, lockMs: minuteMs },
  // Building an index on a large table is slow, and concurrently starting processes wait for the one that migrates.
  maintenance: { statementMs: 60 * minuteMs, lockMs: 15 * minuteMs },
};

const { builtins } = pg.types;

/** Converts PostgreSQL's timestamp format, `2025-03-01 08:15:00.5+00`, to ISO 8601 UTC, keeping microseconds. */
export function instantToIso(text: string): string {
  if (text.endsWith('+00')) return `${text.slice(0, 10)}T${text.slice(11, -3)}Z`;
  return new Date(text).toISOString();
}

/** Converts a timestamp within JSON that PostgreSQL has built, `2025-03-01T08:15:00.5+00:00`, in the same way. */
export function jsonInstantToIso(text: string): string {
  return text.endsWith('+00:00') ? `${text.slice(0, -6)}Z` : new Date(text).toISOString();
}

const asText = (text: string) => text;
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.TIMESTAMPTZ, instantToIso],
  [builtins.DATE, asText],
  [builtins.INT8, asText],
  [builtins.NUMERIC, asText],
]);

/** Conversion of values to JavaScript; tables.ts has the types. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(id)) || pg.types.getTypeParser(id, format),
};

/** Opens a connection pool. Connects on the first query. */
export function openDatabase(options: DatabaseOptions): DatabaseClient {
  const pool = new FairPool({
    connectionString: options.url,
    max: options.maxConnections ?? 10,
    timeouts: { ...defaultTimeouts, ...options.timeouts },
    application_name: options.applicationName ?? 'order-portal',
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    types,
  });
  // Without these listeners a lost connection would crash the process, both an idle one and one in a transaction
  // between two queries. A running query fails with its own error.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', (error) => options.onConnectionError?.(error));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  // Ends the pool here, because Kysely does nothing if it never ran a query.
  return { db, pool, close: () => pool.end() };
}
