const moment = new Intl.DateTimeFormat('en-CA', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** An instant (ISO 8601) as a mail says it, in UTC: nobody knows where it will be read. */
export function formatMoment(instant: string): string {
  return `${moment.format(new Date(instant))} UTC`;
}
