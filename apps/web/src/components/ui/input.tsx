import type { InputHTMLAttributes, Ref } from 'react';
import { classNames } from '#lib/class-names.ts';

interface InputProps extends InputHTMLAttributes<HTMLInputElement> {
  ref?: Ref<HTMLInputElement>;
}

/** Shared look of text inputs. */
export const inputClass = classNames(
  'w-full min-w-0 rounded-control border border-field bg-page px-3 text-ink',
  'hover:border-ink-3 focus-visible:border-accent focus-visible:outline-[3px] focus-visible:outline-accent/25',
  'focus-visible:outline-offset-0 disabled:opacity-60 [&[readonly]]:bg-hover',
  'aria-invalid:border-danger aria-invalid:focus-visible:outline-danger/25',
);

/** A single-line text input. `Field` adds its label and error. */
export function Input({ className, ...rest }: InputProps) {
  return <input {...rest} className={classNames(inputClass, 'h-9', className)} />;
}

/** An email input. It is named `email`, which validation and password managers rely on. */
export function EmailInput(props: InputProps) {
  return <Input type="email" name="email" autoCapitalize="none" spellCheck={false} required {...props} />;
}
