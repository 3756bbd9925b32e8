import { useMemo, useState } from 'react';
import { columnVisibility, type DataTableColumn } from '../columns.ts';
import { type ColumnChoices, readStoredTable, storeTable } from '../table-storage.ts';
import { orderColumns, orderToKeep } from './column-order.ts';

/** Which columns show, by id, and the order of all of them. */
export interface ColumnLayout {
  columnVisibility: ColumnChoices;
  columnOrder: readonly string[];
}

/**
 * The columns as the reader arranged them, kept in this browser by their ids: those of another version or of another
 * role do no harm there.
 * @param columns in their usual order, the same object from render to render
 */
export function useColumnLayout<Row>(tableKey: string, columns: readonly DataTableColumn<Row>[]) {
  const [kept, setKept] = useState(() => readStoredTable(tableKey));
  const usual = useMemo(() => columns.map(({ id }) => id), [columns]);
  const ordered = useMemo(() => {
    const byId = new Map(columns.map((column) => [column.id, column]));
    return orderColumns(usual, kept.order).flatMap((id) => byId.get(id) ?? []);
  }, [columns, usual, kept.order]);
  const visibility = useMemo(() => columnVisibility(columns, kept.columns), [columns, kept.columns]);

  function keep(choices: ColumnChoices, wanted: readonly string[]) {
    const next = { columns: choices, order: orderToKeep(usual, wanted) };
    setKept((previous) => ({ ...previous, ...next }));
    storeTable(tableKey, next);
  }

  const isUsual =
    kept.order.length === 0 &&
    columns.every(({ id, hidden = false }, index) => index === 0 || visibility[id] !== hidden);
  return {
    ordered,
    visibility,
    show: (id: string, shown: boolean) => keep({ ...kept.columns, [id]: shown }, kept.order),
    arrange: (order: readonly string[]) => keep(kept.columns, order),
    /** What a layout leaves out stays as it is. */
    apply: (layout: Partial<ColumnLayout>) =>
      keep(layout.columnVisibility ?? kept.columns, layout.columnOrder ?? kept.order),
    /** Undefined while the usual columns show in their usual order. */
    reset: isUsual ? undefined : () => keep({}, []),
  };
}
