import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { isTruncated } from './truncated-text.tsx';

interface Shown {
  text: string;
  anchor: DOMRect;
  /** Under the middle of the anchor, not at its start. */
  centered: boolean;
}

/** Elements that the layer explains. */
const explained = '[data-full-text], [data-tooltip]';

const gap = 6;
const margin = 8;
const delay = 350;

/**
 * Shows the full text of a truncated element (`data-full-text`), or the tooltip of a control with only an icon
 * (`data-tooltip`, by default its label), while it has the pointer or the focus. One layer serves the whole page, so that
 * a table of truncated cells costs nothing. The layer itself can be hovered. Escape or a click closes it, and so
 * does scrolling with the pointer.
 *
 * Rendered at the end of the page and outside of React's focus and Escape handling: a node that disappears from a dialog
 * while Tab moves the focus makes the dialog's focus trap take the focus back, and a tooltip that handles Escape keeps
 * the dialog open.
 */
export function FullTextLayer() {
  const [shown, setShown] = useState<Shown | null>(null);
  const layer = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const life = new AbortController();
    let timer = 0;
    /** Explained by the focus until that moves, or until Escape or a click. */
    let focused: Element | null = null;

    function plan(next: Shown | null, wait: number) {
      clearTimeout(timer);
      timer = window.setTimeout(() => setShown(next), wait);
    }
    function handlePointer({ target }: PointerEvent) {
      if (!(target instanceof Element) || layer.current?.contains(target)) return clearTimeout(timer);
      plan(textOf(target.closest(explained)) ?? textOf(focused), delay);
    }
    function handleFocus({ target }: FocusEvent) {
      if (!(target instanceof Element) || !target.matches(':focus-visible')) return;
      focused = target.closest(explained) ?? target.querySelector('[data-full-text]');
      plan(textOf(focused), 0);
    }
    function hide() {
      focused = null;
      plan(null, 0);
    }
    // Focusing what is out of sight scrolls to it, perhaps under a pointer that rests.
    function follow() {
      plan(textOf(focused), 0);
    }

    const options = { signal: life.signal, capture: true };
    document.addEventListener('pointerover', handlePointer, options);
    document.addEventListener('pointerdown', hide, options);
    document.addEventListener('focusin', handleFocus, options);
    document.addEventListener('focusout', hide, options);
    document.addEventListener('scroll', follow, options);
    document.addEventListener('keydown', (event) => event.key === 'Escape' && hide(), options);
    return () => {
      clearTimeout(timer);
      life.abort();
    };
  }, []);

  useLayoutEffect(() => {
    if (shown !== null && layer.current !== null) place(layer.current, shown);
  }, [shown]);

  if (shown === null) return null;
  // Hidden from assistive technology, which reads the full text of the element itself.
  return createPortal(
    <div
      ref={layer}
      aria-hidden
      className="pointer-events-auto fixed z-50 max-w-[min(32rem,calc(100vw-1rem))] animate-fade-in whitespace-pre-line rounded-control border border-line bg-raised px-2 py-1 text-ink text-small shadow-raised [overflow-wrap:anywhere]"
    >
      {shown.text}
    </div>,
    document.body,
  );
}

function textOf(element: Element | null): Shown | null {
  if (!(element instanceof HTMLElement)) return null;
  const { tooltip } = element.dataset;
  if (tooltip === undefined && !isTruncated(element)) return null;
  const text = tooltip === undefined ? element.textContent : tooltip === 'true' ? element.ariaLabel : tooltip;
  return { text: text ?? '', anchor: element.getBoundingClientRect(), centered: tooltip !== undefined };
}

function place(layer: HTMLElement, { anchor, centered }: Shown): void {
  const { offsetWidth: width, offsetHeight: height } = layer;
  const below = anchor.bottom + gap;
  const top = below + height + margin > window.innerHeight ? anchor.top - gap - height : below;
  const start = centered ? anchor.left + (anchor.width - width) / 2 : anchor.left;
  const left = Math.min(start, window.innerWidth - width - margin);
  layer.style.top = `${Math.max(margin, top)}px`;
  layer.style.left = `${Math.max(margin, left)}px`;
}
