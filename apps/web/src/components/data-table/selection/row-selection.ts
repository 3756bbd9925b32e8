import { useCallback, useMemo, useState } from 'react';

/**
 * The rows of one table that are ticked, by their stable ids. It knows no page, sort or filter, and so survives them;
 * each row is kept as it was when it was ticked.
 */
export interface RowSelection<Row> {
  selected: ReadonlyMap<string, Row>;
  /** Ticks rows, or takes their ticks away. The same function from render to render, as is `clear`. */
  mark: (rows: readonly Row[], ticked: boolean) => void;
  clear: () => void;
}

const nothing: ReadonlyMap<string, never> = new Map<string, never>();

/** @param idOf must be the same function from render to render */
export function useRowSelection<Row>(idOf: (row: Row) => string): RowSelection<Row> {
  const [selected, setSelected] = useState<ReadonlyMap<string, Row>>(nothing);
  const mark = useCallback(
    (rows: readonly Row[], ticked: boolean) =>
      setSelected((before) => {
        const next = new Map(before);
        for (const row of rows) {
          if (ticked) next.set(idOf(row), row);
          else next.delete(idOf(row));
        }
        return next;
      }),
    [idOf],
  );
  const clear = useCallback(() => setSelected(nothing), []);
  return useMemo(() => ({ selected, mark, clear }), [selected, mark, clear]);
}

/** What the box that stands for a whole page shows. */
export function pageMark(selected: ReadonlyMap<string, unknown>, ids: readonly string[]): boolean | 'some' {
  const ticked = ids.filter((id) => selected.has(id)).length;
  if (ticked === 0) return false;
  return ticked === ids.length ? true : 'some';
}

/** The ids from the one ticked last to this one, both with it; this one alone when the other is not on the page. */
export function rangeOf(ids: readonly string[], from: string | undefined, to: string): readonly string[] {
  const start = from === undefined ? -1 : ids.indexOf(from);
  const end = ids.indexOf(to);
  if (start < 0 || end < 0) return [to];
  return ids.slice(Math.min(start, end), Math.max(start, end) + 1);
}
