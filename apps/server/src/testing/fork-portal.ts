import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config.ts';

export type ForkedPortal = {
  url: string;
  /** Sends SIGKILL, so that nothing can shut down. */
  kill(): Promise<void>;
};

const script = fileURLToPath(new URL('./portal-process.ts', import.meta.url));

/** Starts a portal in its own process, with these options of Node. Kill it before the test ends. */
export async function forkPortal(config: Config, options: readonly string[] = []): Promise<ForkedPortal> {
  // Without the arguments of the test runner.
  const child = fork(script, [], { execArgv: [...options], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const message = once(child, 'message', { signal: AbortSignal.timeout(60_000) });
  child.send(config);
  const [{ url }] = (await message) as [{ url: string }];
  return { url, kill: () => kill(child) };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}
