import { createContext } from 'react';

/**
 * Where tooltips, menus and popovers are put: inside the landmark or the dialog that they belong to, so that a screen
 * reader meets them there and a dialog does not hide them. Null: at the end of the page.
 */
export const OverlayContainer = createContext<HTMLElement | null>(null);
