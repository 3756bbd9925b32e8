import { createContext, type ReactNode, use } from 'react';
import { createPortal } from 'react-dom';

/** The slot at the right end of the page header, for a page's own controls. */
export const HeaderSlotContext = createContext<HTMLElement | null>(null);

/** Renders a page's own controls in the header, such as the search on a narrow screen. */
export function HeaderSlot({ children }: { children: ReactNode }) {
  const place = use(HeaderSlotContext);
  return place === null ? null : createPortal(children, place);
}
