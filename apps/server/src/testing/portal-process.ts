import type { Config } from '../config.ts';
import { createLogger } from '../platform/log.ts';
import { startPortal } from '../start-portal.ts';

/** A portal in a process of its own, to be killed: takes its configuration as a message and answers its address. */
process.once('message', async (config: Config) => {
  const portal = await startPortal({ config, log: createLogger('silent') });
  process.send?.({ url: portal.url });
});
