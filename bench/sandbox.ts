import { createSandboxCredentials } from '@portal/netsuite-sandbox/credentials';
import { type Sandbox, startSandbox } from '@portal/netsuite-sandbox/start-sandbox';
import type { EmbeddedPostgres } from '../tools/postgres/embedded-postgres.ts';
import { createDatabase } from './database.ts';

/** A sandbox with this many generated records, and the portal's environment variables for signing in to it. */
export async function startBenchSandbox(
  postgres: EmbeddedPostgres,
  generate: { orders: number; customers: number },
): Promise<{ sandbox: Sandbox; environment: Record<string, string> }> {
  const { sandbox: known, client } = createSandboxCredentials();
  const sandbox = await startSandbox({
    databaseUrl: await createDatabase(postgres, 'netsuite'),
    credentials: [known],
    data: { generate: { ...generate, seed: 1, shipments: false } },
  });
  const environment = {
    NETSUITE_BASE_URL: sandbox.url,
    NETSUITE_ACCOUNT_ID: '1234567_SB1',
    NETSUITE_TBA_CONSUMER_KEY: client.tba.consumerKey,
    NETSUITE_TBA_CONSUMER_SECRET: client.tba.consumerSecret,
    NETSUITE_TBA_TOKEN_ID: client.tba.tokenId,
    NETSUITE_TBA_TOKEN_SECRET: client.tba.tokenSecret,
  };
  return { sandbox, environment };
}
