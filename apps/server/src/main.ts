import { fileURLToPath } from 'node:url';
import { ConfigError, readConfig } from './config.ts';
import { createLogger } from './platform/log.ts';
import { startPortal } from './start-portal.ts';

/** Starts the portal as in production, configured only by the environment. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLogger(config.logLevel);
  const webFolder = fileURLToPath(new URL('../../web/dist', import.meta.url));
  const portal = await startPortal({ config, log, webFolder });
  log.info({ url: portal.url }, 'the portal is up');
  let closing = false;
  const close = async (signal: string) => {
    if (closing) process.exit(1); // who asks twice does not want to wait
    closing = true;
    log.info({ signal }, 'closing');
    await portal.close();
  };
  process.on('SIGINT', close);
  process.on('SIGTERM', close);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof ConfigError ? error.lines.join('\n') : describe(error));
  process.exit(1);
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isPortTaken = 'code' in error && error.code === 'EADDRINUSE';
  return isPortTaken
    ? `Port ${process.env.PORT ?? 3000} is in use: set PORT to another one.`
    : `The portal did not start: ${error.message}`;
}
