import { type ReactNode, useId } from 'react';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { ToggleChip } from '#components/ui/toggle-chip.tsx';
import { t } from '#lib/texts.ts';
import { useDebouncedText } from '../use-debounced-text.ts';
import type { FilterEditorProps, FilterKind } from './table-filters.ts';

interface OptionsLook {
  /** Label of an option, if it differs from the option itself. */
  labelOf?: (option: string) => string;
  /** Rendering of an option in the list, if it is more than its label. */
  renderOption?: (option: string) => ReactNode;
  /** Options that are often wanted together, under a label of their own. */
  group?: { label: string; options: readonly string[] };
}

/** Any of several named values, comma-joined. */
export function optionsFilter(options: readonly string[], look: OptionsLook = {}): FilterKind {
  return {
    clean: (text) => chosenOf(options, text).join(',') || undefined,
    summarize: (text) => {
      const chosen = chosenOf(options, text);
      if (look.group !== undefined && isSame(chosen, look.group.options)) return look.group.label;
      return summarize(chosen.map((option) => look.labelOf?.(option) ?? option));
    },
    renderEditor: (props) => <OptionsEditor {...props} {...look} options={options} />,
  };
}

function chosenOf(options: readonly string[], text: string): string[] {
  const chosen = new Set(text.split(','));
  return options.filter((option) => chosen.has(option));
}

function isSame(chosen: readonly string[], options: readonly string[]): boolean {
  return chosen.length === options.length && chosen.every((option) => options.includes(option));
}

function summarize([first = '', second, ...more]: readonly string[]): string {
  if (second === undefined) return first;
  return more.length === 0 ? t('table.or', { first, second }) : t('table.anyOf', { count: more.length + 2 });
}

interface OptionsEditorProps extends FilterEditorProps, OptionsLook {
  options: readonly string[];
}

/** A checkbox for each option. */
function OptionsEditor({ options, labelOf, renderOption, group, value, onChange }: OptionsEditorProps) {
  const [draft, setDraft] = useDebouncedText({ value, onCommit: onChange, clean: (text) => text });
  const chosen = chosenOf(options, draft);
  const id = useId();

  function toggle(option: string, on: boolean) {
    // Keeps the filter's option order, so that the same choice always gives the same text.
    const wanted = new Set(on ? [...chosen, option] : chosen.filter((other) => other !== option));
    setDraft(options.filter((known) => wanted.has(known)).join(','));
  }

  return (
    <div className="-mx-2 grid">
      {group === undefined ? null : (
        <ToggleChip
          label={group.label}
          pressed={isSame(chosen, group.options)}
          onClick={() => setDraft(isSame(chosen, group.options) ? '' : group.options.join(','))}
          className="mx-2 mb-1 justify-self-start"
        />
      )}
      {options.map((option, index) => (
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
          {renderOption?.(option) ?? (
            <span className="min-w-0 [overflow-wrap:anywhere]">{labelOf?.(option) ?? option}</span>
          )}
        </label>
      ))}
    </div>
  );
}
