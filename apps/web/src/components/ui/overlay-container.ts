import { createContext } from 'react';

/**
 * Element that menus and popovers are rendered in: the landmark or the dialog that they belong to, so that a screen
 * reader finds them there and a dialog does not hide them. Null: the end of the page.
 */
export const OverlayContainer = createContext<HTMLElement | null>(null);
