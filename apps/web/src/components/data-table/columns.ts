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

/** Appearance of a column, independent of its row type. */
export interface ColumnLook {
  header: string;
  /** `end` for money and numbers, which are right-aligned. */
  align?: 'start' | 'end';
  /** `strong` for the value that names the row, `quiet` for values that matter less. */
  tone?: 'strong' | 'plain' | 'quiet';
  /** Uses tabular figures, so that digits align vertically. */
  figures?: boolean;
  /** Takes the remaining width. If no column does, the first one takes it. */
  grow?: boolean;
  /** False if the column is not sortable. */
  sortable?: boolean;
  /** Position on the card that represents the row on a narrow screen. Columns without one are not on the card. */
  card?: 'title' | 'line' | 'figure' | 'note';
}

/** One column of a list. Columns appear in array order. */
export interface DataTableColumn<Row> extends ColumnLook {
  /** Names the column in the URL, in storage and to the server. */
  id: string;
  /** Content of the cell. Text is truncated if it does not fit; an empty value shows as a dash. */
  cell: (row: Row) => ReactNode;
  /** Width in pixels; the minimum width if the column grows. */
  width: number;
  /** Hidden by default. */
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

/** The columns in TanStack Table's format, with the actions column last if rows have actions. */
export function toColumnDefs<Row extends RowData>(
  columns: readonly DataTableColumn<Row>[],
  withActions: boolean,
): ColumnDef<Features, Row>[] {
  const defs: ColumnDef<Features, Row>[] = columns.map(({ id, cell: _, width, hidden: __, ...look }, index) => ({
    id,
    header: look.header,
    size: width,
    // The first column is pinned and names the row, so it cannot be hidden.
    enableHiding: index > 0,
    meta: look,
  }));
  return withActions ? [...defs, { id: actionsColumn, size: actionsWidth, enableHiding: false }] : defs;
}

/** Visibility of the columns: the default of each, overridden by the user's choice. */
export function columnVisibility<Row>(
  columns: readonly DataTableColumn<Row>[],
  choices: ColumnChoices,
): Record<string, boolean> {
  return Object.fromEntries(
    columns.map(({ id, hidden = false }, index) => [id, index === 0 || (choices[id] ?? !hidden)]),
  );
}
