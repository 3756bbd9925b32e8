import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Starts what `npm start` starts, on free ports and in a folder of its own, and stops it after the last test. */
export default async function startStack(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-e2e-'));
  const ports = {
    PORT: await freePort(),
    MAIL_PORT: await freePort(),
    MAIL_UI_PORT: await freePort(),
    SANDBOX_PORT: await freePort(),
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
      // As many as a company of some years has: what is slow, or wrong beyond the first pages, shows.
      SANDBOX_ORDERS: '100000',
      SANDBOX_CUSTOMERS: '5000',
      // The portal's own syncs would come in between those that a test starts.
      SYNC_EVERY_MINUTES: '0',
      PUBLIC_URL: process.env.PORTAL_URL,
      DATA_DIR: join(folder, 'data'),
    },
  });
  let output = '';
  const ready = new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('admin@demo.test')) resolve();
    };
    stack.stdout.on('data', read);
    stack.stderr.on('data', read);
    stack.on('exit', (code) => reject(new Error(`the stack ended with ${code}:\n${output}`)));
  });
  const stop = async () => {
    if (stack.exitCode === null) {
      stack.removeAllListeners('exit');
      stack.kill('SIGTERM');
      await once(stack, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await ready;
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}
