import type { InputHTMLAttributes, Ref } from 'react';
import { classNames } from '#lib/class-names.ts';

interface InputProps extends InputHTMLAttributes<HTMLInputElement> {
  /** Matches the height and border of the buttons beside it. */
  inToolbar?: boolean;
  ref?: Ref<HTMLInputElement>;
}

const shared = classNames(
  'w-full min-w-0 rounded-control border bg-page px-3 text-ink',
  'focus-visible:border-accent focus-visible:outline-[3px] focus-visible:outline-accent/25',
  'focus-visible:outline-offset-0 disabled:opacity-60 [&[readonly]]:bg-hover',
  'aria-invalid:border-danger aria-invalid:focus-visible:outline-danger/25',
);

/** Look of text inputs in forms. */
export const inputClass = classNames(shared, 'border-field hover:border-ink-3');

/** A single-line text input. `Field` adds its label and error. */
export function Input({ inToolbar = false, className, ...rest }: InputProps) {
  const look = inToolbar ? classNames(shared, 'h-8 border-line hover:border-field') : classNames(inputClass, 'h-9');
  return <input {...rest} className={classNames(look, className)} />;
}

/** An email input. It is named `email`, which validation and password managers rely on. */
export function EmailInput(props: InputProps) {
  return <Input type="email" name="email" autoCapitalize="none" spellCheck={false} required {...props} />;
}
