import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, type RequestOptions, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { orders, upsertTestOrders } from './features/attachments/testing/attachment-app.ts';
import { beginUpload, formBytes, write } from './features/attachments/testing/raw-upload.ts';
import { startTestApp } from './testing/app.ts';
import { createTestClock } from './testing/clock.ts';
import { createTestDatabase } from './testing/database.ts';
import { type PortalProcess, startPortalProcess } from './testing/start-portal-process.ts';

// Only creates sessions; the portals of this test are processes of their own, started as in production.
const database = await createTestDatabase();
const app = await startTestApp({ database, clock: createTestClock(new Date()) });
await upsertTestOrders(app.database.pool);
const admin = await app.signIn('admin');
const storage = await mkdtemp(join(tmpdir(), 'portal-shutdown-'));
afterAll(async () => {
  await app.close();
  await database.drop();
  await rm(storage, { recursive: true });
});

const environment = {
  PORT: '0',
  PUBLIC_URL: 'http://localhost:3000',
  DATABASE_URL: database.url,
  SMTP_URL: 'smtp://127.0.0.1:9',
  SERVER_KEY: 'a key for tests alone, of at least 32 characters',
  STORAGE_URL: pathToFileURL(storage).href,
  NETSUITE_ACCOUNT_ID: 'TEST',
  NETSUITE_BASE_URL: 'http://127.0.0.1:9',
  NETSUITE_TBA_CONSUMER_KEY: 'k',
  NETSUITE_TBA_CONSUMER_SECRET: 's',
  NETSUITE_TBA_TOKEN_ID: 't',
  NETSUITE_TBA_TOKEN_SECRET: 's',
  SYNC_EVERY_MINUTES: '0',
  // No test reaches this limit.
  REQUESTS_PER_MINUTE: '1000000',
};

const startProcess = (variables: Record<string, string>) => startPortalProcess({ ...environment, ...variables });

/** Sends a GET over a kept connection, as a proxy does. */
async function get(url: string, agent: Agent): Promise<number> {
  const options: RequestOptions = { agent, headers: { authorization: `Bearer ${admin.token}` } };
  return new Promise((resolve, reject) => {
    request(url, options, (response) => {
      void text(response).then(() => resolve(response.statusCode ?? 0), reject);
    })
      .on('error', reject)
      .end();
  });
}

test('processes restarted one after the other under load lose no request', async () => {
  const variables = { SHUTDOWN_DRAIN_SECONDS: '3' };
  const portals = [await startProcess(variables), await startProcess(variables)];
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  onTestFinished(() => agent.destroy());
  let stopped = false;
  let turn = 0;
  const answers: (number | string)[] = [];
  /** Addresses of the processes that a proxy would send requests to. */
  let ready: string[] = portals.map(({ url }) => url);
  const watch = async () => {
    while (!stopped) {
      const checks = portals.map(({ url }) =>
        fetch(`${url}/api/health/ready`).then(
          ({ ok }) => ok,
          () => false,
        ),
      );
      const states = await Promise.all(checks);
      ready = portals.filter((_, index) => states[index]).map(({ url }) => url);
      await delay(50);
    }
  };
  const load = Array.from({ length: 6 }, async () => {
    while (!stopped) {
      turn += 1;
      const url = ready[turn % ready.length];
      answers.push(await get(`${url}/api/netsuite-sales-orders?limit=10`, agent).catch(String));
    }
  });
  const watching = watch();
  for (const index of portals.keys()) {
    const old = portals[index] as PortalProcess;
    old.child.kill('SIGTERM');
    expect(await old.ended).toBe(0);
    portals[index] = await startProcess(variables);
  }
  stopped = true;
  await Promise.all([...load, watching]);
  expect(answers.length).toBeGreaterThan(100);
  expect(answers.filter((answer) => answer !== 200)).toEqual([]);
});

test('a process that received SIGTERM is not ready, serves for a while, and completes an upload', async () => {
  const { url, child, ended } = await startProcess({ SHUTDOWN_DRAIN_SECONDS: '2' });
  const statusOf = async (path: string) => {
    const headers = { authorization: `Bearer ${admin.token}` };
    const { status, headers: received } = await fetch(`${url}${path}`, { headers });
    return [status, received.get('connection')];
  };
  expect(await statusOf('/api/health/ready')).toEqual([200, 'keep-alive']);
  const form = formBytes('slow.bin', Buffer.alloc(200_000, 7), 'slow');
  const socket = await beginUpload(url, admin.token, orders.first, form.length);
  await write(socket, form.subarray(0, 100_000));
  child.kill('SIGTERM');
  await expect.poll(() => statusOf('/api/health/ready')).toEqual([503, 'close']);
  expect(await statusOf('/api/netsuite-sales-orders?limit=10')).toEqual([200, 'close']);
  // Once connections are refused only the upload is left.
  await expect.poll(() => statusOf('/api/health').catch(() => 'refused')).toBe('refused');
  await write(socket, form.subarray(100_000));
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 201 /);
  expect(await ended).toBe(0);
});

test('a second signal ends the process at once, whatever is open', async () => {
  const { url, child, ended } = await startProcess({ SHUTDOWN_DRAIN_SECONDS: '0', SHUTDOWN_SECONDS: '900' });
  const form = formBytes('slow.bin', Buffer.alloc(200_000, 7), 'slow');
  const socket = await beginUpload(url, admin.token, orders.first, form.length);
  socket.on('error', () => undefined);
  await write(socket, form.subarray(0, 100_000));
  child.kill('SIGTERM');
  await expect.poll(() => fetch(`${url}/api/health`).then(String, () => 'refused')).toBe('refused');
  child.kill('SIGTERM');
  expect(await ended).toBe(1);
});
