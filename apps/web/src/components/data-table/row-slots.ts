import { type RefObject, startTransition, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { afterPaint } from '#lib/when-idle.ts';

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
function focusedPlace(body: HTMLTableSectionElement | null): number {
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

/** Overscan beyond the edges of the frame. */
const spare = 1;

/**
 * Renders the visible rows first, and the rows beyond the edges of the frame once these are painted, so that a page of a
 * hundred rows appears as fast as one of twenty.
 */
export function useRowsInSight<Row>(
  rows: readonly Row[] | undefined,
  body: RefObject<HTMLTableSectionElement | null>,
): readonly Row[] | undefined {
  const [late, setLate] = useState(rows);
  if (late === undefined && rows !== undefined) setLate(rows);
  useEffect(() => afterPaint(() => startTransition(() => setLate(rows))), [rows]);
  return useMemo(() => {
    // The focused row may move anywhere: all rows render together, so that it keeps the focus.
    if (rows === undefined || late === undefined || late === rows || focusedPlace(body.current) >= 0) return rows;
    const { first, last } = placesInSight(body.current);
    return rows.map((row, place) => (place >= first && place <= last ? row : (late[place] ?? row)));
  }, [rows, late, body]);
}

function placesInSight(body: HTMLTableSectionElement | null): { first: number; last: number } {
  const frame = body?.closest('[data-table-frame]');
  const height = body?.rows[0]?.offsetHeight ?? 0;
  if (frame === null || frame === undefined || height === 0) return { first: 0, last: Number.POSITIVE_INFINITY };
  const { scrollTop, clientHeight } = frame;
  return {
    first: Math.floor(scrollTop / height) - spare,
    last: Math.ceil((scrollTop + clientHeight) / height) + spare,
  };
}
