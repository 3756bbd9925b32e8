import { useCallback, useEffect, useRef } from 'react';
import { type RowSelection, rangeOf } from './row-selection.ts';

/** Ticks a row, or takes its tick away; `range` does the same to all from the row ticked before it. */
export type PickRow = (id: string, ticked: boolean, range: boolean) => void;

/** A row of the page on screen. */
interface PageRow<Data> {
  id: string;
  original: Data;
}

/** Ticking on the page on screen. The same function from render to render, so that only rows that change are drawn. */
export function useRowPicker<Data>(
  selection: RowSelection<Data> | undefined,
  rows: readonly PageRow<Data>[] | undefined,
): PickRow {
  const latest = useRef({ selection, rows });
  const last = useRef<string | undefined>(undefined);
  useEffect(() => {
    latest.current = { selection, rows };
  });
  return useCallback((id, ticked, range) => {
    const { selection: current, rows: page = [] } = latest.current;
    const ids = page.map((row) => row.id);
    const picked = new Set(range ? rangeOf(ids, last.current, id) : [id]);
    last.current = id;
    current?.mark(
      page.filter((row) => picked.has(row.id)).map((row) => row.original),
      ticked,
    );
  }, []);
}
