import { X } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { t } from '#lib/texts.ts';
import { summarise } from './filter-summary.ts';
import type { FilterValues, TableFilter } from './table-filters.ts';

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
