import type { DataTableColumn } from './columns.ts';

/** Width to which a column that is empty in all rows shrinks, in pixels: room for its header. */
const emptyWidth = 104;

type Column = Pick<DataTableColumn<never>, 'id' | 'width' | 'shrink'>;

/**
 * Widths of the columns by id, in pixels, in a frame of this width. Where the frame is too narrow, the columns that may
 * shrink do so one after the other: first those that are empty in all rows, then by their rank. If that is not enough,
 * the table is wider than the frame.
 */
export function fitColumns(columns: readonly Column[], frame: number, isEmpty: (id: string) => boolean) {
  const widths = new Map(columns.map(({ id, width }) => [id, width]));
  let excess = columns.reduce((sum, { width }) => sum + width, 0) - frame;
  const shrinking = columns.flatMap(({ id, width, shrink }) => {
    if (shrink === undefined) return [];
    return isEmpty(id) ? [{ id, width, to: Math.min(emptyWidth, shrink.to), rank: -1 }] : [{ id, width, ...shrink }];
  });
  for (const { id, width, to } of shrinking.toSorted((one, other) => one.rank - other.rank)) {
    const cut = Math.max(0, Math.min(excess, width - to));
    widths.set(id, width - cut);
    excess -= cut;
  }
  return widths;
}
