import { useMemo, useRef } from 'react';

/** Rows by id, each with the number of the place in the document that shows it. */
export type RowSlots = ReadonlyMap<string, number>;

/**
 * Gives each row a place: a row that was shown before keeps its own, and with it the focus; a new one takes over a
 * place that has become free. So another page changes the words of the rows on screen, and builds none anew, which
 * takes several times as long.
 */
export function assignSlots(before: RowSlots, ids: readonly string[]): RowSlots {
  const kept = new Map(ids.flatMap((id) => (before.has(id) ? [[id, before.get(id) ?? 0] as const] : [])));
  const taken = new Set(kept.values());
  let next = 0;
  return new Map(
    ids.map((id) => {
      const own = kept.get(id);
      if (own !== undefined) return [id, own];
      while (taken.has(next)) next += 1;
      taken.add(next);
      return [id, next];
    }),
  );
}

/** The places of the rows on screen; `ids` must be the same array for as long as the rows are the same. */
export function useRowSlots(ids: readonly string[]): RowSlots {
  const before = useRef<RowSlots>(new Map());
  return useMemo(() => {
    before.current = assignSlots(before.current, ids);
    return before.current;
  }, [ids]);
}
