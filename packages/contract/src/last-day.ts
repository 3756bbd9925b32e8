const minuteMs = 60_000;
const dayMinutes = 24 * 60;

/**
 * The last day of an access that ends with a day, `YYYY-MM-DD`: the day at the place where it was chosen, since only
 * there the instant after the end is midnight. Undefined if the access ends in the middle of a day everywhere. Where two
 * places have midnight at once, a day apart, the one with more inhabitants counts: New Zealand, not American Samoa;
 * Hawaii, not the Line Islands.
 * @param instant ISO 8601; the last millisecond of the day, or in UTC any moment of its last minute
 */
export function lastDayOf(instant: string): string | undefined {
  const end = Date.parse(instant);
  if (/T23:59/.test(new Date(end).toISOString())) return dayAt(end, 0);
  const minutes = (end + 1) / minuteMs;
  // Offsets are multiples of a quarter of an hour.
  if (minutes % 15 !== 0) return undefined;
  const sinceMidnight = ((minutes % dayMinutes) + dayMinutes) % dayMinutes;
  return dayAt(end, sinceMidnight <= 10 * 60 ? -sinceMidnight : dayMinutes - sinceMidnight);
}

function dayAt(time: number, offsetMinutes: number): string {
  return new Date(time + offsetMinutes * minuteMs).toISOString().slice(0, 10);
}
