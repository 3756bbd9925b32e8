import { createHash } from 'node:crypto';
import pg from 'pg';
import { type Queryable, schema } from './database.ts';
import { derived } from './derive.ts';
import { indexes, tables } from './tables.ts';

/** Oracle's functions where PostgreSQL's own differ. They go first in the search path of SuiteQL statements. */
const functions = [
  // Inlined, so that the index on the UTC time is used.
  `CREATE FUNCTION sys_extract_utc(timestamptz) RETURNS timestamp LANGUAGE sql IMMUTABLE
     RETURN $1 AT TIME ZONE 'UTC'`,
  // Without a time zone, as Oracle's: the hour that a change to summer time skips must survive.
  `CREATE FUNCTION to_timestamp(text, text) RETURNS timestamp LANGUAGE sql IMMUTABLE SET timezone TO 'UTC'
     RETURN pg_catalog.to_timestamp($1, $2) AT TIME ZONE 'UTC'`,
  `CREATE FUNCTION to_date(text, text) RETURNS timestamp LANGUAGE sql IMMUTABLE SET timezone TO 'UTC'
     RETURN pg_catalog.to_timestamp($1, $2) AT TIME ZONE 'UTC'`,
];

const stateTable = 'CREATE UNLOGGED TABLE sandbox_state (fingerprint text NOT NULL, loaded_at timestamptz NOT NULL)';

/** Changes whenever the tables or what goes into them change, so that older data sets are loaded anew. */
export const schemaVersion = createHash('sha256')
  .update(JSON.stringify([tables, indexes, functions, derived]))
  .digest('hex')
  .slice(0, 16);

/** Makes the schema anew, the first in the connections' search path. A schema that something else made is refused. */
export async function recreateSchema(client: pg.Pool): Promise<void> {
  const existing = await client.query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [schema]);
  if (existing.rowCount !== 0 && (await readFingerprint(client)) === undefined) {
    throw new Error(`The schema "${schema}" exists and is not a NetSuite sandbox's; name another database.`);
  }
  await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
  await client.query(`CREATE SCHEMA ${schema}`);
  // Unlogged: the data can always be loaded again, and must not swell the portal's own log.
  for (const [table, { columns }] of Object.entries(tables)) {
    await client.query(`CREATE UNLOGGED TABLE ${pg.escapeIdentifier(table)} (${columns})`);
  }
  for (const statement of [stateTable, ...functions]) await client.query(statement);
  // Bodies are read whole: out of line where they are long, never compressed.
  await client.query('ALTER TABLE record ALTER COLUMN body SET STORAGE EXTERNAL');
}

/** Statements that make the tables' keys; quicker once the rows are in. */
export const keys = Object.entries(tables).map(
  ([table, { primaryKey }]) => `ALTER TABLE ${pg.escapeIdentifier(table)} ADD PRIMARY KEY (${primaryKey})`,
);

/** The fingerprint of the data set that the schema holds in full; null while there is none, undefined if it is no sandbox's. */
export async function readFingerprint(client: Queryable): Promise<string | null | undefined> {
  const table = `${schema}.sandbox_state`;
  const { rows } = await client.query<{ exists: boolean }>('SELECT to_regclass($1) IS NOT NULL AS exists', [table]);
  if (!rows[0]?.exists) return undefined;
  const found = await client.query<{ fingerprint: string }>(`SELECT fingerprint FROM ${table}`);
  return found.rows[0]?.fingerprint ?? null;
}
