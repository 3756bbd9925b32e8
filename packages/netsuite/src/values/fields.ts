import { toDay, toInstant } from './dates.ts';
import { toCanonicalDecimal } from './decimal.ts';

/** A record of the record service, or a row of SuiteQL. */
export type RecordBody = Readonly<Record<string, unknown>>;

/** Another record by id and display name; both null where there is none. */
export interface Reference {
  readonly id: string | null;
  readonly name: string | null;
}

const lowered = new WeakMap<RecordBody, Map<string, unknown>>();

/**
 * A field by name, whatever the case NetSuite spells it in: older answers have lower-case keys. A name in lower case is
 * taken to the letter: it is a column, which SuiteQL always spells so, and most rows leave some out.
 */
export function readField(record: RecordBody, name: string): unknown {
  if (name in record) return record[name];
  const wanted = name.toLowerCase();
  if (wanted === name) return undefined;
  let byLowerCase = lowered.get(record);
  if (byLowerCase === undefined) {
    byLowerCase = new Map(Object.entries(record).map(([key, value]) => [key.toLowerCase(), value]));
    lowered.set(record, byLowerCase);
  }
  return byLowerCase.get(wanted);
}

/** Text exactly as it stands, line breaks included; null where absent or empty. */
export function readText(record: RecordBody, name: string): string | null {
  return toText(readField(record, name));
}

/** A decimal number as canonical text ("494.38"), never through a float; null where absent. */
export function readDecimal(record: RecordBody, name: string): string | null {
  const value = toText(readField(record, name));
  return value === null ? null : toCanonicalDecimal(value);
}

/** `YYYY-MM-DD`; null where absent. */
export function readDay(record: RecordBody, name: string): string | null {
  const value = toText(readField(record, name));
  return value === null ? null : toDay(value);
}

/** ISO 8601 UTC; null where absent. */
export function readInstant(record: RecordBody, name: string): string | null {
  const value = toText(readField(record, name));
  return value === null ? null : toInstant(value);
}

/** `{ id, refName }` of the record service, or a bare id. */
export function readReference(record: RecordBody, name: string): Reference {
  const value = readField(record, name);
  if (typeof value !== 'object' || value === null) return { id: toText(value), name: toText(value) };
  const id = readText(value as RecordBody, 'id');
  return { id, name: readText(value as RecordBody, 'refName') ?? id };
}

/** The id of a record: digits. Throws a TypeError on anything else. */
export function readId(record: RecordBody): string {
  const id = toText(readField(record, 'id'));
  if (id === null || !/^\d{1,18}$/.test(id)) throw new TypeError(`Not an id: ${id}`);
  return id;
}

function toText(value: unknown): string | null {
  // PostgreSQL text cannot contain NUL characters, so they are removed.
  if (typeof value === 'string') return (value.includes('\0') ? value.replaceAll('\0', '') : value) || null;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return null;
}

/** The letter of a status, which REST answers bare and other interfaces with its type, `ItemShip:C` (suiteql-facts, section 2). */
export function readStatusLetter(row: RecordBody): string | null {
  return readText(row, 'status')?.replace(/^.*:\s*/, '') ?? null;
}
