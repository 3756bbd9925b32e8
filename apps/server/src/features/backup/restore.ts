import { join } from 'node:path';
import type pg from 'pg';
import type { DatabaseClient } from '../../platform/database.ts';
import type { FileStorage } from '../../platform/storage.ts';
import { createFolderStorage } from '../../platform/storage-folder.ts';
import { copyFile, keyOf, selectFiles } from '../attachments/stored-files.ts';
import { loadTable } from './dump-table.ts';
import { filesFolder, type Manifest, tableFile } from './manifest.ts';
import { readSchemaVersion } from './tables.ts';

/**
 * Restores a backup into a migrated database without users, orders or customers and a storage without other files, and
 * verifies all rows and files. All or nothing for the database; files that were already copied are kept, so a restore
 * that failed can be repeated. Throws an Error with the reason.
 */
export async function restore(
  target: { database: DatabaseClient; storage: FileStorage },
  manifest: Manifest,
  folder: string,
): Promise<void> {
  const client = await target.database.pool.connect();
  try {
    await client.query('begin; set local idle_in_transaction_session_timeout = 0');
    await assertSameSchema(client, manifest);
    await assertEmpty(client);
    await loadTables(client, manifest, folder);
    await client.query('delete from attachments where id = any($1)', [manifest.deleted]);
    await restoreFiles(client, target.storage, manifest, folder);
    await client.query('commit');
    await client.query('analyze');
  } finally {
    // Rolls back after an error.
    client.release(true);
  }
}

async function assertSameSchema(client: pg.ClientBase, manifest: Manifest): Promise<void> {
  const own = await readSchemaVersion(client);
  if (JSON.stringify(own) === JSON.stringify(manifest.schema)) return;
  const last = manifest.schema.migrations.at(-1);
  throw new Error(
    `The backup is of another release (its last migration is ${last}). Restore it with that release, then upgrade.`,
  );
}

async function assertEmpty(client: pg.ClientBase): Promise<void> {
  for (const table of ['users', 'customers', 'sales_orders', 'attachments', 'activity_log']) {
    const { rowCount } = await client.query(`select from ${table} limit 1`);
    if (rowCount !== 0) throw new Error(`The database is not empty: the table ${table} has rows.`);
  }
}

/** Loads the rows without triggers and foreign keys, which would depend on the order; both are back afterwards. */
async function loadTables(client: pg.ClientBase, manifest: Manifest, folder: string): Promise<void> {
  const triggers = await describe(client, triggersSql);
  const foreignKeys = await describe(client, foreignKeysSql);
  await client.query([...triggers, ...foreignKeys].map(({ before }) => before).join(';'));
  for (const table of manifest.tables) {
    // Rows of migrations and of the queue's first start. A table that refuses deletion is empty.
    const { rowCount } = await client.query(`select from ${table.name} limit 1`);
    if (rowCount !== 0) await client.query(`delete from ${table.name}`);
    await loadTable(client, table, tableFile(folder, table.name), table);
  }
  for (const { name, value } of manifest.sequences) {
    if (value !== null) await client.query('select setval($1, $2)', [name, value]);
  }
  await client.query([...foreignKeys, ...triggers].map(({ after }) => after).join(';'));
}

/** Statements that turn something off, and on again. */
type Switch = { before: string; after: string };

const triggersSql = `
  select format('alter table %s disable trigger %I', tgrelid::regclass, tgname) as before,
    format('alter table %s enable trigger %I', tgrelid::regclass, tgname) as after
  from pg_trigger join pg_class on pg_class.oid = tgrelid
  where relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace) and not tgisinternal and tgenabled = 'O'
    and tgparentid = 0`;

const foreignKeysSql = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as before,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as after
  from pg_constraint
  where connamespace in ('public'::regnamespace, 'pgboss'::regnamespace) and contype = 'f' and conparentid = 0`;

async function describe(client: pg.ClientBase, statement: string): Promise<Switch[]> {
  return (await client.query<Switch>(statement)).rows;
}

async function restoreFiles(client: pg.ClientBase, storage: FileStorage, { lost }: Manifest, folder: string) {
  const source = createFolderStorage(join(folder, filesFolder));
  const files = await selectFiles(client);
  const keys = new Set(files.map(({ id }) => keyOf(id)));
  for await (const key of storage.list()) {
    if (!keys.has(key))
      throw new Error(`The storage is not empty: it has the file ${key}, which is not in the backup.`);
  }
  for (const file of files) {
    if (lost.includes(file.id)) continue;
    const result = await copyFile(source, storage, file);
    if (result === 'missing' || result === 'damaged') throw new Error(`The file ${keyOf(file.id)} is ${result}.`);
  }
}
