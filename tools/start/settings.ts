import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readData, readLimits } from '@portal/netsuite-sandbox/environment';
import type { SettingsChange } from '@portal/netsuite-sandbox/settings';
import type { DataSource } from '@portal/netsuite-sandbox/start-sandbox';

/** The checkout. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** A mistake of whoever starts it: shown as it is, without a stack. */
export class StartError extends Error {}

export type StartSettings = {
  host: string;
  port: number;
  publicUrl: string;
  dataFolder: string;
  /** Undefined: the embedded PostgreSQL. */
  databaseUrl: string | undefined;
  /** Undefined: another mail server is named. */
  mail: { port: number; inboxPort: number } | undefined;
  /** Undefined: a real account is named. */
  sandbox: { port: number; data: DataSource; limits: SettingsChange } | undefined;
  /** With reload. */
  isDevelopment: boolean;
};

/** What the variables of docs/operations.md say; throws a StartError for what cannot be. */
export function readSettings(environment: NodeJS.ProcessEnv, options: readonly string[]): StartSettings {
  const port = portOf(environment, 'PORT', 3000);
  const ownMailServer = isSet(environment.SMTP_URL);
  const ownAccount = isSet(environment.NETSUITE_ACCOUNT_ID);
  return {
    host: environment.HOST || '127.0.0.1',
    port,
    publicUrl: environment.PUBLIC_URL || `http://localhost:${port}`,
    dataFolder: fromCaller(environment, environment.DATA_DIR || join(root, '.data')),
    databaseUrl: environment.DATABASE_URL || undefined,
    mail: ownMailServer
      ? undefined
      : { port: portOf(environment, 'MAIL_PORT', 1025), inboxPort: portOf(environment, 'MAIL_UI_PORT', 1080) },
    sandbox: ownAccount
      ? undefined
      : {
          port: portOf(environment, 'SANDBOX_PORT', 4010),
          data: sandboxData(environment),
          limits: startError(() => readLimits(environment)),
        },
    isDevelopment: options.includes('--dev'),
  };
}

function sandboxData(environment: NodeJS.ProcessEnv): DataSource {
  const data = startError(() => readData(environment));
  return 'folder' in data ? { folder: fromCaller(environment, data.folder) } : data;
}

/** What the sandbox's own reading of its variables refuses is a mistake of whoever starts it. */
function startError<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (cause) {
    throw new StartError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}

function portOf(environment: NodeJS.ProcessEnv, name: string, preset: number): number {
  const value = environment[name] || String(preset);
  const port = Number(value);
  if (!/^\d+$/.test(value) || port < 1 || port > 65_535)
    throw new StartError(`${name} must be a port, not "${value}".`);
  return port;
}

/** npm runs scripts in the checkout; a relative path means the folder that npm was called in. */
function fromCaller(environment: NodeJS.ProcessEnv, path: string): string {
  return isAbsolute(path) ? path : resolve(environment.INIT_CWD || process.cwd(), path);
}

/** Makes sure that nothing else listens where the parts are to listen; names the variable that moves a port. */
export async function requireFreePorts(settings: StartSettings): Promise<void> {
  const wanted: [name: string, port: number, host: string][] = [
    ['PORT', settings.port, settings.host],
    ['MAIL_PORT', settings.mail?.port ?? 0, '127.0.0.1'],
    ['MAIL_UI_PORT', settings.mail?.inboxPort ?? 0, '127.0.0.1'],
    ['SANDBOX_PORT', settings.sandbox?.port ?? 0, '127.0.0.1'],
  ];
  const seen = new Map<number, string>();
  for (const [name, port, host] of wanted) {
    if (port === 0) continue;
    const other = seen.get(port);
    if (other !== undefined)
      throw new StartError(`${other} and ${name} are both ${port}: set one of them to another port.`);
    seen.set(port, name);
    const problem = await tryPort(port, host);
    if (problem === 'EADDRINUSE') throw new StartError(`Port ${port} is in use: set ${name} to another one.`);
    if (problem !== undefined)
      throw new StartError(`Port ${port} of ${host} cannot be used (${problem}): set ${name} or HOST.`);
  }
}

function tryPort(port: number, host: string): Promise<string | undefined> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
    server.listen(port, host, () => server.close(() => done(undefined)));
  });
}

/** Makes sure that the sandbox's own data, where some are named, are there. */
export function requireDataFiles(settings: StartSettings): void {
  const data = settings.sandbox?.data;
  if (data === undefined || !('folder' in data)) return;
  const { folder } = data;
  for (const name of ['salesOrder.ndjson', 'customer.ndjson']) {
    if (!existsSync(join(folder, name))) throw new StartError(`SANDBOX_DATA: there is no ${name} in ${folder}.`);
  }
}
