import type { ReactNode } from 'react';
import { cleanAmounts } from './amounts.ts';
import { cleanDays, resolveDays } from './day-ranges.ts';

/**
 * The filters that a table offers. A filter's value is text everywhere (URL, storage, presets), in the one form that
 * `cleanFilter` gives back; only its editor, its chip and the call to the server take it apart.
 */
export type TableFilter = OptionsFilter | DaysFilter | AmountFilter | TextFilter | GivenFilter;

interface FilterBase {
  /** Its name in the URL: the column's id. */
  id: string;
  /** What its chip and its section are called. */
  label: string;
  /** Its key in the server's `filter`, where that is not the id. */
  serverKey?: string;
  /** Where there are many: among those whose editors are open at once. */
  common?: boolean;
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

/** A range of days: `day-ranges.ts`. */
interface DaysFilter extends FilterBase {
  kind: 'days';
}

/** A range of money: `amounts.ts`. */
interface AmountFilter extends FilterBase {
  kind: 'amount';
}

/** Text that the value contains, whatever its case. */
interface TextFilter extends FilterBase {
  kind: 'text';
}

/** One that comes by a link alone: it can be seen and taken away, not chosen. */
interface GivenFilter extends FilterBase {
  kind: 'given';
  /** What it says, in words: its text is for the server alone. */
  summary: string;
  /** What its text can be. */
  pattern: RegExp;
}

/** The filters that a reader can choose. */
export type ChosenFilter = Exclude<TableFilter, GivenFilter>;

/** The filters in force, by id. */
export type FilterValues = Readonly<Record<string, string>>;

/** The longest text that a filter looks for. */
const filterTextLength = 200;

/** The values chosen in an options filter's text. */
export function readOptions(filter: OptionsFilter, text: string): string[] {
  const chosen = new Set(text.split(','));
  return filter.options.filter((option) => chosen.has(option));
}

/** What an option is called. */
export function optionLabel(filter: OptionsFilter, option: string): string {
  return filter.labelOf?.(option) ?? option;
}

/** The one form of a filter's text, without what is unknown or impossible; undefined when nothing is left of it. */
export function cleanFilter(filter: TableFilter, text: string): string | undefined {
  switch (filter.kind) {
    case 'options':
      return readOptions(filter, text).join(',') || undefined;
    case 'days':
      return cleanDays(text);
    case 'amount':
      return cleanAmounts(text);
    case 'text':
      return cleanText(text) || undefined;
    case 'given':
      return filter.pattern.test(text) ? text : undefined;
  }
}

/** Nobody types control characters, and the server refuses one of them. A cut may leave a blank at the end. */
function cleanText(text: string): string {
  return text
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, filterTextLength)
    .trim();
}

/**
 * The server's `filter` parameter: JSON of key to text, undefined when no filter is in force.
 * @param today `YYYY-MM-DD` in UTC, as the server's days are: relative ranges are those of this day
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
  const { from, to } = resolveDays(text, today);
  return `${from},${to}`;
}
