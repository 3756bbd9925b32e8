import { type RefObject, useLayoutEffect } from 'react';

/**
 * When something goes away that has the focus within, the focus goes to the nearest thing around it that can take it:
 * whoever uses the keyboard goes on from there, and not from the top of the page.
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
