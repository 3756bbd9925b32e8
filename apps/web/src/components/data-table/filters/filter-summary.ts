import { formatDate, formatMoney } from '#lib/format.ts';
import { t } from '#lib/texts.ts';
import { readAmounts } from './amounts.ts';
import { lastCount, type RelativeDays, readDays } from './day-ranges.ts';
import { optionLabel, readOptions, type TableFilter } from './table-filters.ts';

/** Human-readable form of a filter's text. */
export function summarise(filter: TableFilter, value: string): string {
  switch (filter.kind) {
    case 'options':
      return summariseOptions(readOptions(filter, value).map((option) => optionLabel(filter, option)));
    case 'days':
      return summariseDays(value);
    case 'amount':
      return summariseAmounts(value);
    case 'text':
      return t('filters.contains', { text: value });
    case 'given':
      return filter.summary;
  }
}

function summariseOptions([first = '', second, ...more]: readonly string[]): string {
  if (second === undefined) return first;
  return more.length === 0 ? t('table.or', { first, second }) : t('table.anyOf', { count: more.length + 2 });
}

/** Human-readable form of a days filter's text: `last 30 days`, `since May 6, 2026`. */
export function summariseDays(value: string): string {
  const range = readDays(value);
  if ('relative' in range) return summariseRelative(range.relative);
  const [from, to] = [formatDate(range.from), formatDate(range.to)];
  if (range.to === '') return t('table.since', { from });
  if (range.from === '') return t('table.until', { to });
  return range.from === range.to ? from : t('table.between', { from, to });
}

const names = {
  today: 'filters.today',
  'this-month': 'filters.thisMonth',
  'last-month': 'filters.lastMonth',
  'this-year': 'filters.thisYear',
} as const;

/** Label of a relative range. */
export function summariseRelative(range: RelativeDays): string {
  const count = lastCount(range);
  return count === undefined ? t(names[range as keyof typeof names]) : t('table.lastDays', { count });
}

function summariseAmounts(value: string): string {
  const { min, max } = readAmounts(value);
  const [from, to] = [formatMoney(min), formatMoney(max)];
  if (max === '') return t('filters.atLeast', { amount: from });
  if (min === '') return t('filters.atMost', { amount: to });
  return min === max ? from : t('table.between', { from, to });
}
