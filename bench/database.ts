import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@portal/server/platform/database';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../tools/postgres/embedded-postgres.ts';

/** Runs `use` with a dedicated PostgreSQL, configured as in production, with its data on disk. */
export async function withPostgres(use: (postgres: EmbeddedPostgres) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'order-portal-bench-'));
  const postgres = await startEmbeddedPostgres({
    folder: join(folder, 'postgres'),
    settings: { shared_buffers: '1GB', max_wal_size: '8GB' },
  });
  try {
    await use(postgres);
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Creates an empty database and returns its connection string. */
export async function createDatabase(postgres: EmbeddedPostgres, name: string): Promise<string> {
  const server = openDatabase({ url: postgres.url('postgres') });
  await server.pool.query(`create database ${name}`);
  await server.close();
  return postgres.url(name);
}
