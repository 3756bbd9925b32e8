import pg from 'pg';

/** The sandbox's two ways into its schema. */
export type SandboxDatabase = {
  /** For SuiteQL: every statement is read-only, bounded in time, and finds Oracle's functions first. */
  queries: pg.Pool;
  /** For the record service and the control interface. */
  records: pg.Pool;
  close(): Promise<void>;
};

export type DatabaseOptions = {
  databaseUrl: string;
  schema: string;
  /** The account's time zone, in which SuiteQL shows and reads local times. */
  timeZone: string;
  statementTimeoutMs: number;
};

/** Two pools of at most eight connections each; nothing is connected before the first query. */
export function openDatabase({ databaseUrl, schema, timeZone, statementTimeoutMs }: DatabaseOptions): SandboxDatabase {
  const queries = openPool(databaseUrl, 'netsuite-sandbox suiteql', {
    // pg_catalog is named last, or PostgreSQL's own to_date would come before ours.
    search_path: `"${schema}",pg_catalog`,
    default_transaction_read_only: 'on',
    timezone: timeZone,
    datestyle: 'ISO,MDY',
    statement_timeout: String(statementTimeoutMs),
    jit: 'off',
    // Else a page deep in a large table would be read by a merge that begins at the table's start.
    enable_mergejoin: 'off',
    random_page_cost: '1.1',
  });
  const records = openPool(databaseUrl, 'netsuite-sandbox records', { search_path: `"${schema}"`, timezone: 'UTC' });
  return {
    queries,
    records,
    close: async () => {
      await Promise.all([queries.end(), records.end()]);
    },
  };
}

function openPool(connectionString: string, name: string, settings: Record<string, string>): pg.Pool {
  const options = Object.entries(settings)
    .map(([setting, value]) => `-c ${setting}=${value}`)
    .join(' ');
  const pool = new pg.Pool({ connectionString, application_name: name, max: 8, options });
  // A connection that breaks while it is idle is simply replaced.
  pool.on('error', () => undefined);
  return pool;
}
