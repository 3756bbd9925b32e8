import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseExactJson } from '../exact-json.ts';
import type { RecordBody, RecordType } from '../record-types.ts';
import { findRecordFault } from './check-record.ts';

const files: Record<RecordType, string> = { salesOrder: 'salesOrder.ndjson', customer: 'customer.ndjson' };

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
  for (const file of Object.values(files)) {
    const path = join(folder, file);
    try {
      const { size, mtimeMs } = await stat(path);
      parts.push(`${file} ${size} ${mtimeMs}`);
    } catch (cause) {
      throw unreadable(path, cause);
    }
  }
  return [await realpath(folder), ...parts].join('\n');
}

/** The record bodies of one kind, in the order of the file: one JSON object a line, blank lines are passed over. */
export async function* readRecords(folder: string, type: RecordType): AsyncGenerator<RecordBody> {
  const path = join(folder, files[type]);
  const lines = createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY });
  let number = 0;
  try {
    for await (const line of lines) {
      number += 1;
      if (line.trim() !== '') yield parseLine(type, line, `${path}, line ${number}`);
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
