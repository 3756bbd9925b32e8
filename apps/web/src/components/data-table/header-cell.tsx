import { ArrowDown, ArrowUp } from 'lucide-react';
import { classNames } from '#lib/class-names.ts';
import type { ColumnLook } from './columns.ts';

interface HeaderCellProps {
  look: ColumnLook;
  /** Current sort direction of this column. */
  direction: 'ascending' | 'descending' | undefined;
  onSort: () => void;
  className: string;
}

/** A column header. A click sorts by the column. */
export function HeaderCell({ look, direction, onSort, className }: HeaderCellProps) {
  const { header, align = 'start', sortable = true } = look;
  const Arrow = direction === 'descending' ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      aria-sort={sortable ? (direction ?? 'none') : undefined}
      className={classNames(className, align === 'end' ? 'text-right' : 'text-left')}
    >
      {sortable ? (
        <button
          type="button"
          onClick={onSort}
          className={classNames(
            'group/sort inline-flex h-7 max-w-full items-center gap-1.5 rounded-small',
            // In numeric columns the arrow comes before the label, so that the label aligns right with the numbers.
            align === 'end' && 'flex-row-reverse',
            direction === undefined ? 'hover:text-ink' : 'text-ink',
          )}
        >
          <span className="truncate">{header}</span>
          <Arrow
            aria-hidden
            className={classNames(
              'size-3.5!',
              direction === undefined && 'opacity-0 group-hover/sort:opacity-50 group-focus-visible/sort:opacity-50',
            )}
          />
        </button>
      ) : (
        <span className="block truncate">{header}</span>
      )}
    </th>
  );
}
