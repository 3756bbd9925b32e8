import { useCallback, useEffect, useRef } from 'react';
import { type RowSelection, rangeOf } from './row-selection.ts';

/** Selects or deselects a row; `range` does the same to all rows from the previously selected one. */
export type PickRow = (id: string, ticked: boolean, range: boolean) => void;

/** A row of the visible page. */
interface PageRow<Data> {
  id: string;
  original: Data;
}

/** Selection on the visible page. Returns the same function on every render, so that only changed rows re-render. */
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
