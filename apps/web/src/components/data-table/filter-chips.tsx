import { X } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { formatDate } from '#lib/format.ts';
import { t } from '#lib/texts.ts';
import { type FilterValues, optionLabel, readDays, readOptions, type TableFilter } from './table-filters.ts';

interface FilterChipsProps {
  filters: readonly TableFilter[];
  values: FilterValues;
  onRemove: (id: string) => void;
  onReset: () => void;
}

/** Every filter in force, each with its own way out. */
export function FilterChips({ filters, values, onRemove, onReset }: FilterChipsProps) {
  const inForce = filters.flatMap((filter) => {
    const value = values[filter.id];
    return value === undefined ? [] : [{ filter, summary: summarise(filter, value) }];
  });
  if (inForce.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <ul aria-label={t('table.filtersInForce')} className="contents">
        {inForce.map(({ filter, summary }) => (
          <li
            key={filter.id}
            className="inline-flex h-6 max-w-full items-center gap-1.5 rounded-small bg-accent-soft pl-2 text-small"
          >
            <span>{filter.label}</span>
            <span className="truncate font-semibold">{summary}</span>
            <button
              type="button"
              onClick={() => onRemove(filter.id)}
              aria-label={t('table.removeFilter', { name: `${filter.label} ${summary}` })}
              className="grid size-6 shrink-0 place-items-center rounded-small hover:bg-pressed"
            >
              <X className="size-3.5!" />
            </button>
          </li>
        ))}
      </ul>
      <Button size="small" variant="ghost" onClick={onReset} className="text-small">
        {t('table.reset')}
      </Button>
    </div>
  );
}

function summarise(filter: TableFilter, value: string): string {
  if (filter.kind === 'days') return summariseDays(value);
  const labels = readOptions(filter, value).map((option) => optionLabel(filter, option));
  const [first = '', second, ...more] = labels;
  if (second === undefined) return first;
  return more.length === 0 ? t('table.or', { first, second }) : t('table.anyOf', { count: more.length + 2 });
}

/** What a days filter's text says, in words: `last 30 days`, `since May 6, 2026`. */
export function summariseDays(value: string): string {
  const range = readDays(value);
  if ('last' in range) return t('table.lastDays', { count: range.last });
  const [from, to] = [formatDate(range.from), formatDate(range.to)];
  if (range.to === '') return t('table.since', { from });
  if (range.from === '') return t('table.until', { to });
  return range.from === range.to ? from : t('table.between', { from, to });
}
