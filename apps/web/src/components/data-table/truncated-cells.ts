import type { FocusEvent } from 'react';
import { isTruncated } from '#components/ui/truncated-text.tsx';

/**
 * While the focus is in a row, makes its truncated cells reachable by Tab, because focusing one shows the full text.
 * Limited to that row, because measuring every cell of a page costs more than rendering it.
 */
export function reachTruncatedCells({ target, relatedTarget }: FocusEvent<HTMLElement>): void {
  const row = rowOf(target);
  if (row === null || row === rowOf(relatedTarget)) return;
  const cut = [...row.querySelectorAll<HTMLElement>('td[data-full-text]')].filter(isTruncated);
  for (const cell of cut) cell.tabIndex = 0;
}

/** Removes a row's cells from the tab order after the focus has left it. */
export function releaseTruncatedCells({ target, relatedTarget }: FocusEvent<HTMLElement>): void {
  const row = rowOf(target);
  if (row === null || row === rowOf(relatedTarget)) return;
  for (const cell of row.querySelectorAll('td[tabindex]')) cell.removeAttribute('tabindex');
}

function rowOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest('tr') : null;
}
