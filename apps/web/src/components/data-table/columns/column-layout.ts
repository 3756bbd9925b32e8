import { useMemo, useState } from 'react';
import { columnVisibility, type DataTableColumn } from '../columns.ts';
import { type ColumnChoices, readStoredTable, storeTable } from '../table-storage.ts';

/** Visibility of columns by id, and the order of all columns. */
export interface ColumnLayout {
  columnVisibility: ColumnChoices;
  columnOrder: readonly string[];
}

/**
 * The user's column layout, stored in this browser by column id. Ids of other versions or roles are harmless.
 * @param columns in default order; must be the same object on every render
 */
export function useColumnLayout<Row>(tableKey: string, columns: readonly DataTableColumn<Row>[]) {
  const [kept, setKept] = useState(() => readStoredTable(tableKey));
  const usual = useMemo(() => columns.map(({ id }) => id), [columns]);
  const ordered = useMemo(() => {
    const byId = new Map(columns.map((column) => [column.id, column]));
    return orderColumns(usual, kept.order).flatMap((id) => byId.get(id) ?? []);
  }, [columns, usual, kept.order]);
  const visibility = useMemo(() => columnVisibility(columns, kept.columns), [columns, kept.columns]);

  return useMemo(() => {
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
      /** Keeps whatever the layout omits. */
      apply: (layout: Partial<ColumnLayout>) =>
        keep(layout.columnVisibility ?? kept.columns, layout.columnOrder ?? kept.order),
      /** Undefined while the columns have their default visibility and order. */
      reset: isUsual ? undefined : () => keep({}, []),
    };
  }, [tableKey, columns, usual, kept, ordered, visibility]);
}

/**
 * Merges the user's column order with the columns that exist. A column that is missing from the user's order comes
 * right after its default predecessor; unknown columns are ignored. The first column names the row and stays first.
 * @param usual ids of all existing columns in default order
 * @param wanted ids in the user's order; unknown, missing and repeated ids are allowed
 */
export function orderColumns(usual: readonly string[], wanted: readonly string[]): string[] {
  const [first, ...others] = usual;
  if (first === undefined) return [];
  const movable = new Set(others);
  const order = [first, ...new Set(wanted.filter((id) => movable.has(id)))];
  const placed = new Set(order);
  for (const [index, id] of others.entries()) {
    if (placed.has(id)) continue;
    // Its default predecessor is already placed, because columns are processed in default order.
    order.splice(order.indexOf(usual[index] ?? first) + 1, 0, id);
    placed.add(id);
  }
  return order;
}

/** The order to store: undefined for the default order, so that a later version's default applies. */
export function orderToKeep(usual: readonly string[], wanted: readonly string[]): string[] {
  const order = orderColumns(usual, wanted);
  return order.every((id, index) => id === usual[index]) ? [] : order;
}
