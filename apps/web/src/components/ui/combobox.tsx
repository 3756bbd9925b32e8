import { ChevronsUpDown } from 'lucide-react';
import { useState } from 'react';
import { classNames } from '#lib/class-names.ts';
import { t } from '#lib/texts.ts';
import { ComboboxList, type ComboboxListProps } from './combobox-list.tsx';
import type { FieldControl } from './field.tsx';
import { inputClass } from './input.tsx';
import { Popover } from './popover.tsx';
import { TruncatedText } from './truncated-text.tsx';

/** Props of a form control; spread those of its `Field`. */
export interface PickerProps extends Partial<FieldControl> {
  /** The id of the selected option; empty for none. */
  value: string;
  onChange: (id: string) => void;
  disabled?: boolean;
}

interface ComboboxProps extends PickerProps, Omit<ComboboxListProps, 'chosen' | 'onChoose'> {
  /** Label of the selected option, in case a server search does not return it. */
  chosenLabel?: string | undefined;
}

/** Selects one of many options in a searchable list. Selecting the current option again clears it. */
export function Combobox(props: ComboboxProps) {
  const { id, value, onChange, disabled = false, options, search, chosenLabel, texts } = props;
  const [open, setOpen] = useState(false);
  const listed = options?.find((option) => option.id === value);
  const unlisted = value !== '' && search ? { id: value, label: chosenLabel ?? value } : undefined;
  const chosen = listed ?? unlisted;

  function choose(picked: string) {
    onChange(picked === value ? '' : picked);
    setOpen(false);
  }

  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t(`${texts}.search`)}
      className="w-(--radix-popover-trigger-width) min-w-60 p-0!"
      trigger={
        <button
          type="button"
          id={id}
          role="combobox"
          disabled={disabled}
          aria-expanded={open}
          aria-invalid={props['aria-invalid']}
          aria-describedby={props['aria-describedby']}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
            event.preventDefault();
            setOpen(true);
          }}
          className={classNames(inputClass, 'flex h-9 items-center justify-between gap-2 text-left')}
        >
          {/* What is chosen may be outside the list: its id is still true. */}
          <TruncatedText focusable={false} className={value === '' ? 'text-ink-3' : undefined}>
            {value === '' ? t(`${texts}.prompt`) : (chosen?.label ?? value)}
          </TruncatedText>
          <ChevronsUpDown aria-hidden className="size-3.5! text-ink-3" />
        </button>
      }
    >
      <ComboboxList {...props} chosen={chosen} onChoose={choose} />
    </Popover>
  );
}
