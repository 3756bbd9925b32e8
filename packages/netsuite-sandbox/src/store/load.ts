import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { generateRecords } from '../generate/orders.ts';
import { derive } from './derive.ts';
import { fingerprintFolder, readRecords } from './read-folder.ts';
import { createIndexes, readFingerprint, recreateSchema, schemaVersion } from './schema.ts';
import { tables } from './tables.ts';
import { insertRecords, type TypedRecord } from './write-records.ts';

/** Where the records come from: a folder of NDJSON files, or the generator. */
export type DataSource = { folder: string } | { generate: Parameters<typeof generateRecords>[0] };

/** Records at a time: about a megabyte, whatever the size of the set. */
const batchSize = 400;

/**
 * Fills the schema with the data set, unless it holds that very set from an earlier start: then nothing is done, and
 * what was changed in it since is still there. Answers whether it loaded.
 */
export async function ensureLoaded(databaseUrl: string, schema: string, source: DataSource): Promise<boolean> {
  const fingerprint = await computeFingerprint(source);
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'netsuite-sandbox load' });
  await client.connect();
  try {
    await lockSchema(client, schema);
    if ((await readFingerprint(client, schema)) === fingerprint) return false;
    await load(client, schema, source, fingerprint);
    return true;
  } finally {
    await client.end();
  }
}

async function computeFingerprint(source: DataSource): Promise<string> {
  if ('folder' in source) return `${schemaVersion}\n${await fingerprintFolder(source.folder)}`;
  return `${schemaVersion}\ngenerated ${JSON.stringify(source.generate)}`;
}

/** Two starts at once: the second waits for the first, then finds the data. The end of the session frees the lock. */
async function lockSchema(client: pg.Client, schema: string): Promise<void> {
  for (;;) {
    const key = `netsuite-sandbox ${schema}`;
    const answer = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock(hashtext($1)) AS locked', [
      key,
    ]);
    if (answer.rows[0]?.locked === true) return;
    await delay(100);
  }
}

async function load(client: pg.Client, schema: string, source: DataSource, fingerprint: string): Promise<void> {
  await client.query("SET work_mem TO '64MB'; SET maintenance_work_mem TO '256MB'");
  await client.query('BEGIN');
  try {
    await recreateSchema(client, schema);
    await insertAll(client, 'folder' in source ? readRecords(source.folder) : generateRecords(source.generate));
    await derive(client, 'rows');
    await createIndexes(client);
    await derive(client, 'names');
    await client.query('INSERT INTO sandbox_state VALUES ($1, now())', [fingerprint]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw 'folder' in source && error instanceof pg.DatabaseError ? explain(source.folder, error) : error;
  }
  // Statistics and the visibility map, which counts and keyed pages go by.
  const names = Object.keys(tables).map(pg.escapeIdentifier);
  await client.query(`VACUUM (ANALYZE) ${names.join(', ')}`);
}

async function insertAll(
  client: pg.Client,
  records: AsyncIterable<TypedRecord> | Iterable<TypedRecord>,
): Promise<void> {
  let batch: TypedRecord[] = [];
  for await (const record of records) {
    if (batch.push(record) < batchSize) continue;
    await insertRecords(client, batch);
    batch = [];
  }
  await insertRecords(client, batch);
}

function explain(folder: string, cause: pg.DatabaseError): Error {
  const twice = cause.code === '23505' ? 'A record appears twice: ' : '';
  return new Error(`${folder}: ${twice}${cause.detail ?? cause.message}`, { cause });
}
