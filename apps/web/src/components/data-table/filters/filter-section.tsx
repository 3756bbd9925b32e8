import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { classNames } from '#lib/class-names.ts';
import { AmountEditor } from './amount-editor.tsx';
import { DaysEditor } from './days-editor.tsx';
import { summarise } from './filter-summary.ts';
import { OptionsEditor } from './options-editor.tsx';
import type { ChosenFilter } from './table-filters.ts';
import { TextEditor } from './text-editor.tsx';

interface FilterSectionProps {
  filter: ChosenFilter;
  /** Empty if the filter is not active. */
  value: string;
  onChange: (text: string) => void;
  /** Starts expanded, active or not. */
  opened: boolean;
}

/** A collapsible section with a filter's name and editor. */
export function FilterSection({ filter, value, onChange, opened }: FilterSectionProps) {
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
          <span className="shrink-0">{filter.label}</span>
          {value === '' || open ? null : (
            <span className="ml-auto min-w-0 truncate text-ink">{summarise(filter, value)}</span>
          )}
        </button>
      </legend>
      <div id={`${id}-editor`} hidden={!open} className="px-3 pt-1 pb-3">
        {open ? <FilterEditor filter={filter} value={value} onChange={onChange} /> : null}
      </div>
    </fieldset>
  );
}

function FilterEditor({ filter, ...rest }: Omit<FilterSectionProps, 'opened'>) {
  switch (filter.kind) {
    case 'options':
      return <OptionsEditor filter={filter} {...rest} />;
    case 'days':
      return <DaysEditor {...rest} />;
    case 'amount':
      return <AmountEditor {...rest} />;
    case 'text':
      return <TextEditor filter={filter} {...rest} />;
  }
}
