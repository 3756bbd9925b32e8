import { memo, type ReactNode } from 'react';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { classNames } from '#lib/class-names.ts';
import { t } from '#lib/texts.ts';
import { selectionCellClass } from './cell-class.ts';
import type { DataTableColumn } from './columns.ts';
import { followLink, isRowClick, type RowBehavior, type RowIntent } from './row-behavior.ts';
import { openByArrow } from './row-menu.tsx';
import type { PickRow } from './selection/row-selection.ts';
import { SelectionBox } from './selection/selection-box.tsx';

export interface BodyRowProps<Row> {
  row: Row;
  /** Visible columns in their order. */
  columns: readonly DataTableColumn<Row>[];
  /** See `cellClasses`. */
  cells: readonly string[];
  behavior: RowBehavior<Row>;
  intent: RowIntent<Row>;
  /** Undefined in a list whose rows cannot be selected. */
  selected: boolean | undefined;
  onPick: PickRow;
  menuOpen: boolean;
  onMenu: (row: Row, anchor: HTMLElement) => void;
}

// There may be hundreds of rows, so each uses as few elements and components as possible.
function PlainBodyRow<Row>(props: BodyRowProps<Row>) {
  const { row, columns, cells, behavior, intent, selected, onPick, menuOpen, onMenu } = props;
  const label = behavior.label(row);
  return (
    // The link in the first cell does the same by keyboard as a click anywhere on the row.
    <tr
      onClick={(event) => isRowClick(event) && behavior.onOpen(row)}
      onPointerEnter={() => intent.rest(row)}
      onPointerLeave={intent.leave}
      className={classNames(
        // Painted on its own, so that a changed row does not paint the others again.
        'isolate cursor-pointer',
        selected ? 'bg-selected' : 'bg-page focus-within:bg-hover hover:bg-hover',
        menuOpen && !selected && 'bg-hover!',
      )}
    >
      {selected === undefined ? null : (
        <td className={`h-10 ${selectionCellClass}`}>
          <SelectionBox
            label={t('table.selectRow', { row: label })}
            ticked={selected}
            onTick={(ticked, range) => onPick(behavior.id(row), ticked, range)}
          />
        </td>
      )}
      {columns.map((column, index) => {
        const value = column.cell(row);
        const cut = typeof value === 'string' && value !== '';
        if (index > 0) {
          return (
            <td
              key={column.id}
              data-full-text={cut || undefined}
              className={cut ? `${cells[index]} truncate` : cells[index]}
            >
              {content(value)}
            </td>
          );
        }
        return (
          <td key={column.id} className={cells[index]}>
            <a
              data-row-link
              data-full-text={cut || undefined}
              href={behavior.href(row)}
              onClick={(event) => followLink(event, row, behavior.onOpen)}
              onFocus={() => intent.rest(row)}
              onBlur={intent.leave}
              className="block truncate rounded-small py-1"
            >
              {content(value)}
              {column.card === 'title' && cut ? null : <span className="sr-only">, {label}</span>}
            </a>
          </td>
        );
      })}
      {behavior.actions.length === 0 ? null : (
        <td className={cells[columns.length]}>
          <button
            type="button"
            aria-label={t('table.actionsFor', { row: label })}
            aria-haspopup="menu"
            aria-expanded={menuOpen}
            onClick={(event) => onMenu(row, event.currentTarget)}
            onKeyDown={(event) => openByArrow(event, (anchor) => onMenu(row, anchor))}
            className="inline-grid size-7 place-items-center rounded-control text-ink-2 hover:bg-pressed hover:text-ink"
          >
            <Dots />
          </button>
        </td>
      )}
    </tr>
  );
}

/** One row. Re-renders only when its content has changed. */
export const BodyRow = memo(PlainBodyRow) as typeof PlainBodyRow;

/** Shows a dash for an empty value, and vertically centers anything other than text. */
function content(value: ReactNode): ReactNode {
  if (isNothing(value)) return <span className="text-ink-3">{t('value.none')}</span>;
  return typeof value === 'string' ? value : <div className="flex min-w-0 items-center">{value}</div>;
}

/** Whether a cell is empty. */
export function isNothing(value: ReactNode): boolean {
  return value === undefined || value === null || value === '';
}

/** Icon of the row menu. */
export function Dots() {
  return (
    <svg aria-hidden viewBox="0 0 24 24" className="size-4" stroke="currentColor" strokeWidth="3" strokeLinecap="round">
      <path d="M5 12h.01M12 12h.01M19 12h.01" />
    </svg>
  );
}

// Varied like real content, and always the same.
const widths = ['w-4/5', 'w-3/5', 'w-2/3', 'w-1/2', 'w-3/4'];

interface SkeletonRowsProps<Row> extends Pick<BodyRowProps<Row>, 'columns' | 'cells'> {
  count: number;
  /** Reserves a column for the selection checkboxes. */
  selectable: boolean;
  /** Reserves a column for the row menus. */
  hasActions: boolean;
}

/** Placeholder rows with the height of real ones. */
export function SkeletonRows<Row>({ count, columns, cells, selectable, hasActions }: SkeletonRowsProps<Row>) {
  return Array.from({ length: count }, (_, line) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same.
    <tr key={line} aria-hidden className="bg-page">
      {selectable ? <td className={`h-10 ${selectionCellClass}`} /> : null}
      {columns.map(({ id, align }, index) => (
        <td key={id} className={cells[index]}>
          <Skeleton
            className={classNames('h-3', widths[(line * 3 + index) % widths.length], align === 'end' && 'ml-auto')}
          />
        </td>
      ))}
      {hasActions ? <td className={cells[columns.length]} /> : null}
    </tr>
  ));
}
