import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@portal/server/platform/database';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../tools/postgres/embedded-postgres.ts';

/**
 * Runs `use` with a dedicated PostgreSQL, configured as in production, with its data on disk. With a folder, the data is
 * kept there for later runs.
 */
export async function withPostgres(use: (postgres: EmbeddedPostgres) => Promise<void>, kept?: string): Promise<void> {
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'order-portal-bench-')));
  await mkdir(folder, { recursive: true });
  const postgres = await startEmbeddedPostgres({
    folder: join(folder, 'postgres'),
    settings: { shared_buffers: '1GB', max_wal_size: '8GB', maintenance_work_mem: '512MB' },
  });
  try {
    await use(postgres);
  } finally {
    await postgres.stop();
    if (kept === undefined) await rm(folder, { recursive: true, force: true });
  }
}

/** Creates an empty database and returns its connection string. */
export async function createDatabase(postgres: EmbeddedPostgres, name: string): Promise<string> {
  const server = openDatabase({ url: postgres.url('postgres') });
  await server.pool.query(`create database ${name}`);
  await server.close();
  return postgres.url(name);
}

/** Returns the connection string of a database that `seed` has filled, now or in an earlier run. */
export async function seededDatabase(
  postgres: EmbeddedPostgres,
  name: string,
  seed: (url: string) => Promise<void>,
): Promise<string> {
  const server = openDatabase({ url: postgres.url('postgres') });
  const { rowCount } = await server.pool.query('select from pg_database where datname = $1', [name]);
  if (rowCount === 0) {
    await server.pool.query(`drop database if exists ${name}_unfinished`);
    await seed(await createDatabase(postgres, `${name}_unfinished`));
    await server.pool.query(`alter database ${name}_unfinished rename to ${name}`);
  }
  await server.close();
  const seeded = openDatabase({ url: postgres.url(name) });
  // Each run signs users in, who would lengthen the lists of users of later runs.
  await seeded.pool.query(
    "delete from users where id in (select user_id from sessions) or email like '%@crowd.example'",
  );
  await seeded.close();
  return postgres.url(name);
}
