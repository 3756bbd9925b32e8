import { lastDayOf } from '@portal/contract/last-day';
import { formatDate, formatDateTime } from './format.ts';

/** Today in the user's time zone, as `YYYY-MM-DD`, to compare with date-only fields such as due dates. */
export function localToday(now = new Date()): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** The last millisecond of a day (`YYYY-MM-DD`) in the user's time zone, as ISO 8601 in UTC. */
export function endOfLocalDay(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  // The start of the next day, which is not always midnight and not always 24 hours later.
  const next = new Date(2000, 0, 1);
  next.setFullYear(year, month - 1, date + 1);
  return new Date(next.getTime() - 1).toISOString();
}

/** The last day of an access (`YYYY-MM-DD`) as its chooser picked it; undefined if it ends in the middle of a day. */
export function lastDay(end: string): string | undefined {
  const local = localToday(new Date(end));
  return endOfLocalDay(local) === new Date(end).toISOString() ? local : lastDayOf(end);
}

/** The end of an access: `May 6, 2026`, or with a time if it ends in the middle of a day. */
export function formatEnd(end: string): string {
  const day = lastDay(end);
  return day === undefined ? formatDateTime(end) : formatDate(day);
}
