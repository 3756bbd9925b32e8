import type { Column, Row, RowData } from '@tanstack/react-table';
import { type KeyboardEvent, type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { classNames } from '#lib/class-names.ts';
import { t } from '#lib/texts.ts';
import { BodyRow } from './body-row.tsx';
import { cellClass, outdatedClass, pinClass, selectionCellClass, selectionWidth } from './cell-class.ts';
import { actionsColumn, type Features } from './columns.ts';
import { HeaderCell } from './header-cell.tsx';
import { createIntent, type RowBehaviour } from './row-behaviour.ts';
import { type OpenMenu, RowMenu } from './row-menu.tsx';
import { useRowSlots } from './row-slots.ts';
import { useRowsInSight } from './rows-in-sight.ts';
import type { RowSelection } from './selection/row-selection.ts';
import { SelectionPageBox } from './selection/selection-page-box.tsx';
import { useRowPicker } from './selection/selection-picker.ts';
import { SkeletonRows } from './skeleton-rows.tsx';
import type { TableSort } from './table-state.ts';
import { reachTruncatedCells, releaseTruncatedCells } from './truncated-cells.ts';

export interface RowViewProps<Data extends RowData> {
  /** Accessible name of the list. */
  label: string;
  /** Undefined during the first load. */
  rows: readonly Row<Features, Data>[] | undefined;
  /** Number of skeleton rows. */
  expected: number;
  columns: readonly Column<Features, Data, unknown>[];
  cells: ReadonlyMap<string, (row: Data) => ReactNode>;
  behaviour: RowBehaviour<Data>;
  /** Undefined if rows are not selectable. */
  selection: RowSelection<Data> | undefined;
  busy: boolean;
  /** The rows belong to another page or filter: they are dimmed until the new rows arrive. */
  outdated: boolean;
}

interface TableGridProps<Data extends RowData> extends RowViewProps<Data> {
  sort: TableSort;
  onSort: (id: string) => void;
}

/** The rows as a table with a sticky header, and with the first and last columns pinned. */
export function TableGrid<Data extends RowData>(props: TableGridProps<Data>) {
  const { label, rows, expected, columns, cells, behaviour, selection, busy, outdated, sort, onSort } = props;
  const [menu, setMenu] = useState<OpenMenu<Data>>();
  const openMenu = useCallback((row: Data, anchor: HTMLElement) => setMenu({ row, anchor }), []);
  const body = useRef<HTMLTableSectionElement>(null);
  const drawn = useRowsInSight(rows, body);
  const ids = useMemo(() => drawn?.map((row) => row.id) ?? [], [drawn]);
  const slots = useRowSlots(ids, body);
  const closeMenu = useCallback(() => setMenu(undefined), []);
  const intent = useMemo(() => createIntent(behaviour.onIntent), [behaviour]);
  const pick = useRowPicker(selection, rows);
  const lead = selection === undefined ? 0 : 1;
  const growing = columns.some((column) => column.columnDef.meta?.grow) ? undefined : columns[0]?.id;
  const least = columns.reduce((sum, column) => sum + column.getSize(), lead * selectionWidth);

  return (
    <>
      <table
        aria-label={label}
        aria-busy={busy || undefined}
        className="w-full table-fixed border-separate border-spacing-0"
        style={{ minWidth: least }}
      >
        <colgroup>
          {selection === undefined ? null : <col style={{ width: selectionWidth }} />}
          {columns.map((column) => {
            const grows = column.columnDef.meta?.grow ?? column.id === growing;
            return <col key={column.id} style={grows ? undefined : { width: column.getSize() }} />;
          })}
        </colgroup>
        <thead>
          <tr className="bg-page font-medium text-ink-3 text-small">
            {selection === undefined ? null : (
              <th scope="col" className={classNames(selectionCellClass('h-9'), 'sticky! top-0 z-7! bg-page text-left')}>
                <SelectionPageBox selection={selection} rows={rows} />
              </th>
            )}
            {columns.map((column, index) => {
              const pinned = column.getIsPinned();
              const classes = classNames(
                cellClass(index + lead, columns.length + lead, 'h-9'),
                pinClass(pinned, lead > 0),
                'sticky! top-0 bg-page font-medium',
                pinned ? 'z-7!' : 'z-6',
              );
              const look = column.columnDef.meta;
              if (column.id === actionsColumn || look === undefined) {
                return (
                  <th key={column.id} scope="col" className={classes}>
                    <span className="sr-only">{t('table.actionsColumn')}</span>
                  </th>
                );
              }
              return (
                <HeaderCell
                  key={column.id}
                  look={look}
                  direction={sort.id === column.id ? directionOf(sort) : undefined}
                  onSort={() => onSort(column.id)}
                  className={classes}
                />
              );
            })}
          </tr>
        </thead>
        <tbody
          ref={body}
          onKeyDown={moveByArrows}
          onFocus={reachTruncatedCells}
          onBlur={releaseTruncatedCells}
          className={outdatedClass(outdated)}
        >
          {drawn === undefined ? (
            <SkeletonRows count={expected} columns={columns} selectable={lead > 0} />
          ) : (
            drawn.map((row, place) => (
              <BodyRow
                key={slots[place]}
                row={row.original}
                columns={columns}
                cells={cells}
                behaviour={behaviour}
                intent={intent}
                selected={selection?.selected.has(row.id)}
                onPick={pick}
                menuOpen={menu?.row === row.original}
                onMenu={openMenu}
              />
            ))
          )}
        </tbody>
      </table>
      <RowMenu menu={menu} behaviour={behaviour} onClose={closeMenu} />
    </>
  );
}

function directionOf(sort: TableSort): 'ascending' | 'descending' {
  return sort.descending ? 'descending' : 'ascending';
}

/** Arrow Up and Arrow Down move between rows. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || !(event.target instanceof HTMLElement) || !event.target.matches('[data-row-link]')) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-link]')];
  const next = links[links.indexOf(event.target) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
