import type { FocusEvent } from 'react';
import { isTruncated } from '#components/ui/truncated-text.tsx';

/**
 * While the focus is in a row, its cells whose text is cut can be reached by Tab, since their focus shows the full
 * text. Only then: to look at every cell of a page beforehand costs more than to draw it.
 */
export function reachTruncatedCells({ target, relatedTarget }: FocusEvent<HTMLElement>): void {
  const row = rowOf(target);
  if (row === null || row === rowOf(relatedTarget)) return;
  const cut = [...row.querySelectorAll<HTMLElement>('td[data-full-text]')].filter(isTruncated);
  for (const cell of cut) cell.tabIndex = 0;
}

/** The focus has left a row: its cells are passed over again. */
export function releaseTruncatedCells({ target, relatedTarget }: FocusEvent<HTMLElement>): void {
  const row = rowOf(target);
  if (row === null || row === rowOf(relatedTarget)) return;
  for (const cell of row.querySelectorAll('td[tabindex]')) cell.removeAttribute('tabindex');
}

function rowOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest('tr') : null;
}
