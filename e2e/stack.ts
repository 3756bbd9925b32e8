import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '../tools/free-port.ts';

/** Timeout for hangs. */
const START_TIMEOUT_MS = 300_000;

/** Starts what `npm start` starts, on free ports and in a folder of its own, and stops it after the last test. */
export default async function startStack(): Promise<() => Promise<void>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryToStart();
    } catch (error) {
      // Another process may take a free port before the stack does.
      const isTaken = error instanceof Error && /in use: set|are both|EADDRINUSE/.test(error.message);
      if (!isTaken || attempt === 5) throw error;
    }
  }
}

async function tryToStart(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-e2e-'));
  const ports = {
    PORT: await findFreePort(),
    MAIL_PORT: await findFreePort(),
    MAIL_UI_PORT: await findFreePort(),
    SANDBOX_PORT: await findFreePort(),
  };
  process.env.PORTAL_URL = `http://127.0.0.1:${ports.PORT}`;
  process.env.PORTAL_SESSIONS = join(folder, 'sessions.json');
  process.env.INBOX_URL = `http://127.0.0.1:${ports.MAIL_UI_PORT}`;
  process.env.SANDBOX_URL = `http://127.0.0.1:${ports.SANDBOX_PORT}`;

  const stack = spawn(process.execPath, [fileURLToPath(new URL('../tools/start.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])),
      // A thousand pages of orders, and an export of some megabytes.
      SANDBOX_ORDERS: '10000',
      SANDBOX_CUSTOMERS: '500',
      // Scheduled syncs would interfere with those that a test starts.
      SYNC_EVERY_MINUTES: '0',
      PUBLIC_URL: process.env.PORTAL_URL,
      DATA_DIR: join(folder, 'data'),
    },
  });
  const exited = once(stack, 'exit');
  let output = '';
  const ready = new Promise<void>((resolve) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('admin@demo.test')) resolve();
    };
    stack.stdout.on('data', read);
    stack.stderr.on('data', read);
  });
  const stop = async () => {
    stack.kill('SIGTERM');
    await exited;
    await rm(folder, { recursive: true, force: true });
  };
  const timer = new AbortController();
  const end = await Promise.race([
    ready.then(() => undefined),
    exited.then(([code]) => `the stack ended with ${code}`),
    delay(START_TIMEOUT_MS, 'the stack has not come up within 5 minutes', { signal: timer.signal }),
  ]);
  timer.abort();
  if (end === undefined) return stop;
  await stop();
  throw new Error(`${end}:\n${output}`);
}
