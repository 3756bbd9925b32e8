import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type DatabaseClient, openDatabase } from '../platform/database.ts';

export type TestDatabase = {
  /** Connection string of this test file's database. */
  url: string;
  database: DatabaseClient;
  /** Closes `database` and drops it; call it in `afterAll`. */
  drop(): Promise<void>;
};

/** A database for one test file, on the PostgreSQL of the test run; by default migrated and without users. */
export async function createTestDatabase(template = inject('templateDatabase')): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(`create database ${name} template ${template} strategy file_copy`);
  const url = new URL(inject('databaseUrl'));
  url.pathname = `/${name}`;
  const database = openDatabase({ url: url.href });
  const drop = async () => {
    await database.close();
    await onServer(`drop database ${name} with (force)`);
  };
  return { url: url.href, database, drop };
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('databaseUrl') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
