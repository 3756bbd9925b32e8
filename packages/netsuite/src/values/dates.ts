/** An instant as ISO 8601 UTC with milliseconds. NetSuite's own form has none: `2017-07-21T17:32:28Z`. */
export function toInstant(value: string): string {
  const time = new Date(value);
  if (Number.isNaN(time.getTime())) throw new TypeError(`Not a date-time: ${value}`);
  return time.toISOString();
}

/** The day of a date or date-time: `YYYY-MM-DD`. */
export function toDay(value: string): string {
  const day = value.slice(0, 10);
  const time = new Date(`${day}T00:00:00Z`);
  // 2024-02-30 would roll over to March.
  if (Number.isNaN(time.getTime()) || time.toISOString().slice(0, 10) !== day)
    throw new TypeError(`Not a date: ${value}`);
  return day;
}

/** Whole seconds of UTC, the form in which SuiteQL gives and compares date-times here. */
export const toSeconds = (instant: Date): string => `${instant.toISOString().slice(0, 19)}Z`;
