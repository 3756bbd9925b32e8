import type { ReactNode } from 'react';
import { cleanAmounts } from './amounts.ts';
import { cleanDays, resolveDays } from './day-ranges.ts';

/**
 * The filters that a table offers. A filter's value is text everywhere (URL, storage, presets), in the canonical form
 * that `cleanFilter` returns. Only its editor, its chip and the request to the server parse it.
 */
export type TableFilter = OptionsFilter | DaysFilter | AmountFilter | TextFilter | GivenFilter;

interface FilterBase {
  /** Name in the URL: the column's id. */
  id: string;
  /** Label of its chip and section. */
  label: string;
  /** Key in the server's `filter`, if it differs from the id. */
  serverKey?: string;
  /** If there are many filters: expanded from the start. */
  common?: boolean;
}

/** Any of several named values. */
export interface OptionsFilter extends FilterBase {
  kind: 'options';
  options: readonly string[];
  /** Label of an option, if it differs from the option itself. */
  labelOf?: (option: string) => string;
  /** Rendering of an option in the list, if it is more than its label. */
  renderOption?: (option: string) => ReactNode;
}

/** A range of days; see `day-ranges.ts`. */
interface DaysFilter extends FilterBase {
  kind: 'days';
}

/** A range of amounts; see `amounts.ts`. */
interface AmountFilter extends FilterBase {
  kind: 'amount';
}

/** Text that the value contains, ignoring case. */
interface TextFilter extends FilterBase {
  kind: 'text';
}

/** A filter that only a link can set: users can see and remove it, but not choose it. */
interface GivenFilter extends FilterBase {
  kind: 'given';
  /** Human-readable label, since its text is only for the server. */
  summary: string;
  /** Pattern of valid text. */
  pattern: RegExp;
}

/** The filters that users can choose. */
export type ChosenFilter = Exclude<TableFilter, GivenFilter>;

/** Active filters by id. */
export type FilterValues = Readonly<Record<string, string>>;

/** Maximum length of a text filter. */
const filterTextLength = 200;

/** Selected values in an options filter's text. */
export function readOptions(filter: OptionsFilter, text: string): string[] {
  const chosen = new Set(text.split(','));
  return filter.options.filter((option) => chosen.has(option));
}

/** Label of an option. */
export function optionLabel(filter: OptionsFilter, option: string): string {
  return filter.labelOf?.(option) ?? option;
}

/** Canonical form of a filter's text, without unknown or invalid parts; undefined if nothing remains. */
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

/** Removes control characters, one of which the server rejects. Truncation may leave trailing whitespace. */
function cleanText(text: string): string {
  return text
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, filterTextLength)
    .trim();
}

/**
 * The server's `filter` parameter: JSON of key to text, undefined if no filter is active.
 * @param today `YYYY-MM-DD` in UTC, as on the server; relative ranges are resolved against it
 */
export function serverFilter(filters: readonly TableFilter[], values: FilterValues, today: string): string | undefined {
  const entries = filters.flatMap((filter) => {
    const text = values[filter.id];
    if (text === undefined) return [];
    return [[filter.serverKey ?? filter.id, filter.kind === 'days' ? serverDays(text, today) : text] as const];
  });
  return entries.length === 0 ? undefined : JSON.stringify(Object.fromEntries(entries));
}

/** Converts a days filter's text to the server's 'from,to'; `today` as above. */
export function serverDays(text: string, today: string): string {
  const { from, to } = resolveDays(text, today);
  return `${from},${to}`;
}
