import { classNames } from '#lib/class-names.ts';

/** Height, line and the room at both sides of a cell; the outer ones stand in line with the rest of the page. */
export function cellClass(index: number, count: number, height: 'h-9' | 'h-10' = 'h-10'): string {
  return classNames(
    height,
    'border-line border-b py-0',
    index === 0 ? 'pl-4 shell:pl-6' : 'pl-3',
    index === count - 1 ? 'pr-4 shell:pr-5' : 'pr-3',
  );
}

/**
 * Pinned cells stay when the rest moves sideways, with a line of their own while something is hidden behind them.
 * Only where the table is wider than its frame: holding cells in place is dear to paint.
 * @param behind the boxes that select rows stand before the first column, and stay with it
 */
export function pinClass(pinned: false | 'start' | 'end', behind = false): string {
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

/** The column of the boxes that select rows, in pixels: `left-10` above. */
export const selectionWidth = 40;

/** A cell of that column. It stays with the first one. */
export function selectionCellClass(height: 'h-9' | 'h-10' = 'h-10'): string {
  return classNames(
    height,
    'border-line border-b py-0 pl-4 shell:pl-6',
    'group-data-wide/frame:sticky left-0 z-5 group-data-wide/frame:bg-inherit',
  );
}

/** Rows of another page or filter are dimmed: late, so that an answer that comes at once shows no flicker. */
export function outdatedClass(outdated: boolean): string {
  return outdated ? 'opacity-50 transition-opacity delay-200' : '';
}
