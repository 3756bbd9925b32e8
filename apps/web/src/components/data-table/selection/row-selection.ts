import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

/**
 * Selected rows of one table by stable id. The selection is independent of page, sort and filters, and so survives
 * their changes; each row is kept as it was when it was selected.
 */
export interface RowSelection<Row> {
  selected: ReadonlyMap<string, Row>;
  /** Selects or deselects rows. `mark` and `clear` are the same functions on every render. */
  mark: (rows: readonly Row[], ticked: boolean) => void;
  clear: () => void;
}

const nothing: ReadonlyMap<string, never> = new Map<string, never>();

/** @param idOf must be the same function on every render */
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

/** State of the checkbox that represents a whole page. */
export function pageMark(selected: ReadonlyMap<string, unknown>, ids: readonly string[]): boolean | 'some' {
  const ticked = ids.filter((id) => selected.has(id)).length;
  if (ticked === 0) return false;
  return ticked === ids.length ? true : 'some';
}

/** The ids from the last selected row to this one, inclusive; only this one if the other is not on the page. */
export function rangeOf(ids: readonly string[], from: string | undefined, to: string): readonly string[] {
  const start = from === undefined ? -1 : ids.indexOf(from);
  const end = ids.indexOf(to);
  if (start < 0 || end < 0) return [to];
  return ids.slice(Math.min(start, end), Math.max(start, end) + 1);
}

/** Selects or deselects a row; `range` does the same to all rows from the previously selected one. */
export type PickRow = (id: string, ticked: boolean, range: boolean) => void;

/**
 * Selection on the visible page. Returns the same function on every render, so that only changed rows re-render.
 * @param rows the visible page
 */
export function useRowPicker<Row>(
  selection: RowSelection<Row> | undefined,
  rows: readonly Row[] | undefined,
  idOf: (row: Row) => string,
): PickRow {
  const latest = useRef({ selection, rows, idOf });
  const last = useRef<string | undefined>(undefined);
  useEffect(() => {
    latest.current = { selection, rows, idOf };
  });
  return useCallback((id, ticked, range) => {
    const { selection: current, rows: page = [], idOf: readId } = latest.current;
    const picked = new Set(range ? rangeOf(page.map(readId), last.current, id) : [id]);
    last.current = id;
    current?.mark(
      page.filter((row) => picked.has(readId(row))),
      ticked,
    );
  }, []);
}
