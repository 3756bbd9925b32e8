import type { ReactNode } from 'react';
import type { DataTableColumn } from './columns.ts';
import type { TableFilter } from './filters/table-filters.ts';
import type { PageRequest, RowPage, ShownView } from './page-request.ts';
import type { BuiltInView, PresetActions } from './presets/preset-view.ts';
import type { RowBehavior } from './row-behavior.ts';
import type { RowSelection } from './selection/row-selection.ts';
import type { TableTexts } from './table-body.tsx';
import type { TableSort } from './table-state.ts';
import type { TableSource } from './use-table-rows.ts';

export interface DataTableProps<Row> {
  /** Key under which the browser stores the table's last state. */
  tableKey: string;
  /** Accessible name of the list. */
  label: string;
  searchLabel: string;
  texts: TableTexts;
  /** Columns visible to the role. Columns, source, filters and behavior must be the same objects on every render. */
  columns: readonly DataTableColumn<Row>[];
  source: TableSource<Row>;
  filters: readonly TableFilter[];
  /** Sort order used until the user chooses one. */
  defaultSort: TableSort;
  behavior: RowBehavior<Row>;
  /** Makes rows selectable: `useRowSelection`. */
  selection?: RowSelection<Row> | undefined;
  /** Built-in views. Read when the list opens, and again when the user opens the presets menu. */
  views?: () => readonly BuiltInView[];
  /** The list's own actions for a filter preset in the presets menu. */
  presetActions?: PresetActions;
  /** Enter in the search opens the row if it is the only one. */
  opensSingleHit?: boolean;
  /** The page has its own Refresh button. */
  withoutRefresh?: boolean;
  /** Shows how fresh the list is. */
  status?: ReactNode;
  /** The list's own buttons. A function receives what the table shows. */
  actions?: ReactNode | ((view: ShownView) => ReactNode);
  /** Rendered after the table, with the current page of rows, which is undefined until it is loaded: a row's dialog. */
  children?: (rows: RowPage<Row> | undefined, request: PageRequest) => ReactNode;
}
