import { createContext } from 'react';

/** Surface of floating elements: menus, lists, popovers. */
export const floatingClass =
  'z-40 rounded-panel border border-line bg-raised p-1 text-ink shadow-raised data-[state=open]:animate-pop-in';

/**
 * Element that menus and popovers are rendered in: the landmark or the dialog that they belong to, so that a screen
 * reader finds them there and a dialog does not hide them. Null: the end of the page.
 */
export const OverlayContainer = createContext<HTMLElement | null>(null);
