import { ArrowDown, ArrowUp } from 'lucide-react';
import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { isTruncated } from '#components/ui/truncated-text.tsx';
import { classNames } from '#lib/class-names.ts';
import { t } from '#lib/texts.ts';
import { BodyRow, isNothing, SkeletonRows } from './body-row.tsx';
import { actionsWidth, cellClasses, outdatedClass, selectionCellClass, selectionWidth } from './cell-class.ts';
import type { DataTableColumn } from './columns.ts';
import { fitColumns } from './fit-columns.ts';
import { createIntent, type RowBehavior } from './row-behavior.ts';
import { type OpenMenu, RowMenu } from './row-menu.tsx';
import { useRowSlots, useRowsInSight } from './row-slots.ts';
import { type RowSelection, useRowPicker } from './selection/row-selection.ts';
import { SelectionPageBox } from './selection/selection-box.tsx';
import type { TableSort } from './table-state.ts';

export interface RowViewProps<Row> {
  /** Accessible name of the list. */
  label: string;
  /** Undefined during the first load. */
  rows: readonly Row[] | undefined;
  /** Number of skeleton rows. */
  expected: number;
  /** Visible columns in their order. */
  columns: readonly DataTableColumn<Row>[];
  behavior: RowBehavior<Row>;
  /** Undefined if rows are not selectable. */
  selection: RowSelection<Row> | undefined;
  busy: boolean;
  /** The rows belong to another page or filter: they are dimmed until the new rows arrive. */
  outdated: boolean;
}

interface TableGridProps<Row> extends RowViewProps<Row> {
  sort: TableSort;
  onSort: (id: string) => void;
}

/** The rows as a table with a sticky header, and with the first and last columns pinned. */
export function TableGrid<Row>(props: TableGridProps<Row>) {
  const { label, rows, expected, columns, behavior, selection, busy, outdated, sort, onSort } = props;
  const [menu, setMenu] = useState<OpenMenu<Row>>();
  const openMenu = useCallback((row: Row, anchor: HTMLElement) => setMenu({ row, anchor }), []);
  const body = useRef<HTMLTableSectionElement>(null);
  const drawn = useRowsInSight(rows, body);
  const ids = useMemo(() => drawn?.map(behavior.id) ?? [], [drawn, behavior]);
  const slots = useRowSlots(ids, body);
  const closeMenu = useCallback(() => setMenu(undefined), []);
  const intent = useMemo(() => createIntent(behavior.onIntent), [behavior]);
  const pick = useRowPicker(selection, rows, behavior.id);
  const [selectable, hasActions] = [selection !== undefined, behavior.actions.length > 0];
  const headerCells = useMemo(
    () => cellClasses(columns, selectable, hasActions, 'header'),
    [columns, selectable, hasActions],
  );
  const cells = useMemo(() => cellClasses(columns, selectable, hasActions), [columns, selectable, hasActions]);
  const table = useRef<HTMLTableElement>(null);
  const frame = useFrameWidth(table);
  const besides = (selectable ? selectionWidth : 0) + (hasActions ? actionsWidth : 0);
  const { widths, growing, isCompact } = useMemo(
    () => layOut(columns, rows, frame - besides),
    [columns, rows, frame, besides],
  );
  const least = columns.reduce((sum, { id }) => sum + (widths.get(id) ?? 0), besides);

  return (
    <>
      <table
        ref={table}
        aria-label={label}
        aria-busy={busy || undefined}
        data-compact={isCompact || undefined}
        className="group/table w-full table-fixed border-separate border-spacing-0"
        style={{ minWidth: least }}
      >
        <colgroup>
          {selection === undefined ? null : <col style={{ width: selectionWidth }} />}
          {columns.map((column) => (
            <col key={column.id} style={{ width: growing.has(column.id) ? undefined : widths.get(column.id) }} />
          ))}
          {hasActions ? <col style={{ width: actionsWidth }} /> : null}
        </colgroup>
        <thead>
          <tr className="bg-page font-medium text-ink-3 text-small">
            {selection === undefined ? null : (
              <th scope="col" className={`sticky! top-0 z-7! h-9 bg-page text-left ${selectionCellClass}`}>
                <SelectionPageBox selection={selection} rows={rows} idOf={behavior.id} />
              </th>
            )}
            {columns.map((column, index) => (
              <HeaderCell
                key={column.id}
                column={column}
                direction={sort.id === column.id ? directionOf(sort) : undefined}
                onSort={() => onSort(column.id)}
                className={headerCells[index]}
              />
            ))}
            {hasActions ? (
              <th scope="col" className={headerCells[columns.length]}>
                <span className="sr-only">{t('table.actionsColumn')}</span>
              </th>
            ) : null}
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
            <SkeletonRows
              count={expected}
              columns={columns}
              cells={cells}
              selectable={selectable}
              hasActions={hasActions}
            />
          ) : (
            drawn.map((row, place) => (
              <BodyRow
                key={slots[place]}
                row={row}
                columns={columns}
                cells={cells}
                behavior={behavior}
                intent={intent}
                selected={selection?.selected.has(behavior.id(row))}
                onPick={pick}
                menuOpen={menu?.row === row}
                onMenu={openMenu}
              />
            ))
          )}
        </tbody>
      </table>
      <RowMenu menu={menu} behavior={behavior} onClose={closeMenu} />
    </>
  );
}

/** Widths of the columns, the columns that share the rest of the frame, if there is any, and whether cells are compact. */
function layOut<Row>(columns: readonly DataTableColumn<Row>[], rows: readonly Row[] | undefined, frame: number) {
  const empty = new Set(
    columns
      .filter(({ shrink, cell }) => shrink !== undefined && rows?.length && rows.every((row) => isNothing(cell(row))))
      .map(({ id }) => id),
  );
  const { widths, isCompact } = fitColumns(columns, frame, (id) => empty.has(id));
  const isTight = columns.reduce((sum, { width }) => sum + width, 0) > frame;
  const wanted = columns.filter(({ id, grow }) => grow && !empty.has(id));
  const growing = wanted.length > 0 ? wanted : columns.slice(0, 1);
  return { widths, growing: new Set(isTight ? [] : growing.map(({ id }) => id)), isCompact };
}

/** Width of the frame around the table, in pixels; infinite until it is measured, before the first paint. */
function useFrameWidth(table: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY);
  useLayoutEffect(() => {
    const frame = table.current?.parentElement;
    if (!frame) return;
    const measure = () => setWidth(frame.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(frame);
    return () => observer.disconnect();
  }, [table]);
  return width;
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

interface HeaderCellProps<Row> {
  column: DataTableColumn<Row>;
  /** Current sort direction of this column. */
  direction: 'ascending' | 'descending' | undefined;
  onSort: () => void;
  className: string | undefined;
}

/** In a narrow column the label takes two lines. */
const headerTextClass = 'line-clamp-2 text-balance leading-3.5';

/** A column header. A click sorts by the column. */
function HeaderCell<Row>({ column, direction, onSort, className }: HeaderCellProps<Row>) {
  const { header, align = 'start', sortable = true } = column;
  const Arrow = direction === 'descending' ? ArrowDown : ArrowUp;
  return (
    <th scope="col" aria-sort={sortable ? (direction ?? 'none') : undefined} className={className}>
      {sortable ? (
        <button
          type="button"
          onClick={onSort}
          className={classNames(
            'group/sort relative inline-flex h-7 max-w-full items-center gap-1.5 rounded-small',
            // In numeric columns the arrow comes before the label, so that the label aligns right with the numbers.
            align === 'end' ? 'flex-row-reverse text-right' : 'text-left',
            direction === undefined ? 'hover:text-ink' : 'text-ink',
          )}
        >
          <span className={headerTextClass}>{header}</span>
          <Arrow
            aria-hidden
            className={classNames(
              'size-3.5!',
              // The label needs the room: the arrow uses the padding.
              direction !== undefined
                ? align === 'start' && '-mr-2'
                : `absolute opacity-0 group-hover/sort:opacity-50 group-focus-visible/sort:opacity-50 ${align === 'end' ? 'right-full' : 'left-full'}`,
            )}
          />
        </button>
      ) : (
        <span className={headerTextClass}>{header}</span>
      )}
    </th>
  );
}

/**
 * While the focus is in a row, makes its truncated cells reachable by Tab, because focusing one shows the full text.
 * Limited to that row, because measuring every cell of a page costs more than rendering it.
 */
function reachTruncatedCells({ target, relatedTarget }: FocusEvent<HTMLElement>): void {
  const row = rowOf(target);
  if (row === null || row === rowOf(relatedTarget)) return;
  const cut = [...row.querySelectorAll<HTMLElement>('td[data-full-text]')].filter(isTruncated);
  for (const cell of cut) cell.tabIndex = 0;
}

/** Removes a row's cells from the tab order after the focus has left it. */
function releaseTruncatedCells({ target, relatedTarget }: FocusEvent<HTMLElement>): void {
  const row = rowOf(target);
  if (row === null || row === rowOf(relatedTarget)) return;
  for (const cell of row.querySelectorAll('td[tabindex]')) cell.removeAttribute('tabindex');
}

function rowOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest('tr') : null;
}
