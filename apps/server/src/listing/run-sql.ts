import { CompiledQuery } from 'kysely';
import type { Database } from '../platform/database.ts';
import { compile, type Sql } from './sql.ts';

/** Runs a piece of SQL where it can be part of a transaction. Values come as platform/tables.ts says. */
export async function runSql<Row>(db: Database, statement: Sql): Promise<Row[]> {
  const { text, values } = compile(statement);
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows;
}
