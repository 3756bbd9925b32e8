import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseExactJson } from '../exact-json.ts';
import { type RecordBody, type RecordType, recordTypes } from '../records.ts';
import { findRecordFault } from './check-record.ts';
import type { TypedRecord } from './write-records.ts';

const fileOf = (type: RecordType) => `${type}.ndjson`;
/** Files without which a folder holds no data set; the others may be missing. */
const isRequired = (type: RecordType) => type === 'salesOrder' || type === 'customer';

/** Raised for a folder or file that cannot be loaded; the message names the file and, where there is one, the line. */
export class DataFolderError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'DataFolderError';
  }
}

/** Fingerprint of the folder: its real path, and each file's size and modification time. */
export async function fingerprintFolder(folder: string): Promise<string> {
  const parts: string[] = [];
  for (const type of await filesIn(folder)) {
    const { size, mtimeMs } = await stat(join(folder, fileOf(type)));
    parts.push(`${fileOf(type)} ${size} ${mtimeMs}`);
  }
  return [await realpath(folder), ...parts].join('\n');
}

/** Types of records of which the folder has a file. */
async function filesIn(folder: string): Promise<RecordType[]> {
  const found: RecordType[] = [];
  for (const type of recordTypes) {
    const path = join(folder, fileOf(type));
    const fault = await stat(path).then(
      () => undefined,
      (cause: unknown) => unreadable(path, cause),
    );
    if (fault === undefined) found.push(type);
    else if (isRequired(type)) throw fault;
  }
  return found;
}

/** All records in the order of their files: one JSON object a line, blank lines are passed over. */
export async function* readRecords(folder: string): AsyncGenerator<TypedRecord> {
  for (const type of await filesIn(folder)) yield* readFile(folder, type);
}

async function* readFile(folder: string, type: RecordType): AsyncGenerator<TypedRecord> {
  const path = join(folder, fileOf(type));
  const lines = createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY });
  let number = 0;
  try {
    for await (const line of lines) {
      number += 1;
      if (line.trim() !== '') yield { type, body: parseLine(type, line, `${path}, line ${number}`) };
    }
  } catch (error) {
    if (error instanceof DataFolderError) throw error;
    throw unreadable(path, error);
  } finally {
    lines.close();
  }
}

function parseLine(type: RecordType, line: string, place: string): RecordBody {
  let body: unknown;
  try {
    body = parseExactJson(line);
  } catch (cause) {
    throw new DataFolderError(`${place}: not JSON (${cause instanceof Error ? cause.message : cause}).`, cause);
  }
  const fault = findRecordFault(type, body);
  if (fault !== undefined) throw new DataFolderError(`${place}: ${fault}.`);
  return body as RecordBody;
}

function unreadable(path: string, cause: unknown): DataFolderError {
  return new DataFolderError(`${path} cannot be read: ${cause instanceof Error ? cause.message : cause}`, cause);
}
