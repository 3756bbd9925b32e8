import { createHash } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import type { Database } from '../platform/database.ts';
import { compile, type Sql } from './sql.ts';

/** Runs a piece of SQL where it can be part of a transaction. Values come as platform/tables.ts says. */
export async function runSql<Row>(db: Database, statement: Sql): Promise<Row[]> {
  const { text, values } = compile(statement);
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows;
}

/** The same text has the same name on every connection, whoever prepares it. */
const names = new Map<string, string>();

/**
 * Runs a statement prepared: a connection parses and plans it once. For what is asked often and is best done in the same
 * way whatever the values are; its texts must be few.
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
