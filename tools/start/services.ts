import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { createSandboxCredentials } from '@portal/netsuite-sandbox/credentials';
import { defaultData, startSandbox } from '@portal/netsuite-sandbox/start-sandbox';
import { startMailServer } from '../maildev.ts';
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { ensureDatabase } from '../postgres/ensure-database.ts';
import type { StartSettings } from './settings.ts';

/** Variables for the portal itself. */
export type Variables = Record<string, string>;

/** Called for each started part with a function that stops it. */
export type OnStarted = (stop: () => Promise<unknown>) => void;

/** The configured database, or the PostgreSQL from npm with its data in the data folder. */
export async function startDatabase(settings: StartSettings, onStarted: OnStarted): Promise<Variables> {
  if (settings.databaseUrl !== undefined) return { DATABASE_URL: settings.databaseUrl };
  const postgres = await startEmbeddedPostgres({
    folder: join(settings.dataFolder, 'postgres'),
    settings: { shared_buffers: '256MB' },
  });
  onStarted(postgres.stop);
  return { DATABASE_URL: await ensureDatabase(postgres, databaseName(settings)) };
}

/** Each set of sandbox data has its own database, so that mirrored data is never mixed. */
function databaseName(settings: StartSettings): string {
  if (settings.sandbox === undefined) return 'portal_netsuite';
  const { data } = settings.sandbox;
  if (isDeepStrictEqual(data, defaultData)) return 'portal';
  const name = 'folder' in data ? data.folder : JSON.stringify(data.generate);
  return `portal_${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
}

/** The configured mail server, or a local inbox. */
export async function startMail(settings: StartSettings, onStarted: OnStarted): Promise<Variables> {
  if (settings.mail === undefined) return {};
  const server = await startMailServer({ smtpPort: settings.mail.port, inboxPort: settings.mail.inboxPort });
  onStarted(server.stop);
  return { SMTP_URL: server.smtpUrl };
}

/** The configured NetSuite account, or the sandbox with a new key for this run. */
export async function startNetsuite(
  settings: StartSettings,
  databaseUrl: string,
  onStarted: OnStarted,
): Promise<Variables> {
  if (settings.sandbox === undefined) return {};
  const { port, data, limits } = settings.sandbox;
  const { sandbox: known, client } = createSandboxCredentials();
  const sandbox = await startSandbox({ databaseUrl, port, credentials: [known], data, limits });
  onStarted(sandbox.close);
  const keyFile = join(settings.dataFolder, 'sandbox-key.pem');
  await mkdir(settings.dataFolder, { recursive: true });
  await writeFile(keyFile, client.privateKeyPem, { mode: 0o600 });
  return {
    NETSUITE_ACCOUNT_ID: '1234567_SB1',
    NETSUITE_BASE_URL: sandbox.url,
    NETSUITE_CLIENT_ID: client.clientId,
    NETSUITE_CERTIFICATE_ID: client.certificateId,
    NETSUITE_PRIVATE_KEY_FILE: keyFile,
  };
}

/** The key from which all others are derived; created at the first start. */
export async function readServerKey(dataFolder: string): Promise<string> {
  const file = join(dataFolder, 'server-key');
  await mkdir(dataFolder, { recursive: true });
  await writeFile(file, randomBytes(48).toString('base64'), { mode: 0o600, flag: 'wx' }).catch(() => undefined);
  return (await readFile(file, 'utf8')).trim();
}

/** Default storage folder for attached files. */
export function storageUrl(dataFolder: string): string {
  return pathToFileURL(join(dataFolder, 'attachments')).href;
}
