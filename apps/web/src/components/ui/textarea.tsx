import { type TextareaHTMLAttributes, useLayoutEffect, useRef } from 'react';
import { classNames } from '#lib/class-names.ts';
import { inputClass } from './input.tsx';

const isSizedByCss = CSS.supports('field-sizing', 'content');

/** A box of several lines that grows with its value. Its label and its error come from `Field`. */
export function Textarea({ className, ...rest }: TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const box = useRef<HTMLTextAreaElement>(null);

  // For browsers without `field-sizing`. After every render, since the value is the caller's.
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
  // Smaller first: `scrollHeight` is never less than the height.
  box.style.height = 'auto';
  box.style.height = `${box.scrollHeight + box.offsetHeight - box.clientHeight}px`;
}
