/**
 * Day ranges in the text form of a days filter: `2026-01-01,2026-03-31` with either side optional, or a range relative
 * to today. Days are UTC days, as on the server.
 */
export type DayRange = { relative: RelativeDays } | { from: string; to: string };

/** `last-30` is the thirty days up to and including today, and any later day. */
export type RelativeDays = (typeof namedRanges)[number] | `last-${number}`;

/** Ranges with a name. */
const namedRanges = ['today', 'this-month', 'last-month', 'this-year', 'before-today'] as const;

const lastDays = /^last-([1-9]\d{0,3})$/;

/** Parses a text. Invalid parts are ignored. */
export function readDays(text: string): DayRange {
  const named = namedRanges.find((name) => name === text);
  if (named !== undefined) return { relative: named };
  const count = lastDays.exec(text)?.[1];
  if (count !== undefined) return { relative: `last-${Number(count)}` };
  const [from = '', to = ''] = text.split(',');
  return { from: isDay(from) ? from : '', to: isDay(to) ? to : '' };
}

/** Number of days in a `last-` range; undefined for a named range. */
export function lastCount(range: RelativeDays): number | undefined {
  const count = lastDays.exec(range)?.[1];
  return count === undefined ? undefined : Number(count);
}

/** Canonical form of a text, with the earlier day first; undefined if nothing valid remains. */
export function cleanDays(text: string): string | undefined {
  const range = readDays(text);
  if ('relative' in range) return range.relative;
  const { from, to } = range;
  if (from !== '' && to !== '' && from > to) return `${to},${from}`;
  return daysText(from, to) || undefined;
}

/** The text of two days, either of them optional. */
export function daysText(from: string, to: string): string {
  return from === '' && to === '' ? '' : `${from},${to}`;
}

/**
 * Resolves a text to days, relative to today.
 * @param today `YYYY-MM-DD` in UTC
 */
export function resolveDays(text: string, today: string): { from: string; to: string } {
  const range = readDays(text);
  if (!('relative' in range)) return range;
  const [year, month, day] = partsOf(today);
  switch (range.relative) {
    case 'today':
      return { from: today, to: today };
    case 'this-month':
      return { from: dayOf(year, month, 1), to: dayOf(year, month + 1, 0) };
    case 'last-month':
      return { from: dayOf(year, month - 1, 1), to: dayOf(year, month, 0) };
    case 'this-year':
      return { from: dayOf(year, 0, 1), to: dayOf(year, 11, 31) };
    case 'before-today':
      return { from: '', to: dayOf(year, month, day - 1) };
    default:
      return { from: dayOf(year, month, day - (lastCount(range.relative) ?? 1) + 1), to: '' };
  }
}

/** Today in UTC, `YYYY-MM-DD`. */
export function utcToday(): string {
  return new Date().toISOString().slice(0, 10);
}

/** Days and months out of range roll over. */
function dayOf(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
}

function partsOf(day: string): [year: number, month: number, day: number] {
  const date = new Date(`${day}T00:00:00Z`);
  return [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  // Some engines parse February 30 and roll it over to March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
