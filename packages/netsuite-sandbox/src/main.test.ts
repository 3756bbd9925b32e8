import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { createSandboxCredentials } from './credentials.ts';
import { readEnvironment } from './environment.ts';
import { createDatabase, fetchToken } from './testing/test-sandbox.ts';

const database = await createDatabase();
const folder = await mkdtemp(join(tmpdir(), 'sandbox-main-'));
const { sandbox, client } = createSandboxCredentials();
const credentialsFile = join(folder, 'credentials.json');
await writeFile(credentialsFile, JSON.stringify([sandbox]));
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const environment = (more: Record<string, string>) => ({
  SANDBOX_DATABASE_URL: database.url,
  SANDBOX_CREDENTIALS_FILE: credentialsFile,
  ...more,
});

function run(more: Record<string, string>): ChildProcess & { output: () => string } {
  const main = fileURLToPath(new URL('./main.ts', import.meta.url));
  const child = spawn(process.execPath, [main], { env: { ...process.env, ...environment(more) } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return Object.assign(child, { output: () => output });
}

describe('the command', () => {
  test('serves what the environment names, refuses a busy port, and ends on a signal', async () => {
    const child = run({ SANDBOX_PORT: '0', SANDBOX_ORDERS: '25', SANDBOX_CUSTOMERS: '5' });
    while (!child.output().includes('ready')) {
      expect(child.exitCode).toBeNull();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(child.output())?.[0] ?? '';
    const headers = { authorization: `Bearer ${await fetchToken(url, client)}` };
    const orders = await fetch(`${url}/services/rest/record/v1/salesOrder`, { headers });
    expect(await orders.json()).toMatchObject({ totalResults: 25 });

    const second = run({ SANDBOX_PORT: new URL(url).port, SANDBOX_ORDERS: '25', SANDBOX_CUSTOMERS: '5' });
    expect((await once(second, 'close'))[0]).toBe(1);
    expect(second.output()).toContain('SANDBOX_PORT names another port');

    child.kill('SIGTERM');
    expect(await once(child, 'close')).toEqual([0, null]);
  });

  test('reports an error in its data in one line', async () => {
    const child = run({ SANDBOX_DATA: join(folder, 'nothing') });
    expect((await once(child, 'close'))[0]).toBe(1);
    expect(child.output()).toMatch(/^NetSuite sandbox: .*nothing\/salesOrder\.ndjson cannot be read.*\n$/);
  });
});

describe('the environment', () => {
  test('sets options and leaves the others at their defaults', () => {
    expect(readEnvironment(environment({}))).toMatchObject({
      databaseUrl: database.url,
      credentials: [sandbox],
      port: 4010,
      data: { generate: { orders: 2000, customers: 120, seed: 1 } },
    });
    const named = readEnvironment(
      environment({ SANDBOX_DATA: '../data', SANDBOX_PORT: '4999', SANDBOX_CONCURRENCY: '15' }),
    );
    expect(named).toMatchObject({ data: { folder: '../data' }, port: 4999, limits: { concurrency: 15 } });
  });

  test('is refused with a line for each variable that is wrong', () => {
    const wrong = { SANDBOX_PORT: 'x', SANDBOX_ORDERS: '-1', SANDBOX_CREDENTIALS_FILE: join(folder, 'none.json') };
    expect(() => readEnvironment(wrong)).toThrow(
      /SANDBOX_DATABASE_URL is missing\.\nSANDBOX_CREDENTIALS_FILE cannot be used: .*\nSANDBOX_PORT .*\nSANDBOX_ORDERS /,
    );
  });
});
