import { classNames } from '#lib/class-names.ts';

interface TruncatedTextProps {
  children: string;
  className?: string | undefined;
  /** False inside a link or button, whose focus shows the full text. */
  focusable?: boolean;
}

/**
 * A line of text that is truncated if it does not fit. `FullTextLayer` shows the full text on hover and focus. Only
 * truncated text is reachable by Tab.
 */
export function TruncatedText({ children, className, focusable = true }: TruncatedTextProps) {
  return (
    <span ref={focusable ? watch : undefined} data-full-text className={classNames('block truncate', className)}>
      {children}
    </span>
  );
}

/** Tolerance for rounding of measurements, in pixels. */
const TOLERANCE = 0.1;

/**
 * Whether an element's own text is truncated. Measures the text itself, because `scrollWidth` is rounded and Firefox
 * excludes the end padding from it.
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

// One shared observer that reads all sizes before it writes: a page of a hundred rows has many of these elements.
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
