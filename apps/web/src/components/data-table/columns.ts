import {
  type ColumnDef,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  metaHelper,
  type RowData,
  tableFeatures,
} from '@tanstack/react-table';
import type { ReactNode } from 'react';
import type { ColumnChoices } from './table-storage.ts';

/** How a column looks, whatever its rows are. */
export interface ColumnLook {
  header: string;
  /** `end` for money and numbers, which stand in columns of figures. */
  align?: 'start' | 'end';
  /** `strong` for what names the row, `quiet` for what is seldom looked for. */
  tone?: 'strong' | 'plain' | 'quiet';
  /** Its figures stand below each other: all as wide as one another. */
  figures?: boolean;
  /** Takes the room that is left. Without any such column the first one does. */
  grow?: boolean;
  /** Cannot be sorted by when false. */
  sortable?: boolean;
  /** Its place on the card that stands for the row on a narrow screen; without one it is not on it. */
  card?: 'title' | 'line' | 'figure' | 'note';
}

/** One column of a list. The order of the columns is that of the array. */
export interface DataTableColumn<Row> extends ColumnLook {
  /** Names the column in the URL, in storage and to the server. */
  id: string;
  /** What stands in the cell. Text is cut where there is no room; nothing, or empty text, shows as a dash. */
  cell: (row: Row) => ReactNode;
  /** In pixels, and the least when it grows. */
  width: number;
  /** Not shown until the reader asks for it. */
  hidden?: boolean;
}

export const actionsColumn = '$actions';
const actionsWidth = 56;

export const features = tableFeatures({
  columnVisibilityFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnMeta: metaHelper<ColumnLook>(),
});
export type Features = typeof features;

/** The columns as TanStack Table takes them, with the column of actions at the end where rows have any. */
export function toColumnDefs<Row extends RowData>(
  columns: readonly DataTableColumn<Row>[],
  withActions: boolean,
): ColumnDef<Features, Row>[] {
  const defs: ColumnDef<Features, Row>[] = columns.map(({ id, cell: _, width, hidden: __, ...look }, index) => ({
    id,
    header: look.header,
    size: width,
    // The first one stays in sight sideways and names the row: it cannot go.
    enableHiding: index > 0,
    meta: look,
  }));
  return withActions ? [...defs, { id: actionsColumn, size: actionsWidth, enableHiding: false }] : defs;
}

/** Which columns show: each as it was meant to, save where the reader chose otherwise. */
export function columnVisibility<Row>(
  columns: readonly DataTableColumn<Row>[],
  choices: ColumnChoices,
): Record<string, boolean> {
  return Object.fromEntries(
    columns.map(({ id, hidden = false }, index) => [id, index === 0 || (choices[id] ?? !hidden)]),
  );
}
