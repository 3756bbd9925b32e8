import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres, throwAwaySettings } from '../../../../tools/postgres/embedded-postgres.ts';
import { jobKinds } from '../app.ts';
import { createJobQueue } from '../jobs/queue.ts';
import { openDatabase } from '../platform/database.ts';
import { createLogger } from '../platform/log.ts';
import { migrate } from '../platform/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser connection string of the test run's PostgreSQL. */
    databaseUrl: string;
    /** A migrated, empty database to clone. */
    templateDatabase: string;
  }
}

const template = 'portal_template';

/** Starts a temporary PostgreSQL for the test run, with a migrated database that each test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'order-portal-test-'));
  const postgres = await startEmbeddedPostgres({
    folder: join(folder, 'postgres'),
    settings: { ...throwAwaySettings, shared_buffers: '128MB' },
  });
  const maintenance = openDatabase({ url: postgres.url('postgres'), maxConnections: 1 });
  await maintenance.pool.query(`create database ${template}`);
  await maintenance.close();
  const database = openDatabase({ url: postgres.url(template), maxConnections: 1 });
  await migrate(database.db);
  await database.close();
  // Creates the job queue's tables as well, so that test apps do not have to.
  const queue = createJobQueue({ url: postgres.url(template), log: createLogger('silent'), kinds: jobKinds });
  await queue.start([]);
  await queue.stop();
  project.provide('databaseUrl', postgres.url('postgres'));
  project.provide('templateDatabase', template);
  return async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
