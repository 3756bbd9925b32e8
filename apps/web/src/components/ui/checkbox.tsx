import { Check, Minus } from 'lucide-react';
import { Checkbox as Parts } from 'radix-ui';
import type { MouseEvent } from 'react';
import { classNames } from '#lib/class-names.ts';

interface CheckboxProps {
  /** `indeterminate`: some of the items that it represents. */
  checked: boolean | 'indeterminate';
  onCheckedChange: (checked: boolean) => void;
  /** Receives the click before the change, for example to detect a shift-click. */
  onClick?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined;
  'aria-label'?: string | undefined;
  id?: string | undefined;
  disabled?: boolean | undefined;
  className?: string | undefined;
}

/** A 16-px checkbox with a 24-px target. */
export function Checkbox({ onCheckedChange, className, ...rest }: CheckboxProps) {
  return (
    <Parts.Root
      {...rest}
      onCheckedChange={(checked) => onCheckedChange(checked === true)}
      className={classNames(
        'group relative grid size-4 shrink-0 place-items-center rounded-small border border-field bg-page',
        'after:absolute after:-inset-1 hover:border-ink-3 disabled:opacity-50',
        'data-[state=checked]:border-accent data-[state=checked]:bg-accent',
        'data-[state=indeterminate]:border-accent data-[state=indeterminate]:bg-accent',
        className,
      )}
    >
      <Parts.Indicator className="text-on-accent">
        <Check className="hidden size-3! stroke-3 group-data-[state=checked]:block" />
        <Minus className="hidden size-3! stroke-3 group-data-[state=indeterminate]:block" />
      </Parts.Indicator>
    </Parts.Root>
  );
}
