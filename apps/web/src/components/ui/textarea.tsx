import type { TextareaHTMLAttributes } from 'react';
import { classNames } from '#lib/class-names.ts';
import { inputClass } from './input.tsx';

/** A box of several lines that grows with what is typed. Its label and its error come from `Field`. */
export function Textarea({ className, ...rest }: TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return (
    <textarea
      {...rest}
      className={classNames(inputClass, 'field-sizing-content max-h-60 min-h-18 resize-none py-2', className)}
    />
  );
}
