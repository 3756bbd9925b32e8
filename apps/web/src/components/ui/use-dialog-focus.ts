import { useRef } from 'react';

/**
 * Where the focus goes when a dialog opens and closes: to the first thing to fill in, or else to the dialog itself,
 * which is then read out; and back to where it came from, unless another page was opened from it. (Radix gives it back only to a trigger of its own.)
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
    // Nothing has the focus where what had it is gone by now.
    const isSomething = activeElement instanceof HTMLElement && activeElement !== document.body;
    if (isSomething && !dialog.contains(activeElement)) opener.current = activeElement;
    const field = dialog.querySelector<HTMLElement>(
      ':is(input:not([aria-hidden]), select, textarea, [role=combobox]):enabled',
    );
    (field ?? dialog).focus();
  }

  function onCloseAutoFocus(event: Event) {
    event.preventDefault();
    // What opened it may be gone by now, deleted by the dialog itself: the dialog below, or the page, is the nearest then.
    const below = () => document.querySelector<HTMLElement>('[role=dialog][data-state=open]');
    // Another dialog that opened meanwhile has it already, and is not the one below.
    const other = document.activeElement?.closest('[role=dialog][data-state=open]') ?? null;
    if (other !== null && other !== event.currentTarget && !other.contains(opener.current)) return;
    // A dialog that led to another page leaves the focus there, not at what opened it.
    const isSamePage = window.location.pathname === openedOn.current;
    const back =
      isSamePage && opener.current?.isConnected ? opener.current : (below() ?? document.querySelector('main'));
    back?.focus();
  }

  return { onOpenAutoFocus, onCloseAutoFocus };
}
