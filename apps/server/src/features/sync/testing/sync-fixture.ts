import { randomUUID } from 'node:crypto';
import { createSandboxControl, type SandboxControl } from '@portal/netsuite-sandbox/control-client';
import { createSandboxCredentials } from '@portal/netsuite-sandbox/credentials';
import { type SandboxOptions, startSandbox } from '@portal/netsuite-sandbox/start-sandbox';
import pg from 'pg';
import { inject } from 'vitest';
import type { Config, NetsuiteConfig } from '../../../config.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '../../../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';

export type SyncFixture = {
  /** The real portal, connected to the sandbox. */
  app: TestApp;
  control: SandboxControl;
  /** The portal's complete configuration, for a second process on the same database. */
  config: Config;
  /** The portal's database, for the same purpose. */
  database: TestDatabase;
  close(): Promise<void>;
};

/** Starts a server between the portal and the sandbox, whose address it gets. */
type StartGateway = (sandboxUrl: string) => Promise<{ url: string; close: () => Promise<void> }>;

/** A NetSuite sandbox with its own database, and a portal that mirrors it. */
export async function startSyncFixture(
  sandboxOptions: Partial<SandboxOptions>,
  {
    concurrency = 4,
    // A twenty-fifth of production's.
    retry = { firstDelay: 10, longestDelay: 320 },
    gateway,
    ...appOptions
  }: TestAppOptions & Partial<Pick<NetsuiteConfig, 'concurrency' | 'retry'>> & { gateway?: StartGateway } = {},
): Promise<SyncFixture> {
  const sandboxDatabase = await createDatabase();
  const { sandbox: known, client: own } = createSandboxCredentials();
  const sandbox = await startSandbox({ databaseUrl: sandboxDatabase.url, credentials: [known], ...sandboxOptions });
  const between = await gateway?.(sandbox.url);
  const { clientId, certificateId, privateKeyPem } = own;
  const account: Config['netsuite'] = {
    accountId: '1234567_SB1',
    baseUrl: between?.url ?? sandbox.url,
    credentials: { type: 'oauth2', clientId, certificateId, privateKeyPem },
    concurrency,
    retry,
  };
  const database = appOptions.database ?? (await createTestDatabase());
  const app = await startTestApp({ ...appOptions, database, config: { netsuite: account, ...appOptions.config } });
  return {
    app,
    database,
    // The app was given a whole one, of which it says that it needs a part.
    config: app.portal.dependencies.config as Config,
    control: createSandboxControl(sandbox.controlUrl),
    close: async () => {
      await app.close();
      if (appOptions.database === undefined) await database.drop();
      await between?.close();
      await sandbox.close();
      await sandboxDatabase.drop();
    },
  };
}

async function createDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `sandbox_${randomUUID().replaceAll('-', '')}`;
  await onServer(`create database ${name}`);
  const url = new URL(inject('databaseUrl'));
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(`drop database ${name} with (force)`) };
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('databaseUrl') });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
