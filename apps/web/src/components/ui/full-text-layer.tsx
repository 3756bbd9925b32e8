import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { isTruncated } from './truncated-text.tsx';

interface Shown {
  text: string;
  anchor: DOMRect;
}

const gap = 6;
const margin = 8;
const delay = 350;

/**
 * Shows the full text of the truncated element under the pointer or focus. One layer serves the whole page, so that a
 * table of truncated cells costs nothing. The layer itself can be hovered. Escape, scrolling or a click closes it.
 */
export function FullTextLayer() {
  const [shown, setShown] = useState<Shown | null>(null);
  const layer = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const life = new AbortController();
    let timer = 0;

    function plan(next: Shown | null, wait: number) {
      clearTimeout(timer);
      timer = window.setTimeout(() => setShown(next), wait);
    }
    function handlePointer({ target }: PointerEvent) {
      if (!(target instanceof Element) || layer.current?.contains(target)) return clearTimeout(timer);
      plan(fullTextOf(target.closest('[data-full-text]')), delay);
    }
    function handleFocus({ target }: FocusEvent) {
      if (!(target instanceof Element) || !target.matches(':focus-visible')) return;
      plan(fullTextOf(target.closest('[data-full-text]') ?? target.querySelector('[data-full-text]')), 0);
    }
    function hide() {
      plan(null, 0);
    }

    const options = { signal: life.signal, capture: true };
    document.addEventListener('pointerover', handlePointer, options);
    document.addEventListener('pointerdown', hide, options);
    document.addEventListener('focusin', handleFocus, options);
    document.addEventListener('focusout', hide, options);
    document.addEventListener('scroll', hide, options);
    document.addEventListener('keydown', (event) => event.key === 'Escape' && hide(), options);
    return () => {
      clearTimeout(timer);
      life.abort();
    };
  }, []);

  useLayoutEffect(() => {
    if (shown !== null && layer.current !== null) place(layer.current, shown.anchor);
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

function fullTextOf(element: Element | null): Shown | null {
  if (element === null || !isTruncated(element)) return null;
  return { text: element.textContent ?? '', anchor: element.getBoundingClientRect() };
}

function place(layer: HTMLElement, anchor: DOMRect): void {
  const { offsetWidth: width, offsetHeight: height } = layer;
  const below = anchor.bottom + gap;
  const top = below + height + margin > window.innerHeight ? anchor.top - gap - height : below;
  const left = Math.min(anchor.left, window.innerWidth - width - margin);
  layer.style.top = `${Math.max(margin, top)}px`;
  layer.style.left = `${Math.max(margin, left)}px`;
}
