import type { DataTableColumn } from './columns.ts';

/** Width to which a column that is empty in all rows shrinks, in pixels: room for its header. */
const emptyWidth = 82;
/** By how much the padding of a cell is less in a compact table, in pixels: `px-2` for `px-3`. */
const paddingSaved = 8;

type Column = Pick<DataTableColumn<never>, 'id' | 'width' | 'shrink'>;

/**
 * Widths of the columns by id, in pixels, in a frame of this width. Where the frame is too narrow, the columns that may
 * shrink do so one rank after the other, first those that are empty in all rows; columns of the same rank share what is
 * missing. If that is not enough, the table is compact: all cells have less padding. If that is not enough either, the table
 * is wider than the frame.
 */
export function fitColumns(columns: readonly Column[], frame: number, isEmpty: (id: string) => boolean) {
  const { widths, excess } = shrinkColumns(columns, frame, isEmpty);
  if (excess <= 0) return { widths, isCompact: false };
  // Where padding is saved, columns of higher ranks may need to shrink less.
  const compact = shrinkColumns(columns, frame + paddingSaved * columns.length, isEmpty).widths;
  return { widths: new Map([...compact].map(([id, width]) => [id, width - paddingSaved])), isCompact: true };
}

function shrinkColumns(columns: readonly Column[], frame: number, isEmpty: (id: string) => boolean) {
  const widths = new Map(columns.map(({ id, width }) => [id, width]));
  let excess = columns.reduce((sum, { width }) => sum + width, 0) - frame;
  const shrinking = columns.flatMap(({ id, width, shrink }) => {
    if (shrink === undefined) return [];
    return isEmpty(id) ? [{ id, width, to: Math.min(emptyWidth, shrink.to), rank: -1 }] : [{ id, width, ...shrink }];
  });
  for (const rank of [...new Set(shrinking.map(({ rank }) => rank))].toSorted((one, other) => one - other)) {
    const equal = shrinking.filter((column) => column.rank === rank);
    const available = equal.reduce((sum, { width, to }) => sum + width - to, 0);
    const share = Math.min(1, Math.max(0, excess / available));
    for (const { id, width, to } of equal) widths.set(id, Math.floor(width - (width - to) * share));
    excess -= available * share;
  }
  return { widths, excess };
}
