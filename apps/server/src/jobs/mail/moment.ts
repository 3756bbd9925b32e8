const day = new Intl.DateTimeFormat('en-CA', { dateStyle: 'long', timeZone: 'UTC' });
const moment = new Intl.DateTimeFormat('en-CA', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** Formats an instant (ISO 8601) in UTC, because the reader's time zone is unknown. */
export function formatMoment(instant: string): string {
  return `${moment.format(new Date(instant))} UTC`;
}

/**
 * Formats the end of access (ISO 8601, shown in UTC): "through November 30, 2026" for the end of a day, otherwise
 * "until" the minute.
 */
export function formatEnd(instant: string): string {
  const end = new Date(instant);
  const isEndOfDay = end.getUTCHours() === 23 && end.getUTCMinutes() === 59;
  return isEndOfDay ? `through ${day.format(end)}` : `until ${formatMoment(instant)}`;
}
