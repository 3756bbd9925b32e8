import type { Column, RowData } from '@tanstack/react-table';
import { memo, type ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';
import { t } from '#lib/texts.ts';
import { cellClass, pinClass, selectionCellClass } from './cell-class.ts';
import { actionsColumn, type ColumnLook, type Features } from './columns.ts';
import { followLink, isRowClick, type RowBehaviour, type RowIntent } from './row-behaviour.ts';
import { openByArrow } from './row-menu.tsx';
import { SelectionBox } from './selection/selection-box.tsx';
import type { PickRow } from './selection/selection-picker.ts';

export interface BodyRowProps<Row extends RowData> {
  row: Row;
  /** Visible columns in their order. */
  columns: readonly Column<Features, Row, unknown>[];
  /** Cell contents by column. */
  cells: ReadonlyMap<string, (row: Row) => ReactNode>;
  behaviour: RowBehaviour<Row>;
  intent: RowIntent<Row>;
  /** Undefined in a list whose rows cannot be selected. */
  selected: boolean | undefined;
  onPick: PickRow;
  menuOpen: boolean;
  onMenu: (row: Row, anchor: HTMLElement) => void;
}

// There may be hundreds of rows, so each uses as few elements and components as possible.
function PlainBodyRow<Row extends RowData>(props: BodyRowProps<Row>) {
  const { row, columns, cells, behaviour, intent, selected, onPick, menuOpen, onMenu } = props;
  const lead = selected === undefined ? 0 : 1;
  const label = behaviour.label(row);
  return (
    // The link in the first cell does the same by keyboard as a click anywhere on the row.
    <tr
      onClick={(event) => isRowClick(event) && behaviour.onOpen(row)}
      onPointerEnter={() => intent.rest(row)}
      onPointerLeave={intent.leave}
      className={classNames(
        'cursor-pointer',
        selected ? 'bg-selected' : 'bg-page focus-within:bg-hover hover:bg-hover',
        menuOpen && !selected && 'bg-hover!',
      )}
    >
      {selected === undefined ? null : (
        <td className={selectionCellClass()}>
          <SelectionBox
            label={t('table.selectRow', { row: label })}
            ticked={selected}
            onTick={(ticked, range) => onPick(behaviour.id(row), ticked, range)}
          />
        </td>
      )}
      {columns.map((column, index) => {
        const look = column.columnDef.meta;
        const place = cellClass(index + lead, columns.length + lead);
        const classes = classNames(place, pinClass(column.getIsPinned(), lead > 0));
        if (column.id === actionsColumn) {
          return (
            <td key={column.id} className={classNames(classes, 'text-right')}>
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
          );
        }
        const value = cells.get(column.id)?.(row);
        const cut = typeof value === 'string' && value !== '';
        if (index > 0) {
          return (
            <td
              key={column.id}
              data-full-text={cut || undefined}
              className={classNames(classes, cut && 'truncate', toneClass(look))}
            >
              {content(value)}
            </td>
          );
        }
        return (
          <td key={column.id} className={classNames(classes, toneClass(look))}>
            <a
              data-row-link
              data-full-text={cut || undefined}
              href={behaviour.href(row)}
              onClick={(event) => followLink(event, row, behaviour.onOpen)}
              onFocus={() => intent.rest(row)}
              onBlur={intent.leave}
              className="block truncate rounded-small py-1"
            >
              {content(value)}
              {look?.card === 'title' && cut ? null : <span className="sr-only">, {label}</span>}
            </a>
          </td>
        );
      })}
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

const tones = { strong: 'font-semibold text-ink', plain: 'text-ink', quiet: 'text-ink-2' };

function toneClass(look: ColumnLook | undefined): string {
  return classNames(
    tones[look?.tone ?? 'plain'],
    look?.align === 'end' && 'text-right',
    look?.figures && 'tabular-nums',
  );
}

/** Icon of the row menu. */
export function Dots() {
  return (
    <svg aria-hidden viewBox="0 0 24 24" className="size-4" stroke="currentColor" strokeWidth="3" strokeLinecap="round">
      <path d="M5 12h.01M12 12h.01M19 12h.01" />
    </svg>
  );
}
