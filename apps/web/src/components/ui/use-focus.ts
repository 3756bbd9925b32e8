import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Moves the focus when a dialog opens and closes. On opening it goes to the first form control, or else to the dialog
 * itself, which is then announced. On closing it returns to where it was, unless the dialog led to another page. (Radix
 * restores the focus only to its own trigger.)
 */
export function useDialogFocus() {
  const opener = useRef<HTMLElement | null>(null);
  const openedOn = useRef('');

  function onOpenAutoFocus(event: Event) {
    event.preventDefault();
    const { currentTarget: dialog } = event;
    if (!(dialog instanceof HTMLElement)) return;
    openedOn.current = window.location.pathname;
    const { activeElement } = document;
    // Nothing has the focus if the focused element has been removed.
    const isSomething = activeElement instanceof HTMLElement && activeElement !== document.body;
    if (isSomething && !dialog.contains(activeElement)) opener.current = activeElement;
    const field = dialog.querySelector<HTMLElement>(
      ':is(input:not([aria-hidden]), select, textarea, [role=combobox]):enabled',
    );
    (field ?? dialog).focus();
  }

  function onCloseAutoFocus(event: Event) {
    event.preventDefault();
    // The opener may be gone, for example deleted by the dialog: then focus the dialog below, or the page.
    const below = () => document.querySelector<HTMLElement>('[role=dialog][data-state=open]');
    // Another dialog that opened in the meantime already has the focus and is not the one below.
    const other = document.activeElement?.closest('[role=dialog][data-state=open]') ?? null;
    if (other !== null && other !== event.currentTarget && !other.contains(opener.current)) return;
    // A dialog that led to another page leaves the focus there.
    const isSamePage = window.location.pathname === openedOn.current;
    const isGone = !isSamePage || !opener.current?.isConnected;
    // A dialog below that closed at the same time has restored the focus already.
    if (isGone && document.activeElement !== document.body && below() === null) return;
    const back = isGone ? (below() ?? document.querySelector('main')) : opener.current;
    back?.focus();
  }

  return { onOpenAutoFocus, onCloseAutoFocus };
}

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
