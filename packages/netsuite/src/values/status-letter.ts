import { type RecordBody, readText } from './fields.ts';

/** The letter of a status, which REST answers bare and other interfaces with its type, `ItemShip:C` (suiteql-facts, section 2). */
export function toStatusLetter(row: RecordBody): string | null {
  return readText(row, 'status')?.replace(/^.*:\s*/, '') ?? null;
}
