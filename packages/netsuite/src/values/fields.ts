import { toDay, toInstant } from './dates.ts';
import { toCanonicalDecimal } from './decimal.ts';

/** A record of the record service, or a row of SuiteQL. */
export type RecordBody = Readonly<Record<string, unknown>>;

/** Longest text that a list can be sorted by: PostgreSQL's indexes take no longer one. */
const MAX_LENGTH = 600;

/** Text exactly as it stands, line breaks included; null where absent or empty. */
export function readText(record: RecordBody, name: string): string | null {
  const value = record[name];
  // PostgreSQL takes neither NUL characters nor, in JSON, half of a surrogate pair: a text that was cut within a character.
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed() || null;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

/** Text that lists sort by, cut so that no record fails because of it. */
export function readShortText(record: RecordBody, name: string): string | null {
  return readText(record, name)?.slice(0, MAX_LENGTH).toWellFormed() ?? null;
}

const reader = (read: (value: string) => string) => (record: RecordBody, name: string) => {
  const value = readText(record, name);
  return value === null ? null : read(value);
};

/** A decimal number as canonical text ("494.38"), never through a float; null where absent. */
export const readDecimal = reader(toCanonicalDecimal);
/** `YYYY-MM-DD`; null where absent. */
export const readDay = reader(toDay);
/** ISO 8601 UTC; null where absent. */
export const readInstant = reader(toInstant);

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
