import { type RefObject, useLayoutEffect, useMemo, useRef } from 'react';

/** A row that must stay the element that it is, and the number of that. */
interface HeldRow {
  id: string;
  slot: number;
}

/**
 * Numbers the elements that show the rows: each by its place on the page. So another page, or another order, changes
 * the words of the rows on screen; none is built anew, which takes several times as long, and none moves. The held row
 * alone keeps its element wherever it goes, and with it the focus.
 */
export function assignSlots(ids: readonly string[], held?: HeldRow): number[] {
  const place = held === undefined ? -1 : ids.indexOf(held.id);
  return ids.map((_, index) => {
    if (held === undefined || place < 0) return index;
    if (index === place) return held.slot;
    return index === held.slot ? place : index;
  });
}

/** The place of the row that has the focus, or something in it; -1 when none has. */
export function focusedPlace(body: HTMLTableSectionElement | null): number {
  const row = document.activeElement?.closest('tr');
  return row !== null && row !== undefined && row.parentElement === body ? row.sectionRowIndex : -1;
}

/**
 * The numbers of the elements, in the order of the rows.
 * @param ids must be the same array for as long as the rows are the same
 */
export function useRowSlots(ids: readonly string[], body: RefObject<HTMLTableSectionElement | null>): number[] {
  const onScreen = useRef<readonly HeldRow[]>([]);
  const slots = useMemo(() => assignSlots(ids, onScreen.current[focusedPlace(body.current)]), [ids, body]);
  useLayoutEffect(() => {
    onScreen.current = ids.map((id, index) => ({ id, slot: slots[index] ?? index }));
  }, [ids, slots]);
  return slots;
}
