import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readConfig } from '@portal/server/config';
import { createLogger } from '@portal/server/platform/log';
import { startPortal } from '@portal/server/start-portal';

/** Connected to no NetSuite and no mail server, unless the environment says otherwise. */
const nowhere = {
  PORT: '0',
  PUBLIC_URL: 'http://localhost',
  SMTP_URL: 'smtp://127.0.0.1:9',
  SERVER_KEY: randomBytes(32).toString('hex'),
  STORAGE_URL: pathToFileURL(join(tmpdir(), 'order-portal-bench-files')).href,
  SYNC_EVERY_MINUTES: '0',
  NETSUITE_ACCOUNT_ID: 'BENCH',
  NETSUITE_BASE_URL: 'http://127.0.0.1:9',
};
const noSignIn = {
  NETSUITE_TBA_CONSUMER_KEY: 'k',
  NETSUITE_TBA_CONSUMER_SECRET: 's',
  NETSUITE_TBA_TOKEN_ID: 't',
  NETSUITE_TBA_TOKEN_SECRET: 's',
};

/** The portal as deployed, without its log; serves the web app if its folder is given. */
export async function startBenchPortal(environment: Record<string, string>, webFolder?: string) {
  const signIn = 'NETSUITE_BASE_URL' in environment ? {} : noSignIn;
  const config = readConfig({ ...nowhere, ...signIn, ...environment });
  const portal = await startPortal({ config, log: createLogger('silent'), webFolder });
  return { config, portal };
}
