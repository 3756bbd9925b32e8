import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A server in a child process, and the message it sent when it was ready. */
export type ChildServer<Ready> = Ready & { stop(): Promise<void> };

/** As the image starts the portal. */
const nodeArguments = ['--max-semi-space-size=8', '--heap-growing-percent=50'];
const environment = { ...process.env, NODE_ENV: 'production', MALLOC_MMAP_THRESHOLD_: '131072' };

/**
 * Starts a script of this folder, or of another checkout's, sends it its input, and waits until it reports that it is
 * ready.
 */
export async function startChild<Ready>(
  script: string,
  order: object,
  folder = import.meta.dirname,
): Promise<ChildServer<Ready>> {
  const path = join(folder, script);
  const child = fork(path, [], {
    execArgv: nodeArguments,
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ready = once(child, 'message');
  child.send(order);
  const exit = once(child, 'exit').then(([code]) => {
    throw new Error(`${script} ended with ${code}`);
  });
  const [message] = (await Promise.race([ready, exit])) as [Ready];
  exit.catch(() => undefined);
  return { ...message, stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

/** A metric of a portal process. */
export async function readMetric(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]);
}

/** Resident memory of a portal process in bytes, as the process reports it. */
export function readMemory(url: string): Promise<number> {
  return readMetric(url, 'process_resident_memory_bytes');
}
