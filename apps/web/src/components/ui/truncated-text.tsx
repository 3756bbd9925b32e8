import { classNames } from '#lib/class-names.ts';

interface TruncatedTextProps {
  children: string;
  className?: string | undefined;
  /** False inside a link or a button: its focus shows the full text then. */
  focusable?: boolean;
}

/**
 * One line of text, cut where there is no more room; `FullTextLayer` shows the whole of it on hover and on focus.
 * Only text that really is cut can be reached by Tab.
 */
export function TruncatedText({ children, className, focusable = true }: TruncatedTextProps) {
  return (
    <span ref={focusable ? watch : undefined} data-full-text className={classNames('block truncate', className)}>
      {children}
    </span>
  );
}

/** Whether part of the text does not show. */
export function isCut(element: Element): boolean {
  return element.scrollWidth > element.clientWidth;
}

// One observer for all, which reads everything before it writes anything: a page of a hundred rows has many of these.
const observer = new ResizeObserver((entries) => {
  const cut = entries.map(({ target }) => ({ target, cut: isCut(target) }));
  for (const { target, cut: needsFocus } of cut) {
    if (needsFocus) target.setAttribute('tabindex', '0');
    else target.removeAttribute('tabindex');
  }
});

function watch(element: HTMLElement | null) {
  if (element === null) return;
  observer.observe(element);
  return () => observer.unobserve(element);
}
