import { cp, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { getProfile } from '@portal/contract/auth';
import { listOrders } from '@portal/contract/orders';
import type pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { startAttachmentApp } from '../features/attachments/testing/attachment-app.ts';
import { readManifest } from '../features/backup/manifest.ts';
import { restore } from '../features/backup/restore.ts';
import { createFolderStorage } from '../platform/storage-folder.ts';
import { startTestApp } from '../testing/app.ts';
import { createTestDatabase } from '../testing/database.ts';
import { runCommand } from '../testing/run-command.ts';
import { startTestStore } from '../testing/store.ts';

const folder = await mkdtemp(join(tmpdir(), 'portal-backup-'));
const files = join(folder, 'files');
const backup = join(folder, 'backup');
const original = await createTestDatabase();
const elsewhere = await createTestDatabase('template0');
const empty = await createTestDatabase();
const store = await startTestStore();
afterAll(async () => {
  for (const { drop } of [original, elsewhere, empty]) await drop();
  await store.close();
  await rm(folder, { recursive: true });
});

const serverKey = 'the key of the portal that is backed up';
const { accessKeyId, secretAccessKey } = store.target.credentials;
const { bucket, endpoint, region } = store.target;
await writeFile(join(folder, 'database-url'), elsewhere.url);
const atHome = { DATABASE_URL: original.url, STORAGE_URL: pathToFileURL(files).href, SERVER_KEY: serverKey };
const there = {
  DATABASE_URL_FILE: join(folder, 'database-url'),
  STORAGE_URL: `s3://${accessKeyId}:${secretAccessKey}@${bucket}?endpoint=${endpoint}&region=${region}`,
};
async function keysOf(path: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of createFolderStorage(path).list()) keys.push(key);
  return keys;
}
const restoreFrom = (path: string) => runCommand(['restore', path], there);

/** A hash of the rows of each table, and the state of each sequence. */
async function fingerprint(pool: pg.Pool): Promise<Record<string, string>> {
  const tables = await pool.query<{ name: string }>(`
    select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname in ('public', 'pgboss') and relkind in ('r', 'p') and not relispartition order by 1`);
  const hashes: Record<string, string> = {};
  for (const { name } of tables.rows) {
    const { rows } = await pool.query(
      `select count(*) || ' ' || md5(coalesce(string_agg(t::text, ' ' order by t::text), '')) as hash from ${name} t`,
    );
    hashes[name] = rows[0].hash;
  }
  const { rows } = await pool.query(
    `select json_agg(s order by schemaname, sequencename)::text as state from (
       select schemaname, sequencename, last_value from pg_sequences where schemaname in ('public', 'pgboss')) s`,
  );
  return { ...hashes, sequences: rows[0].state };
}

/** Constraints and triggers, with their state, without the tables that the job queue makes for each day. */
async function rules(pool: pg.Pool): Promise<unknown[]> {
  const { rows } = await pool.query(`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where connamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
      and conrelid::regclass::text !~ '_\\d{8}$'
    union all
    select tgrelid::regclass::text, tgname, tgenabled::text || pg_get_triggerdef(oid)
    from pg_trigger where not tgisinternal order by 1, 2, 3`);
  return rows;
}

test('a backup restored elsewhere has the same rows, files, rules and sessions', async () => {
  const storage = { kind: 'folder', folder: files } as const;
  const attachments = await startAttachmentApp({ database: original, config: { storage, serverKey } });
  const { app } = attachments;
  const admin = await app.signIn('admin', { fullName: 'Ann "Łódź"\\ \n ʼn' });
  await app.createUser({ role: 'customer_guest', expiresAt: new Date('2030-01-01') });
  const kept = await attachments.add(admin, 'kept.txt', 'kept');
  await attachments.add(admin, 'other.txt', 'other');
  await app.database.pool.query(`
    update users set parent_id = (select id from users guest where id <> users.id) where full_name like 'Ann%';
    update sales_orders set total = 0.10, custom_fields = 'null';
    insert into preferences (user_id, label, setting, updated_at)
      values ('${admin.id}', 'A', '{"b":  [1, 2e3]}', now())`);
  await app.close();
  const before = await fingerprint(original.database.pool);

  const made = await runCommand(['backup', backup], atHome);
  expect(made).toMatchObject({ code: 0, output: expect.stringContaining('2 files and 1 keys') });
  expect((await stat(backup)).mode & 0o777).toBe(0o700);
  expect(await readFile(join(backup, 'keys/SERVER_KEY'), 'utf8')).toBe(`${serverKey}\n`);

  expect(await restoreFrom(backup)).toMatchObject({
    code: 0,
    output: expect.stringContaining('restored and verified'),
  });
  expect(await fingerprint(elsewhere.database.pool)).toEqual(before);
  expect(await rules(elsewhere.database.pool)).toEqual(await rules(original.database.pool));
  expect(await store.keys()).toHaveLength(2);

  const restored = await startTestApp({
    database: elsewhere,
    clock: app.clock,
    config: { storage: store.target, serverKey },
  });
  const { token } = admin;
  expect((await restored.call(getProfile, { token })).body.fullName).toBe('Ann "Łódź"\\ \n ʼn');
  expect((await restored.call(listOrders, { token })).body.total).toBe(3);
  const path = `/api/netsuite-sales-orders/attachments/${kept.id}`;
  const answer = await restored.fetch(path, { headers: { authorization: `Bearer ${token}` } });
  expect(await answer.text()).toBe('kept');
  await restored.close();
});

test('restore refuses a database with users, and what is not a complete backup', async () => {
  expect(await restoreFrom(backup)).toEqual({
    code: 1,
    output: 'The database is not empty: the table users has rows.\n',
  });
  expect((await restoreFrom(files)).output).toContain('is not a complete backup');
  expect(await runCommand(['backup', backup], atHome)).toEqual({ code: 1, output: `${backup} is not empty.\n` });
});

test('restore refuses damaged tables and files and a storage with other files, and leaves the database empty', async () => {
  const target = { database: empty.database, storage: createFolderStorage(join(folder, 'target')) };
  const damaged = join(folder, 'damaged');
  await cp(backup, damaged, { recursive: true });
  const manifest = await readManifest(damaged);
  const attempt = () => restore(target, manifest, damaged);
  const users = join(damaged, 'tables/public.users.jsonl.gz');
  await writeFile(users, gzipSync('["not a user"]\n'));
  await expect(attempt()).rejects.toThrow();
  await writeFile(users, gzipSync(''));
  await expect(attempt()).rejects.toThrow(`${users} is damaged.`);
  await cp(join(backup, 'tables'), join(damaged, 'tables'), { recursive: true });
  const [key = ''] = await keysOf(join(damaged, 'files'));
  await writeFile(join(damaged, 'files', key), 'other bytes');
  await expect(attempt()).rejects.toThrow(`The file ${key} is damaged.`);
  await rm(join(damaged, 'files', key));
  await expect(attempt()).rejects.toThrow(`The file ${key} is missing.`);
  await cp(join(backup, 'files'), join(damaged, 'files'), { recursive: true });
  await writeFile(join(folder, 'target', 'foreign'), 'x');
  await expect(attempt()).rejects.toThrow('The storage is not empty: it has the file foreign');
  const older = { ...manifest, schema: { ...manifest.schema, migrations: ['0001_initial'] } };
  await expect(restore(target, older, damaged)).rejects.toThrow('The backup is of another release');
  expect((await empty.database.pool.query('select from users')).rowCount).toBe(0);

  await rm(join(folder, 'target', 'foreign'));
  await attempt();
  expect(await fingerprint(empty.database.pool)).toEqual(await fingerprint(original.database.pool));
});

test('backup reports a file that the storage lost, and exits with 1', async () => {
  const [key = ''] = await keysOf(files);
  await rm(join(files, key));
  const partial = join(folder, 'partial');
  const made = await runCommand(['backup', partial], atHome);
  expect(made).toMatchObject({ code: 1, output: expect.stringContaining('LOST: ') });
  expect((await readManifest(partial)).lost).toEqual([key.slice(3)]);
});

test('backup refuses a database that has not exactly the migrations of this release', async () => {
  const { pool } = original.database;
  const target = join(folder, 'other-release');
  const attempt = () => runCommand(['backup', target], atHome);
  await pool.query("insert into kysely_migration values ('9999_next', now())");
  const newer = await attempt();
  expect(newer).toMatchObject({ code: 1, output: expect.stringContaining('It also has: 9999_next.') });
  await pool.query("delete from kysely_migration where name = '9999_next'");
  const { rows } = await pool.query(
    'delete from kysely_migration where name = (select max(name) from kysely_migration) returning *',
  );
  const older = await attempt();
  expect(older).toMatchObject({ code: 1, output: expect.stringContaining(`It lacks: ${rows[0].name}.`) });
  await expect(stat(target)).rejects.toThrow('ENOENT');
});
