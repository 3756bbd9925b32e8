import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export type PortalProcess = { url: string; child: ChildProcess; ended: Promise<number | null> };

const repository = fileURLToPath(new URL('../../../../', import.meta.url));

/**
 * Starts the portal by its own command, as in production, from this or another checkout. Rejects with its exit code if
 * it does not start. It is killed when the test ends, if it still runs.
 */
export async function startPortalProcess(
  environment: Record<string, string>,
  folder = repository,
): Promise<PortalProcess> {
  const child = spawn(process.execPath, [join(folder, 'apps/server/src/main.ts')], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  onTestFinished(() => void child.kill('SIGKILL'));
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const entry = JSON.parse(line) as { msg: string; url?: string };
      if (entry.msg === 'the portal is up') resolve(entry.url ?? '');
    });
    void ended.then((code) => reject(new Error(`The portal ended with ${code}.`)));
  });
  return { url, child, ended };
}
