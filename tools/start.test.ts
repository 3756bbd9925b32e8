import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from './free-port.ts';

const program = fileURLToPath(new URL('./start.ts', import.meta.url));
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'order-portal-start-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function findPorts() {
  const find = async () => String(await findFreePort());
  return { PORT: await find(), MAIL_PORT: await find(), MAIL_UI_PORT: await find(), SANDBOX_PORT: await find() };
}
type Ports = Awaited<ReturnType<typeof findPorts>>;

type Run = { child: ChildProcess; output: () => string; up: Promise<void>; exited: Promise<number | null> };

function start(variables: Record<string, string>): Run {
  const { VITEST: _vitest, NODE_ENV: _environment, ...rest } = process.env;
  const child = spawn(process.execPath, [program], {
    env: { ...rest, DATA_DIR: join(folder, 'data'), npm_lifecycle_event: 'start', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const up = Promise.withResolvers<void>();
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes(lastLine)) up.resolve();
    });
  }
  // The output is complete only now.
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, output: () => output, up: up.promise, exited };
}

const lastLine = 'Ctrl-C stops it all.';

/**
 * Starts on free ports and retries if another process takes one of them, until it runs or exits.
 * @param busy the variable of a port that is in use on purpose
 */
async function startOnFree(
  given: (ports: Ports) => Record<string, string> = () => ({}),
  busy?: string,
): Promise<Run & { ports: Ports }> {
  for (;;) {
    const ports = await findPorts();
    const run = start({ ...ports, ...given(ports) });
    await Promise.race([run.up, run.exited]);
    const taken = /^Port \d+ is in use: set (\w+)|EADDRINUSE/m.exec(run.output());
    if (taken === null || taken[1] === busy) return { ...run, ports };
    await run.exited;
  }
}

/** Polls, because another process may hold a port briefly. */
async function nothingListens(ports: Ports): Promise<void> {
  for (const port of Object.values(ports)) {
    const listen = async () => {
      const server = createServer();
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(Number(port), '127.0.0.1', resolve);
      });
      await new Promise((resolve) => server.close(resolve));
    };
    await expect.poll(listen, { timeout: 60_000 }).toBeUndefined();
  }
}

test.each<[what: string, given: (ports: Ports) => Record<string, string>, line: (ports: Ports) => string]>([
  ['a port that is none', () => ({ PORT: 'high' }), () => 'PORT must be a port, not "high".'],
  [
    'one port for two',
    ({ PORT }) => ({ SANDBOX_PORT: PORT }),
    ({ PORT }) => `PORT and SANDBOX_PORT are both ${PORT}: set one of them to another port.`,
  ],
  [
    'a number that is none',
    () => ({ SANDBOX_ORDERS: 'many' }),
    () => 'SANDBOX_ORDERS must be a whole number, not "many".',
  ],
  [
    'a folder without data',
    () => ({ SANDBOX_DATA: '/nowhere' }),
    () => 'SANDBOX_DATA: there is no salesOrder.ndjson in /nowhere.',
  ],
])('%s is refused in one line', async (_what, given, line) => {
  const run = await startOnFree(given);
  expect(await run.exited).toBe(1);
  expect(run.output()).toBe(`${line(run.ports)}\n`);
});

test('names a busy port and the variable that changes it', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const run = await startOnFree(() => ({ MAIL_PORT: String(port) }), 'MAIL_PORT');
  expect(await run.exited).toBe(1);
  expect(run.output()).toBe(`Port ${port} is in use: set MAIL_PORT to another one.\n`);
  await new Promise((resolve) => server.close(resolve));
});

test('starts, exits on a signal without leftovers, and reuses its data on the next start', async () => {
  const first = await startOnFree();
  expect(first.output()).toContain(lastLine);
  expect(first.output()).toContain('2,000 orders and 120 customers');
  for (const user of ['admin', 'member', 'customer-admin', 'customer-member', 'guest']) {
    expect(first.output()).toContain(`${user}@demo.test`);
  }
  const portal = `http://127.0.0.1:${first.ports.PORT}`;
  expect((await fetch(`${portal}/api/health`)).status).toBe(200);
  expect(await (await fetch(`${portal}/orders`)).text()).toContain('<div id="root">');
  expect(await (await fetch(`http://127.0.0.1:${first.ports.MAIL_UI_PORT}/email`)).json()).toEqual([]);

  const intruder = await startOnFree();
  expect(await intruder.exited).toBe(1);
  expect(intruder.output()).toContain('is in use by another running portal');

  first.child.kill('SIGTERM');
  expect(await first.exited).toBe(0);
  await nothingListens(first.ports);

  const second = await startOnFree();
  expect(second.output()).toContain(lastLine);
  expect(second.output()).toContain('2,000 orders and 120 customers');
  second.child.kill('SIGINT');
  expect(await second.exited).toBe(0);
  await nothingListens(second.ports);
}, 600_000);

test('lists only the existing demo users on an account without customers, and says why the others are missing', async () => {
  const empty = join(folder, 'empty');
  await mkdir(empty, { recursive: true });
  for (const name of ['salesOrder.ndjson', 'customer.ndjson']) await writeFile(join(empty, name), '');
  const run = await startOnFree(() => ({ SANDBOX_DATA: empty }));
  const [signIns = '', rest = ''] = run.output().split('Not created');
  expect(signIns).toContain('admin@demo.test ');
  expect(signIns).toContain('member@demo.test ');
  expect(signIns).not.toMatch(/customer-|guest@/);
  expect(rest).toContain(
    ', because the account has no customers: customer-admin@demo.test, customer-member@demo.test, guest@demo.test\n',
  );
  run.child.kill('SIGTERM');
  expect(await run.exited).toBe(0);
}, 600_000);
