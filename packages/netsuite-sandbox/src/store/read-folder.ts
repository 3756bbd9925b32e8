import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseExactJson } from '../exact-json.ts';
import { type RecordBody, type RecordType, recordTypes } from '../records.ts';
import { findRecordFault } from './check-record.ts';
import type { TypedRecord } from './write-records.ts';

/** Files without which a folder holds no data set; the others may be missing. */
const isRequired = (type: RecordType) => type === 'salesOrder' || type === 'customer';

/** Fingerprint of the folder: its real path, and each file's size and modification time. */
export async function fingerprintFolder(folder: string): Promise<string> {
  const files = await filesIn(folder);
  return [await realpath(folder), ...files.map(({ path, size, mtimeMs }) => `${path} ${size} ${mtimeMs}`)].join('\n');
}

/** The files of the folder; throws an error that names a missing one. */
async function filesIn(folder: string) {
  const files: { type: RecordType; path: string; size: number; mtimeMs: number }[] = [];
  for (const type of recordTypes) {
    const path = join(folder, `${type}.ndjson`);
    try {
      const { size, mtimeMs } = await stat(path);
      files.push({ type, path, size, mtimeMs });
    } catch (cause) {
      if (isRequired(type)) throw new Error(`${path} cannot be read: ${messageOf(cause)}`, { cause });
    }
  }
  return files;
}

/**
 * All records in the order of their files: one JSON object a line, blank lines are passed over. Throws an error that names
 * the file and line at fault.
 */
export async function* readRecords(folder: string): AsyncGenerator<TypedRecord> {
  for (const { type, path } of await filesIn(folder)) {
    const lines = createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY });
    let number = 0;
    for await (const line of lines) {
      number += 1;
      if (line.trim() !== '') yield { type, body: parseLine(type, line, `${path}, line ${number}`) };
    }
  }
}

function parseLine(type: RecordType, line: string, place: string): RecordBody {
  let body: unknown;
  try {
    body = parseExactJson(line);
  } catch (cause) {
    throw new Error(`${place}: not JSON (${messageOf(cause)}).`, { cause });
  }
  const fault = findRecordFault(type, body);
  if (fault !== undefined) throw new Error(`${place}: ${fault}.`);
  return body as RecordBody;
}

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));
