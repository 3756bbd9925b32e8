import type { ReactNode } from 'react';

/**
 * The filters that a table offers. A filter's value is text everywhere (URL, storage, presets), in the one form that
 * `cleanFilter` gives back; only its editor, its chip and the call to the server take it apart.
 */
export type TableFilter = OptionsFilter | DaysFilter;

interface FilterBase {
  /** Its name in the URL: the column's id. */
  id: string;
  /** What its chip and its section are called. */
  label: string;
  /** Its key in the server's `filter`, where that is not the id. */
  serverKey?: string;
}

/** Any of a few named values. */
export interface OptionsFilter extends FilterBase {
  kind: 'options';
  options: readonly string[];
  /** What an option is called, when that is not the option itself. */
  labelOf?: (option: string) => string;
  /** How an option looks in the list, when it is more than its label. */
  renderOption?: (option: string) => ReactNode;
}

/** A range of days, either side open, or a number of days up to today that moves on with the calendar. */
interface DaysFilter extends FilterBase {
  kind: 'days';
}

/** The filters in force, by id. */
export type FilterValues = Readonly<Record<string, string>>;

/** The values chosen in an options filter's text. */
export function readOptions(filter: OptionsFilter, text: string): string[] {
  const chosen = new Set(text.split(','));
  return filter.options.filter((option) => chosen.has(option));
}

/** What an option is called. */
export function optionLabel(filter: OptionsFilter, option: string): string {
  return filter.labelOf?.(option) ?? option;
}

/** What a days filter's text means: `last-90` or `2026-01-01,2026-03-31` with either side empty. */
export type DayRange = { last: number } | { from: string; to: string };

const relative = /^last-([1-9]\d{0,3})$/;

export function readDays(text: string): DayRange {
  const last = relative.exec(text)?.[1];
  if (last !== undefined) return { last: Number(last) };
  const [from = '', to = ''] = text.split(',');
  return { from: isDay(from) ? from : '', to: isDay(to) ? to : '' };
}

/** The one form of a filter's text, without what is unknown or impossible; undefined when nothing is left of it. */
export function cleanFilter(filter: TableFilter, text: string): string | undefined {
  if (filter.kind === 'options') return readOptions(filter, text).join(',') || undefined;
  const range = readDays(text);
  if ('last' in range) return `last-${range.last}`;
  const { from, to } = range;
  if (from !== '' && to !== '' && from > to) return `${to},${from}`;
  return from === '' && to === '' ? undefined : `${from},${to}`;
}

/**
 * The server's `filter` parameter: JSON of key to text, undefined when no filter is in force.
 * @param today `YYYY-MM-DD` in UTC, as the server's days are: relative ranges count back from it and include it
 */
export function serverFilter(filters: readonly TableFilter[], values: FilterValues, today: string): string | undefined {
  const entries = filters.flatMap((filter) => {
    const text = values[filter.id];
    if (text === undefined) return [];
    return [[filter.serverKey ?? filter.id, filter.kind === 'days' ? serverDays(text, today) : text] as const];
  });
  return entries.length === 0 ? undefined : JSON.stringify(Object.fromEntries(entries));
}

/** A days filter's text as the server's 'from,to'; `today` as above. */
export function serverDays(text: string, today: string): string {
  const range = readDays(text);
  if (!('last' in range)) return `${range.from},${range.to}`;
  const first = new Date(`${today}T00:00:00Z`);
  first.setUTCDate(first.getUTCDate() - range.last + 1);
  return `${first.toISOString().slice(0, 10)},`;
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  // 30 February parses in some engines and rolls over to March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
