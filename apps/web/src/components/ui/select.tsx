import { ChevronDown } from 'lucide-react';
import type { SelectHTMLAttributes } from 'react';
import { classNames } from '#lib/class-names.ts';
import { inputClass } from './input.tsx';

interface SelectOption {
  value: string;
  label: string;
}

interface SelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange'> {
  value: string;
  onValueChange: (value: string) => void;
  options: readonly SelectOption[];
  /** Matches the height and border of form inputs. */
  inForm?: boolean;
}

/** Selects one of a few options. A native control, whose list (200 px at most) is styled in browsers that allow it. */
export function Select({ value, onValueChange, options, inForm = false, className, ...rest }: SelectProps) {
  return (
    <span className={classNames('relative inline-flex', className)}>
      <select
        {...rest}
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
        className={classNames(
          'w-full cursor-pointer overflow-clip whitespace-nowrap pr-8! [overflow-clip-margin:content-box]',
          inForm
            ? classNames(inputClass, 'h-9')
            : 'h-8 rounded-control border border-line bg-page pl-3 font-medium text-ink hover:bg-hover disabled:opacity-50',
        )}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute right-2.5 my-auto size-3.5! text-ink-3 inset-y-0"
      />
    </span>
  );
}
