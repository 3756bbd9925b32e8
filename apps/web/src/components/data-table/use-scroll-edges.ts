import { type RefObject, useEffect } from 'react';

/**
 * Sets `data-wide` on a frame while its content is wider than the frame, and `data-before` and `data-after` while
 * content is hidden beyond its edges. The styles pin columns and show their borders accordingly. Bypasses React, so
 * that scrolling does not cause a render.
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
