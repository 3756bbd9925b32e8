import { Star, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { Button } from '#components/ui/button.tsx';
import { classNames } from '#lib/class-names.ts';
import { t } from '#lib/texts.ts';
import { summarise } from '../filters/filter-summary.ts';
import type { TableFilter } from '../filters/table-filters.ts';
import type { Preset } from './preset.ts';
import { presetToState } from './preset-view.ts';

interface PresetRowProps {
  preset: Preset;
  filters: readonly TableFilter[];
  onApply: () => void;
  onDefault: () => Promise<unknown>;
  onDelete: () => void;
}

/** One preset in the menu. A click on its name applies it. */
export function PresetRow({ preset, filters, onApply, onDefault, onDelete }: PresetRowProps) {
  const id = useId();
  const { name, isDefault } = preset;
  const setDefault = t('presets.makeDefault', { name });
  const remove = t('presets.delete', { name });
  return (
    <li className="relative flex items-center gap-0.5 rounded-small pr-1 focus-within:bg-hover hover:bg-pressed">
      <div className="grid min-w-0 flex-1 px-2 py-1.5">
        <button
          type="button"
          onClick={onApply}
          aria-describedby={id}
          // A click beside or below the name also applies it.
          className="truncate rounded-small text-left after:absolute after:inset-0"
        >
          {name}
        </button>
        <p id={id} className="truncate text-ink-3 text-small">
          {[...(isDefault ? [t('presets.default')] : []), ...conditions(preset, filters)].join(' · ')}
        </p>
      </div>
      <Button
        variant="ghost"
        size="small"
        icon
        aria-label={setDefault}
        data-tooltip
        aria-pressed={isDefault}
        onClick={onDefault}
        className="z-1"
      >
        <Star aria-hidden className={classNames('size-3.5!', isDefault && 'fill-current text-accent')} />
      </Button>
      <Button variant="ghost" size="small" icon aria-label={remove} data-tooltip onClick={onDelete} className="z-1">
        <Trash2 aria-hidden className="size-3.5!" />
      </Button>
    </li>
  );
}

/** Human-readable summary of the preset, as far as this table supports it. */
function conditions(preset: Preset, filters: readonly TableFilter[]): string[] {
  const { search = '', filters: values = {} } = presetToState(preset, { filters, sortable: [] });
  const found = filters.flatMap((filter) => {
    const text = values[filter.id];
    return text === undefined ? [] : [`${filter.label} ${summarise(filter, text)}`];
  });
  return search === '' ? found : [t('presets.search', { text: search }), ...found];
}
