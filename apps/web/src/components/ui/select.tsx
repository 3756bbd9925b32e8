import { ChevronDown } from 'lucide-react';
import type { SelectHTMLAttributes } from 'react';
import { classNames } from '#lib/class-names.ts';

interface SelectOption {
  value: string;
  label: string;
}

interface SelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange'> {
  value: string;
  onValueChange: (value: string) => void;
  options: readonly SelectOption[];
}

/** One of a few. The browser's own control, whose list (200 px at most) we dress where the browser lets us. */
export function Select({ value, onValueChange, options, className, ...rest }: SelectProps) {
  return (
    <span className={classNames('relative inline-flex', className)}>
      <select
        {...rest}
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
        className="h-8 w-full cursor-pointer overflow-clip whitespace-nowrap rounded-control border border-line bg-page pr-8 pl-3 font-medium text-ink [overflow-clip-margin:content-box] hover:bg-hover disabled:opacity-50"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute top-2.25 right-2.5 size-3.5! text-ink-3" />
    </span>
  );
}
