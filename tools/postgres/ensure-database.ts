import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { EmbeddedPostgres } from './embedded-postgres.ts';

/**
 * Ensures that a role without superuser rights and a database owned by it exist, and returns its connection string.
 * Each call sets a new password for the role.
 */
export async function ensureDatabase(postgres: EmbeddedPostgres, name: string): Promise<string> {
  const password = randomBytes(24).toString('base64url');
  const client = new pg.Client({ connectionString: postgres.url('postgres') });
  await client.connect();
  try {
    const identifier = client.escapeIdentifier(name);
    const role = await client.query('select 1 from pg_roles where rolname = $1', [name]);
    const verb = role.rowCount === 0 ? 'create' : 'alter';
    await client.query(`${verb} role ${identifier} login password ${client.escapeLiteral(password)}`);
    const database = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (database.rowCount === 0) await client.query(`create database ${identifier} owner ${identifier}`);
  } finally {
    await client.end();
  }
  return `postgresql://${encodeURIComponent(name)}:${password}@127.0.0.1:${postgres.port}/${encodeURIComponent(name)}`;
}
