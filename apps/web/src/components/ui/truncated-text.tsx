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

/** Pixels by which browsers round what they measure. */
const TOLERANCE = 0.1;

/**
 * Whether part of an element's own text does not show. Measures the text itself: `scrollWidth` is rounded, and Firefox
 * leaves the end padding out of it.
 */
export function isTruncated(element: Element): boolean {
  const text = [...element.childNodes].find((node) => node.nodeType === Node.TEXT_NODE);
  if (text === undefined) return false;
  const range = document.createRange();
  range.selectNode(text);
  const style = getComputedStyle(element);
  const edges = [style.paddingLeft, style.paddingRight, style.borderLeftWidth, style.borderRightWidth];
  const room = edges.reduce((width, edge) => width - Number.parseFloat(edge), element.getBoundingClientRect().width);
  return range.getBoundingClientRect().width > room + TOLERANCE;
}

// One observer for all, which reads everything before it writes anything: a page of a hundred rows has many of these.
const observer = new ResizeObserver((entries) => {
  const cut = entries.map(({ target }) => ({ target, cut: isTruncated(target) }));
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
