import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createServer } from 'vite';
import { findFreePort } from '../free-port.ts';
import type { OnStarted, Variables } from './services.ts';
import { root, type StartSettings } from './settings.ts';

/** For development: the server restarts and the web app reloads whenever a file changes. */
export async function startWithReload(
  settings: StartSettings,
  variables: Variables,
  onStarted: OnStarted,
): Promise<string> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const server = spawn(
    process.execPath,
    ['--watch', '--watch-preserve-output', join(root, 'apps/server/src/main.ts')],
    {
      cwd: root,
      stdio: 'inherit',
      detached: true,
      env: { ...process.env, ...variables, HOST: '127.0.0.1', PORT: String(port), TRUST_PROXY: '1' },
    },
  );
  const exited = new Promise((resolve) => server.once('exit', resolve));
  onStarted(async () => {
    server.kill('SIGTERM');
    await exited;
  });
  process.env.API_URL = url;
  const before = new Set(process.listeners('SIGTERM'));
  const web = await createServer({
    root: join(root, 'apps/web'),
    configFile: join(root, 'apps/web/vite.config.ts'),
    server: { host: settings.host, port: settings.port, strictPort: true },
    logLevel: 'warn',
  });
  await web.listen();
  // Vite would exit this process before the rest of the stack is stopped.
  for (const listener of process.listeners('SIGTERM')) if (!before.has(listener)) process.off('SIGTERM', listener);
  process.stdin.removeAllListeners('end');
  onStarted(() => web.close());
  while (!(await isUp(url))) await delay(200);
  return url;
}

async function isUp(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/api/health`).catch(() => undefined);
  return answer?.ok ?? false;
}
