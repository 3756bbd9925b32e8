import { ConfigError, readConfig } from '../../apps/server/src/config.ts';
import { demoPassword } from '../../apps/server/src/features/users/demo-users.ts';
import { createLogger } from '../../apps/server/src/platform/log.ts';
import { startPortal } from '../../apps/server/src/start-portal.ts';
import { prepareDemo } from './demo.ts';
import { startScreen } from './screen.ts';
import {
  type OnStarted,
  readServerKey,
  startDatabase,
  startMail,
  startNetsuite,
  storageUrl,
  type Variables,
} from './services.ts';
import { readSettings, requireDataFiles, requireFreePorts, type StartSettings } from './settings.ts';
import { buildWebApp, webFolder } from './web-build.ts';

/** Starts all parts in order and prints the summary. Starts no further part once `ended` is aborted. */
export async function startStack(options: readonly string[], onStarted: OnStarted, ended: AbortSignal): Promise<void> {
  const step = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    ended.throwIfAborted();
    return work();
  };
  const settings = readSettings(process.env, options);
  requireDataFiles(settings);
  await requireFreePorts(settings);
  const built = settings.isDevelopment ? Promise.resolve() : buildWebApp();
  built.catch(() => undefined);
  const database = await step(() => startDatabase(settings, onStarted));
  const databaseUrl = database.DATABASE_URL ?? '';
  const mail = await step(() => startMail(settings, onStarted));
  const netsuite = await step(() => startNetsuite(settings, databaseUrl, onStarted));
  const serverKey = process.env.SERVER_KEY || (await readServerKey(settings.dataFolder));
  const variables: Variables = {
    HOST: settings.host,
    PORT: String(settings.port),
    PUBLIC_URL: settings.publicUrl,
    SERVER_KEY: serverKey,
    STORAGE_URL: process.env.STORAGE_URL || storageUrl(settings.dataFolder),
    SHUTDOWN_DRAIN_SECONDS: process.env.SHUTDOWN_DRAIN_SECONDS || '0',
    LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
    ADMIN_EMAIL: process.env.ADMIN_EMAIL || 'admin@demo.test',
    ADMIN_PASSWORD: process.env.ADMIN_PASSWORD || demoPassword,
    ...database,
    ...mail,
    ...netsuite,
  };
  await built;
  const portalUrl = await step(() => startServer(settings, variables, onStarted));
  const demo = await step(() => prepareDemo({ databaseUrl, serverKey }, portalUrl));
  console.log(startScreen(settings, demo));
}

async function startServer(settings: StartSettings, variables: Variables, onStarted: OnStarted): Promise<string> {
  if (settings.isDevelopment) {
    const { startWithReload } = await import('./reload.ts');
    return startWithReload(settings, variables, onStarted);
  }
  const config = readConfig({ ...process.env, ...variables });
  const portal = await startPortal({ config, log: createLogger(config.logLevel), webFolder });
  onStarted(portal.close);
  return portal.url;
}

/** Formats a startup error as lines for the terminal. */
export function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.lines.join('\n');
  return error instanceof Error ? error.message : String(error);
}
