import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres, throwAwaySettings } from './embedded-postgres.ts';
import { ensureDatabase } from './ensure-database.ts';

const onUnix = process.platform !== 'win32';
let parent = '';
let folder = '';
const start = (): Promise<EmbeddedPostgres> => startEmbeddedPostgres({ folder, settings: throwAwaySettings });

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'order-portal-embedded-'));
  // Accessible only to its owner, like a home folder; PostgreSQL started by root must still be able to use it.
  if (onUnix) await chmod(parent, 0o700);
  folder = join(parent, 'data', 'postgres');
});
afterAll(() => rm(parent, { recursive: true, force: true }));

async function ask(url: string, question: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query({ text: question, rowMode: 'array' })).rows;
  } finally {
    await client.end();
  }
}

/** A process that starts the same cluster and keeps it running until it is killed. */
async function startElsewhere(): Promise<ChildProcess> {
  const module = new URL('./embedded-postgres.ts', import.meta.url).href;
  const script = `const { startEmbeddedPostgres } = await import(${JSON.stringify(module)});
    await startEmbeddedPostgres({ folder: ${JSON.stringify(folder)} }); console.log('ready'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout?.once('data', () => resolve());
    child.once('exit', () => reject(new Error('the other process ended')));
  });
  child.removeAllListeners('exit');
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await exited;
}

test('keeps its data across restarts and requires the password', async () => {
  const first = await start();
  const url = await ensureDatabase(first, 'portal');
  await ask(url, 'create extension if not exists pg_trgm');
  await ask(url, "create table kept as select 'ÄÖ' as text");
  expect(await ask(url, 'select current_user, current_database(), (select lower(text) from kept)')).toEqual([
    ['portal', 'portal', 'äö'],
  ]);
  expect(await ask(url, "select rolsuper from pg_roles where rolname = 'portal'")).toEqual([[false]]);
  await expect(ask(first.url('postgres').replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow('password');
  await first.stop();
  const second = await start();
  expect(await ask(await ensureDatabase(second, 'portal'), 'select text from kept')).toEqual([['ÄÖ']]);
  await second.stop();
});

test.runIf(onUnix)('keeps its password to itself', async () => {
  expect((await stat(join(folder, 'password'))).mode & 0o777).toBe(0o600);
  expect((await stat(join(folder, 'postgres.log'))).mode & 0o777).toBe(0o600);
});

test('a second start on the same folder reports the conflict and changes nothing', async () => {
  const first = await start();
  await expect(start()).rejects.toThrow(`${folder} is in use by another running portal`);
  expect(await ask(first.url('postgres'), 'select 1')).toEqual([[1]]);
  await first.stop();
});

test('leaves no process behind when stopped', async () => {
  const postgres = await start();
  const pid = Number((await readFile(join(folder, 'cluster', 'postmaster.pid'), 'utf8')).split('\n')[0]);
  await postgres.stop();
  await postgres.exited;
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

test.runIf(onUnix)('a start after the one before was killed finds its data', async () => {
  await kill(await startElsewhere());
  const postgres = await start();
  expect(await ask(await ensureDatabase(postgres, 'portal'), 'select text from kept')).toEqual([['ÄÖ']]);
  await postgres.stop();
});
