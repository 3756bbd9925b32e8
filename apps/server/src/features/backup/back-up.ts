import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { Clock } from '../../platform/clock.ts';
import type { DatabaseClient } from '../../platform/database.ts';
import type { FileStorage } from '../../platform/storage.ts';
import { createFolderStorage } from '../../platform/storage-folder.ts';
import { copyFile, findFile, type KnownFile, selectFiles } from '../attachments/stored-files.ts';
import { dumpTable } from './dump-table.ts';
import { filesFolder, keysFolder, type Manifest, manifestFile, tableFile, tablesFolder } from './manifest.ts';
import { listTables, readSchemaVersion } from './tables.ts';

/** What to back up: `keys` are secrets by the name of their variable. */
export type BackupSource = {
  database: DatabaseClient;
  storage: FileStorage;
  keys: Record<string, string | undefined>;
  clock: Clock;
};

/** Number of rows and files in a backup, and ids of attachments whose files the storage did not have intact. */
export type BackupResult = { rows: number; files: number; lost: string[] };

/**
 * Writes a backup into an empty or new folder: all tables as of one moment, then the attached files, then the keys. The
 * manifest comes last, so that a folder without one is an unfinished backup. Throws if the folder is not empty.
 */
export async function backUp(source: BackupSource, folder: string): Promise<BackupResult> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty.`);
  for (const part of [tablesFolder, filesFolder, keysFolder]) await mkdir(join(folder, part), { mode: 0o700 });
  const { files, ...dump } = await dumpDatabase(source.database, folder);
  const { lost, deleted } = await copyFiles(source, files, folder);
  for (const [name, key] of Object.entries(source.keys)) {
    if (key !== undefined) await writeFile(join(folder, keysFolder, name), `${key}\n`, { mode: 0o600 });
  }
  const manifest: Manifest = { format: 1, createdAt: source.clock.now().toISOString(), ...dump, lost, deleted };
  await writeFile(join(folder, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true });
  const rows = dump.tables.reduce((sum, table) => sum + table.rows, 0);
  return { rows, files: files.length - lost.length - deleted.length, lost };
}

type Dump = Pick<Manifest, 'schema' | 'tables' | 'sequences'> & { files: KnownFile[] };

/** Dumps all tables in one snapshot, and lists the files that its attachments name. */
async function dumpDatabase({ pool }: DatabaseClient, folder: string): Promise<Dump> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const tables: Manifest['tables'] = [];
    for (const table of await listTables(client)) {
      tables.push({ ...table, ...(await dumpTable(client, table, tableFile(folder, table.name))) });
    }
    const sequences = await readSequences(client);
    return { schema: await readSchemaVersion(client), tables, sequences, files: await selectFiles(client) };
  } finally {
    // Ends the transaction too.
    client.release(true);
  }
}

async function readSequences(client: pg.ClientBase): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string; value: string | null }>(`
    select format('%I.%I', schemaname, sequencename) as name, last_value as value from pg_sequences
    where schemaname in ('public', 'pgboss') order by 1`);
  return rows;
}

async function copyFiles({ storage, database }: BackupSource, files: KnownFile[], folder: string) {
  const target = createFolderStorage(join(folder, filesFolder));
  const lost: string[] = [];
  const deleted: string[] = [];
  for (const file of files) {
    const result = await copyFile(storage, target, file);
    if (result === 'copied') continue;
    const list = (await findFile(database.db, file.id)) === undefined ? deleted : lost;
    list.push(file.id);
  }
  return { lost, deleted };
}
