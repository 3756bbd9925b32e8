import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readAccount } from '@portal/netsuite-sandbox/environment';
import type { SettingsChange } from '@portal/netsuite-sandbox/settings';
import type { DataSource } from '@portal/netsuite-sandbox/start-sandbox';

/** The checkout. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** A configuration error: printed without a stack trace. */
export class StartError extends Error {}

export type StartSettings = {
  host: string;
  port: number;
  publicUrl: string;
  dataFolder: string;
  /** Undefined for the embedded PostgreSQL. */
  databaseUrl: string | undefined;
  /** Undefined if another mail server is configured. */
  mail: { port: number; inboxPort: number } | undefined;
  /** Undefined if a real account is configured. */
  sandbox: { port: number; data: DataSource; limits: SettingsChange } | undefined;
  /** With reload. */
  isDevelopment: boolean;
};

/** Reads the variables in docs/operations.md; throws a StartError for invalid values. */
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
          ...sandboxAccount(environment),
        },
    isDevelopment: options.includes('--dev'),
  };
}

/** Reads the sandbox's variables and turns its errors into a StartError. */
function sandboxAccount(environment: NodeJS.ProcessEnv): { data: DataSource; limits: SettingsChange } {
  try {
    const { data, limits } = readAccount(environment);
    return { data: 'folder' in data ? { folder: fromCaller(environment, data.folder) } : data, limits };
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

/** npm runs scripts in the checkout; a relative path is resolved against the folder where npm was called. */
function fromCaller(environment: NodeJS.ProcessEnv, path: string): string {
  return isAbsolute(path) ? path : resolve(environment.INIT_CWD || process.cwd(), path);
}

/** Checks that all ports are free; the error names the variable that changes the port. */
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

/** Checks that the sandbox's data folder exists, if one is configured. */
export function requireDataFiles(settings: StartSettings): void {
  const data = settings.sandbox?.data;
  if (data === undefined || !('folder' in data)) return;
  const { folder } = data;
  for (const name of ['salesOrder.ndjson', 'customer.ndjson']) {
    if (!existsSync(join(folder, name))) throw new StartError(`SANDBOX_DATA: there is no ${name} in ${folder}.`);
  }
}
