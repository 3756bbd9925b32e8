import { toSeconds } from '../values/dates.ts';

/*
 * Queries carry their values in their text, not as `?` parameters, which accounts before release 2026.2 do not take. The
 * values are ids, instants and days that are checked here; no text that a person typed ever gets in.
 */

const dateTimeFormat = `'YYYY-MM-DD"T"HH24:MI:SS"Z"'`;

/** A date-time column in UTC with its time; raw it would come in the user's format without one. */
export const utc = (column: string): string => `TO_CHAR(SYS_EXTRACT_UTC(${column}), ${dateTimeFormat})`;

/** A date column as `YYYY-MM-DD`; raw it would come in the user's format. */
export const day = (column: string): string => `TO_CHAR(${column}, 'YYYY-MM-DD')`;

/** `column` at or after an instant, and first on a day that is earlier in every time zone, which an index can serve. */
export function atOrAfter(column: string, instant: Date): string {
  const dayBefore = new Date(instant.getTime() - 86_400_000).toISOString().slice(0, 10);
  return `${onOrAfter(column, dayBefore)} AND SYS_EXTRACT_UTC(${column}) >= TO_TIMESTAMP('${toSeconds(instant)}', ${dateTimeFormat})`;
}

/** `column` on or after a day, `YYYY-MM-DD`. Throws a TypeError for any other text. */
export const onOrAfter = (column: string, text: string): string => `${column} >= ${dayLiteral(text)}`;

/** `column` on or before a day, likewise. */
export const onOrBefore = (column: string, text: string): string => `${column} <= ${dayLiteral(text)}`;

/** `column` within a range of ids. */
export function inRange(column: string, { after, upTo }: { after: string; upTo: string }): string {
  return `${column} > ${idLiteral(after)} AND ${column} <= ${idLiteral(upTo)}`;
}

/** All of the conditions; null is none. */
export function allOf(...conditions: (string | null)[]): string {
  return conditions.filter((condition) => condition !== null).join(' AND ');
}

/** An id as it stands in a query, negative for NetSuite's own records. Throws a TypeError unless it has 1 to 18 digits. */
export function idLiteral(id: string): string {
  if (!/^-?\d{1,18}$/.test(id)) throw new TypeError(`Not an id: ${id}`);
  return id;
}

function dayLiteral(text: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) throw new TypeError(`Not a day: ${text}`);
  return `TO_DATE('${text}', 'YYYY-MM-DD')`;
}
