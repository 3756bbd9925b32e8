import type { Config } from '../config.ts';
import { createLogger } from '../platform/log.ts';
import { startPortal } from '../start-portal.ts';

/** A portal in its own process, to be killed: receives its configuration as a message and answers with its address. */
process.once('message', async (config: Config) => {
  const portal = await startPortal({ config, log: createLogger('silent') });
  process.send?.({ url: portal.url });
});
