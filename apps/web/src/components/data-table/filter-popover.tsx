import { ListFilter } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { Popover } from '#components/ui/popover.tsx';
import { t } from '#lib/texts.ts';
import { DaysEditor } from './days-editor.tsx';
import { OptionsEditor } from './options-editor.tsx';
import type { FilterValues, TableFilter } from './table-filters.ts';

interface FilterPopoverProps {
  filters: readonly TableFilter[];
  values: FilterValues;
  /** Empty text takes a filter away. */
  onChange: (id: string, text: string) => void;
  onReset: () => void;
  /** The icon alone, with the number of filters in force. */
  compact: boolean;
}

/** The button that opens the filters, one section each. What is chosen applies at once. */
export function FilterPopover({ filters, values, onChange, onReset, compact }: FilterPopoverProps) {
  const count = Object.keys(values).length;
  return (
    <Popover
      label={t('table.filter')}
      className="w-76"
      trigger={
        <Button aria-label={count === 0 ? t('table.filter') : t('table.filterCount', { count })}>
          <ListFilter aria-hidden />
          {compact ? null : t('table.filter')}
          {compact && count > 0 ? <span className="tabular-nums">{count}</span> : null}
        </Button>
      }
    >
      <div className="grid gap-4 p-3">
        {filters.map((filter) => (
          <FilterSection key={filter.id} filter={filter} value={values[filter.id] ?? ''} onChange={onChange} />
        ))}
        <Button
          size="small"
          variant="ghost"
          onClick={onReset}
          disabled={count === 0}
          className="-ml-2 justify-self-start"
        >
          {t('table.reset')}
        </Button>
      </div>
    </Popover>
  );
}

interface FilterSectionProps {
  filter: TableFilter;
  value: string;
  onChange: (id: string, text: string) => void;
}

function FilterSection({ filter, value, onChange }: FilterSectionProps) {
  const change = (text: string) => onChange(filter.id, text);
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-2 font-medium text-ink-3 text-small">{filter.label}</legend>
      {filter.kind === 'options' ? (
        <OptionsEditor filter={filter} value={value} onChange={change} />
      ) : (
        <DaysEditor value={value} onChange={change} />
      )}
    </fieldset>
  );
}
