/**
 * Ranges of days, as the text of a days filter says them: `2026-01-01,2026-03-31` with either side empty, or one that
 * moves on with the calendar. Days are UTC days, as the server's are.
 */
export type DayRange = { relative: RelativeDays } | { from: string; to: string };

/** `last-30` is thirty days up to today, today included, and what lies after it. */
export type RelativeDays = (typeof namedRanges)[number] | `last-${number}`;

/** The ranges that have a name of their own. */
export const namedRanges = ['today', 'this-month', 'last-month', 'this-year'] as const;

const lastDays = /^last-([1-9]\d{0,3})$/;

/** What a text means; what makes no sense in it is left out. */
export function readDays(text: string): DayRange {
  const named = namedRanges.find((name) => name === text);
  if (named !== undefined) return { relative: named };
  const count = lastDays.exec(text)?.[1];
  if (count !== undefined) return { relative: `last-${Number(count)}` };
  const [from = '', to = ''] = text.split(',');
  return { from: isDay(from) ? from : '', to: isDay(to) ? to : '' };
}

/** How many days a relative range counts back; undefined for one that has a name. */
export function lastCount(range: RelativeDays): number | undefined {
  const count = lastDays.exec(range)?.[1];
  return count === undefined ? undefined : Number(count);
}

/** The one form of a text, the earlier day first; undefined when nothing is left of it. */
export function cleanDays(text: string): string | undefined {
  const range = readDays(text);
  if ('relative' in range) return range.relative;
  const { from, to } = range;
  if (from !== '' && to !== '' && from > to) return `${to},${from}`;
  return daysText(from, to) || undefined;
}

/** The text of two days, either of them empty. */
export function daysText(from: string, to: string): string {
  return from === '' && to === '' ? '' : `${from},${to}`;
}

/**
 * The days that a text means today.
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
    default:
      return { from: dayOf(year, month, day - (lastCount(range.relative) ?? 1) + 1), to: '' };
  }
}

/** Today in UTC, `YYYY-MM-DD`. */
export function utcToday(): string {
  return new Date().toISOString().slice(0, 10);
}

/** Days and months beyond their ends roll over. */
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
  // 30 February parses in some engines and rolls over to March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
