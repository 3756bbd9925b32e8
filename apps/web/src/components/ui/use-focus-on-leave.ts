import { type RefObject, useLayoutEffect } from 'react';

/**
 * When an element that contains the focus is removed, focuses the nearest focusable ancestor, so that keyboard users
 * continue there instead of at the top of the page.
 */
export function useFocusOnLeave(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = element;
    return () => {
      if (current?.contains(document.activeElement)) {
        current.parentElement?.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true });
      }
    };
  }, [element]);
}
