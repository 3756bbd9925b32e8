import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type pg from 'pg';
import { hashed } from '../attachments/stored-files.ts';
import type { BackupTable } from './tables.ts';

/** Number of rows in a table's file, and the hash of the file. */
export type DumpedTable = { rows: number; sha256: string };

const rowsAtOnce = 500;
/** Longer batches are inserted before they have all their rows. */
const batchCharacters = 4 * 1024 ** 2;

/**
 * Writes a table as its transaction sees it: each row is a line, a JSON array of the values in PostgreSQL's text format,
 * which is exact for every type; the file is compressed.
 */
export async function dumpTable(client: pg.ClientBase, table: BackupTable, file: string): Promise<DumpedTable> {
  const values = table.columns.map(({ name }) => `${name}::text`).join(', ');
  await client.query(
    `declare dump no scroll cursor for select array_to_json(array[${values}]::text[])::text as line from ${table.name}`,
  );
  let rows = 0;
  async function* lines() {
    for (;;) {
      const batch = await client.query<{ line: string }>(`fetch ${rowsAtOnce} from dump`);
      if (batch.rows.length === 0) return;
      rows += batch.rows.length;
      yield batch.rows.map(({ line }) => `${line}\n`).join('');
    }
  }
  const hash = createHash('sha256');
  const target = createWriteStream(file, { mode: 0o600, flush: true });
  await pipeline(lines, createGzip({ level: 1 }), withHash(hash), target);
  await client.query('close dump');
  return { rows, sha256: hash.digest('hex') };
}

/** Inserts the rows of a file; throws if it is not the file that was written. */
export async function loadTable(
  client: pg.ClientBase,
  { name, columns }: BackupTable,
  file: string,
  dumped: DumpedTable,
): Promise<void> {
  const names = columns.map((column) => column.name).join(', ');
  const values = columns.map(({ type }, index) => `(line ->> ${index})::${type}`).join(', ');
  const insert = `insert into ${name} (${names}) overriding system value
    select ${values} from jsonb_array_elements($1::jsonb) line`;
  const hash = createHash('sha256');
  let rows = 0;
  await pipeline(createReadStream(file), withHash(hash), createGunzip(), async (content: AsyncIterable<Buffer>) => {
    for await (const batch of inBatches(content)) {
      await client.query(insert, [`[${batch.join(',')}]`]);
      rows += batch.length;
    }
  });
  if (rows !== dumped.rows || hash.digest('hex') !== dumped.sha256) throw new Error(`${file} is damaged.`);
}

const withHash = (hash: Hash) => (content: AsyncIterable<Uint8Array>) => hashed(content, hash);

async function* inBatches(content: AsyncIterable<Buffer>): AsyncIterable<string[]> {
  const decoder = new TextDecoder();
  let batch: string[] = [];
  let characters = 0;
  let rest = '';
  for await (const chunk of content) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      batch.push(line);
      characters += line.length;
      if (batch.length < rowsAtOnce && characters < batchCharacters) continue;
      yield batch;
      batch = [];
      characters = 0;
    }
  }
  if (batch.length > 0) yield batch;
}
