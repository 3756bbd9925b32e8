import { classNames } from '#lib/class-names.ts';
import type { DataTableColumn } from './columns.ts';

const tones = { strong: 'font-semibold text-ink', plain: 'text-ink', quiet: 'text-ink-2' };

/**
 * Pinned cells stay in place during horizontal scrolling and show a border while content is hidden behind them. Applied
 * only if the table is wider than its frame, because sticky cells are expensive to paint.
 */
const pinnedClass = 'group-data-wide/frame:sticky group-data-wide/frame:bg-inherit';

/**
 * Classes of the cells of a row: one for each column, then one for the row menu. Computed once for all rows, since a
 * page has hundreds of cells. The first column and the row menu are pinned. The outer cells align with the rest of the
 * page.
 * @param selectable the rows begin with a checkbox, which is pinned before the first column
 */
export function cellClasses<Row>(
  columns: readonly DataTableColumn<Row>[],
  selectable: boolean,
  hasActions: boolean,
  part: 'header' | 'body' = 'body',
): readonly string[] {
  const last = columns.length - (hasActions ? 0 : 1);
  return [...columns, undefined].map((column, index) =>
    classNames(
      part === 'header' ? 'sticky! top-0 h-9 bg-page font-medium' : 'h-10',
      'border-line border-b py-0',
      index === 0 && !selectable ? 'pl-4 shell:pl-6' : 'pl-3 group-data-compact/table:pl-2',
      index === last ? 'pr-4 shell:pr-5' : 'pr-3 group-data-compact/table:pr-2',
      part === 'header' && (index === 0 || column === undefined ? 'z-7!' : 'z-6'),
      index === 0 && `${pinnedClass} z-5 group-data-before/frame:border-r ${selectable ? 'left-10' : 'left-0'}`,
      column === undefined && `${pinnedClass} right-0 z-5 text-right group-data-after/frame:border-l`,
      column && (column.align === 'end' ? 'text-right' : 'text-left'),
      part === 'body' && column && tones[column.tone ?? 'plain'],
      part === 'body' && column?.figures && 'tabular-nums',
    ),
  );
}

/** Width of the selection column in pixels: `left-10` above. */
export const selectionWidth = 40;
/** Width of the column of row menus in pixels. */
export const actionsWidth = 56;

/** A cell of the selection column. It is pinned together with the first column. */
export const selectionCellClass = `border-line border-b py-0 pl-4 shell:pl-6 left-0 z-5 ${pinnedClass}`;

/** Dims rows of another page or filter. */
export function outdatedClass(outdated: boolean): string {
  return outdated ? 'opacity-50 transition-opacity' : '';
}
