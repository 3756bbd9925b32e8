import { toDay, toInstant } from './dates.ts';
import { toCanonicalDecimal } from './decimal.ts';

/** A record of the record service, or a row of SuiteQL. */
export type RecordBody = Readonly<Record<string, unknown>>;

/** Text exactly as it stands, line breaks included; null where absent or empty. */
export function readText(record: RecordBody, name: string): string | null {
  const value = record[name];
  // PostgreSQL text cannot contain NUL characters, so they are removed.
  if (typeof value === 'string') return (value.includes('\0') ? value.replaceAll('\0', '') : value) || null;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

/** A decimal number as canonical text ("494.38"), never through a float; null where absent. */
export function readDecimal(record: RecordBody, name: string): string | null {
  const value = readText(record, name);
  return value === null ? null : toCanonicalDecimal(value);
}

/** `YYYY-MM-DD`; null where absent. */
export function readDay(record: RecordBody, name: string): string | null {
  const value = readText(record, name);
  return value === null ? null : toDay(value);
}

/** ISO 8601 UTC; null where absent. */
export function readInstant(record: RecordBody, name: string): string | null {
  const value = readText(record, name);
  return value === null ? null : toInstant(value);
}

/** The id of a record: digits. Throws a TypeError on anything else. */
export function readId(record: RecordBody): string {
  const id = readText(record, 'id');
  if (id === null || !/^\d{1,18}$/.test(id)) throw new TypeError(`Not an id: ${id}`);
  return id;
}

/** The letter of a status, which REST answers bare and other interfaces with its type, `ItemShip:C` (suiteql-facts, section 2). */
export function readStatusLetter(row: RecordBody): string | null {
  return readText(row, 'status')?.replace(/^.*:\s*/, '') ?? null;
}
