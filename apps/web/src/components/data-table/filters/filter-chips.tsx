import { X } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { Button } from '#components/ui/button.tsx';
import { t } from '#lib/texts.ts';
import type { FilterValues, TableFilter } from './table-filters.ts';

interface FilterChipsProps {
  filters: readonly TableFilter[];
  values: FilterValues;
  onRemove: (id: string) => void;
  onReset: () => void;
  /** The filters button, which gets the focus when the last chip is removed. */
  filterButton: RefObject<HTMLButtonElement | null>;
}

/** All active filters, each with a remove button. */
export function FilterChips({ filters, values, onRemove, onReset, filterButton }: FilterChipsProps) {
  const active = filters.flatMap((filter) => {
    const value = values[filter.id];
    return value === undefined ? [] : [{ filter, summary: filter.kind.summarize(value) }];
  });
  const list = useRef<HTMLUListElement>(null);
  // Index of the chip that was removed, so that the focus can move to a neighbor.
  const leaving = useRef<{ id: string; place: number } | undefined>(undefined);

  useEffect(() => {
    const { current } = leaving;
    if (current === undefined || values[current.id] !== undefined) return;
    leaving.current = undefined;
    const chips = [...(list.current?.querySelectorAll('button') ?? [])];
    (chips[current.place] ?? chips.at(-1) ?? filterButton.current)?.focus();
  }, [values, filterButton]);

  function handleReset() {
    filterButton.current?.focus();
    onReset();
  }

  if (active.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <ul ref={list} aria-label={t('table.filtersInForce')} className="contents">
        {active.map(({ filter, summary }, place) => (
          <li
            key={filter.id}
            className="inline-flex h-6 max-w-full items-center gap-1.5 rounded-small bg-accent-soft pl-2 text-small"
          >
            <span>{filter.label}</span>
            <span className="truncate font-semibold">{summary}</span>
            <button
              type="button"
              onClick={() => {
                leaving.current = { id: filter.id, place };
                onRemove(filter.id);
              }}
              aria-label={t('table.removeFilter', { name: `${filter.label} ${summary}` })}
              className="grid size-6 shrink-0 place-items-center rounded-small hover:bg-pressed"
            >
              <X className="size-3.5!" />
            </button>
          </li>
        ))}
      </ul>
      <Button size="small" variant="ghost" onClick={handleReset} className="text-small">
        {t('action.reset')}
      </Button>
    </div>
  );
}
