import { type RefObject, useEffect } from 'react';

/**
 * Marks a frame with `data-wide` while its content is wider than itself, and with `data-before` and `data-after` while
 * more lies beyond its edges, so that pinned columns are held and show their line exactly then. Written past React: scrolling must not render.
 */
export function useScrollEdges(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    function mark() {
      if (element === null) return;
      const beyond = element.scrollWidth - element.clientWidth - element.scrollLeft;
      element.toggleAttribute('data-wide', element.scrollWidth > element.clientWidth);
      element.toggleAttribute('data-before', element.scrollLeft > 0);
      element.toggleAttribute('data-after', beyond > 1);
    }
    const observer = new ResizeObserver(mark);
    observer.observe(element);
    if (element.firstElementChild !== null) observer.observe(element.firstElementChild);
    element.addEventListener('scroll', mark, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', mark);
    };
  }, [frame]);
}
