import { createContext, type ReactNode, use } from 'react';
import { createPortal } from 'react-dom';

/** The place at the right end of the page header that a page may fill. */
export const HeaderSlotContext = createContext<HTMLElement | null>(null);

/** Puts a page's own controls into the header: the search of a narrow screen, say. */
export function HeaderSlot({ children }: { children: ReactNode }) {
  const place = use(HeaderSlotContext);
  return place === null ? null : createPortal(children, place);
}
