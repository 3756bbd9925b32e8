import { locale, once } from './locale.ts';
import { t } from './signed-out-texts.ts';

// Rates and quantities can have more decimals than the currency.
const allDecimals = { maximumFractionDigits: 20 };
const money = once(() => new Intl.NumberFormat(locale.numbers, { style: 'currency', currency: 'CAD', ...allDecimals }));
const number = once(() => new Intl.NumberFormat(locale.numbers, allDecimals));
const twoDecimals = once(
  () => new Intl.NumberFormat(locale.numbers, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
);
const atMostTwoDecimals = once(() => new Intl.NumberFormat(locale.numbers, { maximumFractionDigits: 2 }));
const day = once(() => new Intl.DateTimeFormat(locale.dates, { dateStyle: 'medium', timeZone: 'UTC' }));
const dayOfYear = once(
  () => new Intl.DateTimeFormat(locale.dates, { month: 'short', day: 'numeric', timeZone: 'UTC' }),
);
const list = once(() => new Intl.ListFormat(locale.language));
const values = once(() => new Intl.ListFormat(locale.language, { type: 'unit' }));
const moment = once(
  () =>
    new Intl.DateTimeFormat(locale.dates, {
      month: 'short',
      day: 'numeric',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
    }),
);

const minute = 60_000;
const hour = 60 * minute;
const dayLength = 24 * hour;

/** An amount in decimal text (`1327.04`) as CAD in en-CA: `$1,327.04`. Exact: no digit is rounded away. */
export function formatMoney(amount: string): string {
  return money().format(amount as Intl.StringNumericLiteral);
}

/** A decimal text with thousands separators; no digit is rounded away. */
export function formatDecimal(value: string): string {
  return number().format(value as Intl.StringNumericLiteral);
}

/** A count or quantity with thousands separators. */
export function formatNumber(count: number): string {
  return number().format(count);
}

const sizeUnits = ['Bytes', 'KB', 'MB', 'GB'];

/** A size in bytes, in units of 1024: `9.00 Bytes`, `1.50 KB`, `25.00 MB`. GB is the largest unit. */
export function formatBytes(bytes: number): string {
  const { amount, unit } = scaleBytes(bytes);
  return `${twoDecimals().format(amount)} ${unit}`;
}

/** A size limit in units of 1024, without trailing zeros: `25 MB`, `1.5 GB`. */
export function formatByteLimit(bytes: number): string {
  const { amount, unit } = scaleBytes(bytes);
  return `${atMostTwoDecimals().format(amount)} ${unit}`;
}

function scaleBytes(bytes: number): { amount: number; unit: string } {
  let amount = bytes;
  let unit = 0;
  // Decides by the rounded value: the last bytes before 1 MB are not '1,024.00 KB'.
  while (Math.round(amount * 100) >= 102_400 && unit < sizeUnits.length - 1) {
    amount /= 1024;
    unit += 1;
  }
  return { amount, unit: sizeUnits[unit] ?? '' };
}

/**
 * The day of a timestamp or date-only field: `May 6, 2026`. Timestamps use UTC, as the server's date filters do. Text
 * that is not a date is returned unchanged.
 */
export function formatDate(value: string): string {
  const time = Date.parse(value);
  return Number.isNaN(time) ? value : day().format(time);
}

/** The same, without the year of `today` (`YYYY-MM-DD`): `May 6`, or `May 6, 2025`. */
export function formatShortDate(value: string, today: string): string {
  const time = Date.parse(value);
  const isThisYear = value.slice(0, 4) === today.slice(0, 4);
  return Number.isNaN(time) || !isThisYear ? formatDate(value) : dayOfYear().format(time);
}

/** Names in a sentence: `Coffee, Tea, and Sugar`. */
export function formatList(names: readonly string[]): string {
  return list().format(names);
}

/** Values side by side: `Coffee, Tea, Sugar`. */
export function formatValues(all: readonly string[]): string {
  return values().format(all);
}

/** Separate facts side by side, without the unknown ones: `SO10248 · Alfreds Futterkiste`. */
export function formatFacts(facts: readonly (string | undefined)[]): string {
  return facts.filter(Boolean).join(t('facts.separator'));
}

/** Day and time in the user's time zone: `Nov 20, 2026, 09:41 AM`. */
export function formatDateTime(value: string): string {
  const time = Date.parse(value);
  return Number.isNaN(time) ? value : moment().format(time);
}

/** Age of a timestamp, with `now` in milliseconds: `just now`, `4 min ago`, `3 h ago`, `2 days ago`. */
export function formatAgo(instant: string, now: number): string {
  const age = Math.max(0, now - Date.parse(instant));
  if (age < minute) return t('ago.now');
  if (age < hour) return t('ago.minutes', { count: Math.floor(age / minute) });
  if (age < dayLength) return t('ago.hours', { count: Math.floor(age / hour) });
  return t('ago.days', { count: Math.floor(age / dayLength) });
}
