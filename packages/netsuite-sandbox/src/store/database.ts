import pg from 'pg';

/** The sandbox's own schema, which may stand beside others in the database. */
export const schema = 'netsuite_sandbox';

/** The sandbox's ways into its schema. */
export type SandboxDatabase = ReturnType<typeof openDatabase>;

/** The pool of the schema, or one of its clients within a transaction. */
export type Queryable = pg.Pool | pg.ClientBase;

/** Pools of at most eight connections each; nothing is connected before the first query. */
export function openDatabase(databaseUrl: string) {
  const byTimeZone = new Map<string, pg.Pool>();
  const records = openPool(databaseUrl, 'netsuite-sandbox records', { search_path: schema, timezone: 'UTC' });
  const openQueries = (timezone: string) =>
    openPool(databaseUrl, 'netsuite-sandbox suiteql', {
      // pg_catalog is named last, or PostgreSQL's own to_date would come before ours.
      search_path: `${schema},pg_catalog`,
      default_transaction_read_only: 'on',
      timezone,
      datestyle: 'ISO,MDY',
      statement_timeout: '60s',
      jit: 'off',
      // Else a page deep in a large table would be read by a merge that begins at the table's start.
      enable_mergejoin: 'off',
      random_page_cost: '1.1',
    });
  return {
    /** For SuiteQL of a user in this time zone: every statement is read-only, bounded in time, and finds Oracle's functions first. */
    queries(timeZone: string): pg.Pool {
      const pool = byTimeZone.get(timeZone) ?? openQueries(timeZone);
      byTimeZone.set(timeZone, pool);
      return pool;
    },
    /** For the record service and the control interface. */
    records,
    /** Runs statements in one transaction. */
    async transaction<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
      const client = await records.connect();
      try {
        await client.query('BEGIN');
        const result = await work(client);
        await client.query('COMMIT');
        return result;
      } catch (error) {
        await client.query('ROLLBACK').catch(() => undefined);
        throw error;
      } finally {
        client.release();
      }
    },
    close: async () => {
      await Promise.all([records, ...byTimeZone.values()].map((pool) => pool.end()));
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
