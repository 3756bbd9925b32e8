import pg from 'pg';
import { generateRecords } from '../generate/orders.ts';
import { type SandboxDatabase, schema } from './database.ts';
import { deriveNames, deriveRows } from './derive.ts';
import { fingerprintFolder, readRecords } from './read-folder.ts';
import { keys, readFingerprint, recreateSchema, schemaVersion } from './schema.ts';
import { indexes, tables } from './tables.ts';
import { insertRecords, type TypedRecord } from './write-records.ts';

/** Where the records come from: a folder of NDJSON files, or the generator. */
export type DataSource = { folder: string } | { generate: Parameters<typeof generateRecords>[0] };

/** Records at a time: about a megabyte, whatever the size of the set. */
const batchSize = 400;

/**
 * Fills the schema with the data set, unless it holds that very set from an earlier start: then nothing is done, and
 * what was changed in it since is still there. Answers whether it loaded.
 */
export async function ensureLoaded({ records }: SandboxDatabase, source: DataSource): Promise<boolean> {
  const set =
    'folder' in source ? await fingerprintFolder(source.folder) : `generated ${JSON.stringify(source.generate)}`;
  const fingerprint = `${schemaVersion}\n${set}`;
  const client = await records.connect();
  try {
    // Two starts at once: the second waits for the first, then finds the data. The end of the session frees the lock.
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [`netsuite-sandbox ${schema}`]);
    if ((await readFingerprint(client)) === fingerprint) return false;
    await load(records, source);
    // Last, so that a load that was interrupted is done anew.
    await client.query('INSERT INTO sandbox_state VALUES ($1, now())', [fingerprint]);
    return true;
  } catch (error) {
    throw 'folder' in source && error instanceof pg.DatabaseError ? explain(source.folder, error) : error;
  } finally {
    client.release(true);
  }
}

async function load(pool: pg.Pool, source: DataSource): Promise<void> {
  await recreateSchema(pool);
  await insertAll(pool, 'folder' in source ? readRecords(source.folder) : generateRecords(source.generate));
  await deriveRows(pool);
  const runAll = (statements: readonly string[]) => Promise.all(statements.map((statement) => pool.query(statement)));
  await runAll(keys);
  await Promise.all([runAll(indexes), deriveNames(pool)]);
  // Statistics and the visibility map, which counts and keyed pages go by.
  await runAll(Object.keys(tables).map((table) => `VACUUM (ANALYZE) ${pg.escapeIdentifier(table)}`));
}

async function insertAll(pool: pg.Pool, records: AsyncIterable<TypedRecord> | Iterable<TypedRecord>): Promise<void> {
  // One batch is written while the next one is generated or read.
  let writing = Promise.resolve();
  let batch: TypedRecord[] = [];
  for await (const record of records) {
    if (batch.push(record) < batchSize) continue;
    await writing;
    writing = insertRecords(pool, batch);
    // A failure is thrown where the insert is awaited.
    writing.catch(() => undefined);
    batch = [];
  }
  await writing;
  await insertRecords(pool, batch);
}

function explain(folder: string, cause: pg.DatabaseError): Error {
  const twice = cause.code === '23505' ? 'A record appears twice: ' : '';
  return new Error(`${folder}: ${twice}${cause.detail ?? cause.message}`, { cause });
}
