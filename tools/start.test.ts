import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '../apps/server/src/platform/free-port.ts';

const program = fileURLToPath(new URL('./start.ts', import.meta.url));
const ports: Record<string, string> = {};
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'order-portal-start-'));
  for (const name of ['PORT', 'MAIL_PORT', 'MAIL_UI_PORT', 'SANDBOX_PORT']) ports[name] = String(await findFreePort());
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Run = { child: ChildProcess; output: () => string; exited: Promise<number | null> };

function start(variables: Record<string, string> = {}): Run {
  const { VITEST: _vitest, NODE_ENV: _environment, ...rest } = process.env;
  const child = spawn(process.execPath, [program], {
    env: { ...rest, ...ports, DATA_DIR: join(folder, 'data'), npm_lifecycle_event: 'start', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { child, output: () => output, exited };
}

const isUp = async (run: Run) => {
  await expect.poll(run.output, { timeout: 120_000, interval: 100 }).toContain('Ctrl-C stops it all.');
};

async function nothingListens(): Promise<void> {
  for (const port of Object.values(ports)) {
    const server = createServer();
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(Number(port), '127.0.0.1', resolve);
    });
    await new Promise((resolve) => server.close(resolve));
  }
}

test.each([
  [{ PORT: 'high' }, 'PORT must be a port, not "high".'],
  [{ PORT: '4111', SANDBOX_PORT: '4111' }, 'PORT and SANDBOX_PORT are both 4111: set one of them to another port.'],
  [{ SANDBOX_ORDERS: 'many' }, 'SANDBOX_ORDERS must be a whole number, not "many".'],
  [{ SANDBOX_DATA: '/nowhere' }, 'SANDBOX_DATA: there is no salesOrder.ndjson in /nowhere.'],
])(
  '%j is refused in one line',
  async (variables, line) => {
    const run = start(variables);
    expect(await run.exited).toBe(1);
    expect(run.output()).toBe(`${line}\n`);
  },
  60_000,
);

test('a busy port is named with the variable that moves it', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(Number(ports.MAIL_PORT), '127.0.0.1', resolve));
  const run = start();
  expect(await run.exited).toBe(1);
  expect(run.output()).toBe(`Port ${ports.MAIL_PORT} is in use: set MAIL_PORT to another one.\n`);
  await new Promise((resolve) => server.close(resolve));
}, 60_000);

test('comes up, ends by a signal without leaving anything, and finds its data again', async () => {
  const first = start();
  await isUp(first);
  expect(first.output()).toContain('2,000 orders and 120 customers');
  for (const user of ['admin', 'member', 'customer-admin', 'customer-member', 'guest']) {
    expect(first.output()).toContain(`${user}@demo.test`);
  }
  expect((await fetch(`http://127.0.0.1:${ports.PORT}/api/health`)).status).toBe(200);
  expect(await (await fetch(`http://127.0.0.1:${ports.PORT}/orders`)).text()).toContain('<div id="root">');
  expect(await (await fetch(`http://127.0.0.1:${ports.MAIL_UI_PORT}/email`)).json()).toEqual([]);

  const elsewhere: Record<string, string> = {};
  for (const name of Object.keys(ports)) elsewhere[name] = String(await findFreePort());
  const intruder = start(elsewhere);
  expect(await intruder.exited).toBe(1);
  expect(intruder.output()).toContain('is in use by another running portal');

  first.child.kill('SIGTERM');
  expect(await first.exited).toBe(0);
  await nothingListens();

  const second = start();
  await isUp(second);
  expect(second.output()).toContain('2,000 orders and 120 customers');
  second.child.kill('SIGINT');
  expect(await second.exited).toBe(0);
  await nothingListens();
}, 300_000);
