import type { Column, RowData } from '@tanstack/react-table';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { classNames } from '#lib/class-names.ts';
import { cellClass, pinClass, selectionCellClass } from './cell-class.ts';
import { actionsColumn, type Features } from './columns.ts';

// Varied like real content, and always the same.
const widths = ['w-4/5', 'w-3/5', 'w-2/3', 'w-1/2', 'w-3/4'];

interface SkeletonRowsProps<Row extends RowData> {
  count: number;
  columns: readonly Column<Features, Row, unknown>[];
  /** Reserves a column for the selection checkboxes. */
  selectable: boolean;
}

/** Placeholder rows with the height of real ones. */
export function SkeletonRows<Row extends RowData>({ count, columns, selectable }: SkeletonRowsProps<Row>) {
  const lead = selectable ? 1 : 0;
  return Array.from({ length: count }, (_, line) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same.
    <tr key={line} aria-hidden className="bg-page">
      {selectable ? <td className={selectionCellClass()} /> : null}
      {columns.map((column, index) => (
        <td
          key={column.id}
          className={classNames(
            cellClass(index + lead, columns.length + lead),
            pinClass(column.getIsPinned(), selectable),
          )}
        >
          {column.id === actionsColumn ? null : (
            <Skeleton
              className={classNames(
                'h-3',
                widths[(line * 3 + index) % widths.length],
                column.columnDef.meta?.align === 'end' && 'ml-auto',
              )}
            />
          )}
        </td>
      ))}
    </tr>
  ));
}
