import { useId } from 'react';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { useDebouncedText } from '../use-debounced-text.ts';
import { type OptionsFilter, optionLabel, readOptions } from './table-filters.ts';

interface OptionsEditorProps {
  filter: OptionsFilter;
  value: string;
  onChange: (text: string) => void;
}

/** A checkbox for each option. */
export function OptionsEditor({ filter, value, onChange }: OptionsEditorProps) {
  const [draft, setDraft] = useDebouncedText({ value, onCommit: onChange, clean: (text) => text });
  const chosen = readOptions(filter, draft);
  const id = useId();

  function toggle(option: string, on: boolean) {
    // Keeps the filter's option order, so that the same choice always gives the same text.
    const wanted = new Set(on ? [...chosen, option] : chosen.filter((other) => other !== option));
    setDraft(filter.options.filter((known) => wanted.has(known)).join(','));
  }

  return (
    <div className="-mx-2 grid">
      {filter.options.map((option, index) => (
        <label
          key={option}
          htmlFor={`${id}-${index}`}
          className="flex min-h-8 cursor-pointer items-center gap-2.5 rounded-small px-2 py-1 hover:bg-pressed"
        >
          <Checkbox
            id={`${id}-${index}`}
            checked={chosen.includes(option)}
            onCheckedChange={(on) => toggle(option, on)}
          />
          {filter.renderOption?.(option) ?? (
            <span className="min-w-0 [overflow-wrap:anywhere]">{optionLabel(filter, option)}</span>
          )}
        </label>
      ))}
    </div>
  );
}
