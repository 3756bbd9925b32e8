import { type RefObject, useLayoutEffect, useMemo, useRef } from 'react';

/** A row that must keep its element, and that element's number. */
interface HeldRow {
  id: string;
  slot: number;
}

/**
 * Assigns element numbers to rows, by their position on the page. Another page or sort order then changes only the
 * content of the existing elements, which is several times faster than creating new ones. Only the held row keeps its
 * element, and therefore the focus, at any position.
 */
export function assignSlots(ids: readonly string[], held?: HeldRow): number[] {
  const place = held === undefined ? -1 : ids.indexOf(held.id);
  return ids.map((_, index) => {
    if (held === undefined || place < 0) return index;
    if (index === place) return held.slot;
    return index === held.slot ? place : index;
  });
}

/** Index of the row that contains the focus; -1 if none does. */
export function focusedPlace(body: HTMLTableSectionElement | null): number {
  const row = document.activeElement?.closest('tr');
  return row !== null && row !== undefined && row.parentElement === body ? row.sectionRowIndex : -1;
}

/**
 * Element numbers in row order.
 * @param ids must be the same array as long as the rows are the same
 */
export function useRowSlots(ids: readonly string[], body: RefObject<HTMLTableSectionElement | null>): number[] {
  const onScreen = useRef<readonly HeldRow[]>([]);
  const slots = useMemo(() => assignSlots(ids, onScreen.current[focusedPlace(body.current)]), [ids, body]);
  useLayoutEffect(() => {
    onScreen.current = ids.map((id, index) => ({ id, slot: slots[index] ?? index }));
  }, [ids, slots]);
  return slots;
}
