/**
 * The whole stack on one machine: PostgreSQL, the NetSuite sandbox, a local inbox, the portal with its web app, five
 * demo users and a first sync. `--dev`: with reload. Every setting is a variable: docs/operations.md.
 *
 * This file only handles shutdown; it is loaded first, so that a signal works while the rest is loading.
 */
import { setTimeout as delay } from 'node:timers/promises';

const parent = process.ppid;
const stops: (() => Promise<unknown>)[] = [];
const ended = new AbortController();
let starting: Promise<void> = Promise.resolve();

async function stopAll(): Promise<void> {
  for (const stop of stops.splice(0).reverse()) {
    await stop().catch((error) => console.error(`While stopping: ${error instanceof Error ? error.message : error}`));
  }
}

async function end(): Promise<void> {
  if (ended.signal.aborted) return;
  ended.abort();
  // A part that is still starting is stopped as soon as it has started.
  await Promise.race([starting, delay(20_000)]);
  await stopAll();
  process.exit();
}

process.on('SIGINT', end);
process.on('SIGTERM', end);
process.on('SIGHUP', end);
// A signal to npm ends npm and its shell but does not reach this process, so it checks whether they still run.
if (process.env.npm_lifecycle_event !== undefined) {
  setInterval(() => {
    if (process.ppid !== parent) void end();
  }, 250).unref();
}

starting = (async () => {
  const { explain, startStack } = await import('./start/stack.ts');
  try {
    await startStack(process.argv.slice(2), (stop) => void stops.push(stop), ended.signal);
  } catch (error) {
    if (ended.signal.aborted) return;
    ended.abort();
    console.error(explain(error));
    await stopAll();
    process.exit(1);
  }
})();
