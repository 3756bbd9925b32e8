import { createHash } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import type { Database } from '../platform/database.ts';
import { compile, type Sql } from './sql.ts';

/** Runs SQL, optionally in a transaction. For the format of values see platform/tables.ts. */
export async function runSql<Row>(db: Database, statement: Sql): Promise<Row[]> {
  const { text, values } = compile(statement);
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows;
}

/** Statement names by text, derived from it so that they are the same on every connection. */
const names = new Map<string, string>();

/**
 * Runs a prepared statement: each connection parses and plans it once. For frequent statements whose best plan does not
 * depend on values. The number of different texts must be small.
 */
export async function runPrepared<Row extends pg.QueryResultRow>(
  pool: Pick<pg.Pool, 'query'>,
  statement: Sql,
): Promise<Row[]> {
  const { text, values } = compile(statement);
  const name = names.get(text) ?? createHash('sha256').update(text).digest('base64url');
  names.set(text, name);
  return (await pool.query<Row>({ name, text, values })).rows;
}
