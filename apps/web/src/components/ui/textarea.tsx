import { type TextareaHTMLAttributes, useLayoutEffect, useRef } from 'react';
import { classNames } from '#lib/class-names.ts';
import { inputClass } from './input.tsx';

const isSizedByCss = CSS.supports('field-sizing', 'content');

/** A multiline text input that grows with its value. `Field` adds its label and error. */
export function Textarea({ className, ...rest }: TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const box = useRef<HTMLTextAreaElement>(null);

  // For browsers without `field-sizing`. Runs after each render, since the caller controls the value.
  useLayoutEffect(() => {
    if (!isSizedByCss && box.current !== null) fitHeight(box.current);
  });

  return (
    <textarea
      {...rest}
      ref={box}
      className={classNames(inputClass, 'field-sizing-content max-h-60 min-h-18 resize-none py-2', className)}
    />
  );
}

function fitHeight(box: HTMLTextAreaElement): void {
  // Shrink first: `scrollHeight` is never less than the height.
  box.style.height = 'auto';
  box.style.height = `${box.scrollHeight + box.offsetHeight - box.clientHeight}px`;
}
