import { classNames } from '#lib/class-names.ts';

type Height = 'h-9' | 'h-10';

/**
 * Returns the class of each cell of a row by its column's index. The first column and the actions after the last one are
 * pinned.
 */
export function cellPosition(columns: number, selectable: boolean, hasActions: boolean, height: Height = 'h-10') {
  const lead = selectable ? 1 : 0;
  const count = columns + lead + (hasActions ? 1 : 0);
  return (index: number) => {
    const pinned = index === 0 ? 'start' : index === columns ? 'end' : false;
    return classNames(cellClass(index + lead, count, height), pinClass(pinned, selectable));
  };
}

/** Height, line and padding of a cell. The outer cells align with the rest of the page. */
function cellClass(index: number, count: number, height: Height): string {
  return classNames(
    height,
    'border-line border-b py-0',
    index === 0 ? 'pl-4 shell:pl-6' : 'pl-3',
    index === count - 1 ? 'pr-4 shell:pr-5' : 'pr-3',
  );
}

/**
 * Pinned cells stay in place during horizontal scrolling and show a border while content is hidden behind them. Applied
 * only if the table is wider than its frame, because sticky cells are expensive to paint.
 * @param behind the selection boxes are pinned before the first column
 */
function pinClass(pinned: false | 'start' | 'end', behind: boolean): string {
  if (pinned === 'start') {
    return classNames(
      'group-data-wide/frame:sticky z-5 group-data-wide/frame:bg-inherit group-data-before/frame:border-r',
      behind ? 'left-10' : 'left-0',
    );
  }
  if (pinned === 'end') {
    return 'group-data-wide/frame:sticky right-0 z-5 group-data-wide/frame:bg-inherit group-data-after/frame:border-l';
  }
  return '';
}

/** Width of the selection column in pixels: `left-10` above. */
export const selectionWidth = 40;
/** Width of the column of row menus in pixels. */
export const actionsWidth = 56;

/** A cell of the selection column. It is pinned together with the first column. */
export function selectionCellClass(height: Height = 'h-10'): string {
  return classNames(
    height,
    'border-line border-b py-0 pl-4 shell:pl-6',
    'group-data-wide/frame:sticky left-0 z-5 group-data-wide/frame:bg-inherit',
  );
}

/** Dims rows of another page or filter. Delayed, so that a fast response does not flicker. */
export function outdatedClass(outdated: boolean): string {
  return outdated ? 'opacity-50 transition-opacity delay-200' : '';
}
