import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { minuteMs, secondMs } from './clock.ts';
import { FairPool, type TimeoutsByKind } from './fair-pool.ts';
import type { Tables } from './tables.ts';

/** Typed queries; a transaction is one as well. */
export type Database = Kysely<Tables>;

/** An open database: typed queries, and the pool for prepared statements on hot paths. */
export type DatabaseClient = {
  db: Database;
  pool: pg.Pool;
  close(): Promise<void>;
};

export type DatabaseOptions = {
  url: string;
  /** Connections at most; default 10. */
  maxConnections?: number;
  /** Time limits; by default those of `defaultTimeouts`. */
  timeouts?: Partial<TimeoutsByKind>;
  applicationName?: string;
  /** Told of connections lost while idle; the next query opens a new one. */
  onConnectionError?: (error: Error) => void;
};

/** How long a statement may run, and how long it waits for a lock. */
const defaultTimeouts: TimeoutsByKind = {
  request: { statementMs: 10 * secondMs, lockMs: 5 * secondMs },
  background: { statementMs: 5 * minuteMs, lockMs: minuteMs },
  // Building an index of a large table takes long, and processes that start together wait for the one that migrates.
  maintenance: { statementMs: 60 * minuteMs, lockMs: 15 * minuteMs },
};

const { builtins } = pg.types;

/** PostgreSQL's text for an instant, `2025-03-01 08:15:00.5+00`, as ISO 8601 UTC. Microseconds are kept. */
export function instantToIso(text: string): string {
  if (text.endsWith('+00')) return `${text.slice(0, 10)}T${text.slice(11, -3)}Z`;
  return new Date(text).toISOString();
}

const asText = (text: string) => text;
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.TIMESTAMPTZ, instantToIso],
  [builtins.DATE, asText],
  [builtins.INT8, asText],
  [builtins.NUMERIC, asText],
]);

/** How values arrive in JavaScript; tables.ts says it in types. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(id)) || pg.types.getTypeParser(id, format),
};

/** Opens a pool of connections. Nothing is connected before the first query. */
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
  // Without listeners the loss of a connection would end the process: of one in use between two queries, as a
  // transaction has it, or of an idle one. A query under way is told of it anyhow.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', (error) => options.onConnectionError?.(error));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  // The pool is ended here and not by Kysely, which does nothing before its own first query.
  return { db, pool, close: () => pool.end() };
}
