import { Check } from 'lucide-react';
import { Checkbox as Parts } from 'radix-ui';
import { classNames } from '#lib/class-names.ts';

interface CheckboxProps {
  id: string;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  className?: string;
}

/** A 16-px checkbox with a 24-px target. */
export function Checkbox({ onCheckedChange, className, ...rest }: CheckboxProps) {
  return (
    <Parts.Root
      {...rest}
      onCheckedChange={(checked) => onCheckedChange(checked === true)}
      className={classNames(
        'relative grid size-4 shrink-0 place-items-center rounded-small border border-field bg-page',
        'after:absolute after:-inset-1 hover:border-ink-3',
        'data-[state=checked]:border-accent data-[state=checked]:bg-accent',
        className,
      )}
    >
      <Parts.Indicator className="text-on-accent">
        <Check className="size-3! stroke-3" />
      </Parts.Indicator>
    </Parts.Root>
  );
}
