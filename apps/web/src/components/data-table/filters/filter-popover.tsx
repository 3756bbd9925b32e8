import { ChevronRight, ListFilter } from 'lucide-react';
import { type Ref, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '#components/ui/button.tsx';
import { Input } from '#components/ui/input.tsx';
import { Popover } from '#components/ui/popover.tsx';
import { ToolbarButton } from '#components/ui/toolbar-button.tsx';
import { classNames } from '#lib/class-names.ts';
import { t } from '#lib/texts.ts';
import type { FilterValues, TableFilter } from './table-filters.ts';

interface FilterPopoverProps {
  filters: readonly TableFilter[];
  values: FilterValues;
  /**
   * Empty text removes the filter.
   * @param replacesHistory adds no history entry, since the value changes with each debounced input
   */
  onChange: (id: string, text: string, replacesHistory: boolean) => void;
  onReset: () => void;
  buttonRef: Ref<HTMLButtonElement>;
}

/** Above this number, uncommon sections start collapsed and a search field for filter names appears. */
const manyFilters = 6;

/** The button that opens the filters. Changes apply immediately. */
export function FilterPopover({ filters, values, onChange, onReset, buttonRef }: FilterPopoverProps) {
  const [resets, setResets] = useState(0);
  const [wanted, setWanted] = useState('');
  const sections = useRef<HTMLDivElement>(null);
  const count = Object.keys(values).length;
  const choosable = filters.filter(({ kind }) => kind.renderEditor !== undefined);
  const areMany = choosable.length > manyFilters;
  const name = wanted.trim().toLowerCase();
  const found = choosable.filter(({ label, synonyms = '' }) => `${label} ${synonyms}`.toLowerCase().includes(name));

  /** The button disappears after use, so the focus moves to the first filter. */
  function handleReset() {
    flushSync(() => setResets(resets + 1));
    sections.current?.querySelector('button')?.focus();
    onReset();
  }

  return (
    <Popover
      label={t('table.filter')}
      className="flex w-86 flex-col overflow-hidden!"
      onOpenChange={() => setWanted('')}
      trigger={
        <ToolbarButton
          ref={buttonRef}
          icon={ListFilter}
          label={t('table.filter')}
          count={count}
          aria-label={count === 0 ? t('table.filter') : t('table.filterCount', { count })}
        />
      }
    >
      {areMany ? (
        <div className="px-2 pt-2 pb-1">
          <Input
            type="search"
            aria-label={t('filters.find')}
            placeholder={t('filters.find')}
            value={wanted}
            onChange={(event) => setWanted(event.target.value)}
            autoComplete="off"
            spellCheck={false}
            className="h-8!"
          />
          <p role="status" className="sr-only">
            {name === '' ? null : t('filters.found', { count: found.length })}
          </p>
        </div>
      ) : null}
      {/* Reset also clears invalid input. */}
      <div ref={sections} key={resets} className="grid min-h-0 overflow-y-auto py-1">
        {found.map((filter) => (
          <FilterSection
            key={filter.id}
            filter={filter}
            value={values[filter.id] ?? ''}
            opened={filter.common === true || !areMany}
            onChange={(text) => onChange(filter.id, text, filter.kind.replacesHistory === true)}
          />
        ))}
        {found.length === 0 ? <p className="px-3 py-2 text-ink-3">{t('filters.none')}</p> : null}
      </div>
      <div className="border-line border-t pt-1">
        <Button
          size="small"
          variant="ghost"
          onClick={handleReset}
          disabled={count === 0}
          className="w-full justify-items-start"
        >
          {t('action.reset')}
        </Button>
      </div>
    </Popover>
  );
}

interface FilterSectionProps {
  filter: TableFilter;
  /** Empty if the filter is not active. */
  value: string;
  onChange: (text: string) => void;
  /** Starts expanded, active or not. */
  opened: boolean;
}

/** A collapsible section with a filter's name and editor. */
function FilterSection({ filter: { label, kind }, value, onChange, opened }: FilterSectionProps) {
  const id = useId();
  const [open, setOpen] = useState(opened || value !== '');
  return (
    <fieldset className="grid min-w-0">
      <legend className="contents">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={`${id}-editor`}
          onClick={() => setOpen(!open)}
          className="flex min-h-8 w-full items-center gap-2 rounded-small px-3 text-left font-medium text-ink-2 text-small -outline-offset-2! hover:bg-pressed"
        >
          <ChevronRight
            aria-hidden
            className={classNames('size-3.5! shrink-0 text-ink-3 transition-transform', open && 'rotate-90')}
          />
          <span className="shrink-0">{label}</span>
          {value === '' || open ? null : (
            <span className="ml-auto min-w-0 truncate text-ink">{kind.summarize(value)}</span>
          )}
        </button>
      </legend>
      <div id={`${id}-editor`} hidden={!open} className="px-3 pt-1 pb-3">
        {open ? kind.renderEditor?.({ label, value, onChange }) : null}
      </div>
    </fieldset>
  );
}
