import { Fragment, type ReactNode, useCallback, useState } from 'react';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { classNames } from '#lib/class-names.ts';
import { t } from '#lib/texts.ts';
import { Dots, isNothing } from './body-row.tsx';
import { outdatedClass } from './cell-class.ts';
import type { DataTableColumn } from './columns.ts';
import { followLink } from './row-behavior.ts';
import { type OpenMenu, openByArrow, RowMenu } from './row-menu.tsx';
import { useRowPicker } from './selection/row-selection.ts';
import { SelectionBox, SelectionPageBox } from './selection/selection-box.tsx';
import type { RowViewProps } from './table-grid.tsx';

/** The rows as cards, for screens that are too narrow for a table. */
export function CardList<Row>(props: RowViewProps<Row>) {
  const { label, rows, expected, busy, behavior, selection } = props;
  const pick = useRowPicker(selection, rows, behavior.id);
  const [menu, setMenu] = useState<OpenMenu<Row>>();
  const closeMenu = useCallback(() => setMenu(undefined), []);
  return (
    <>
      {selection === undefined ? null : (
        <div className="sticky top-0 z-1 flex h-9 items-center gap-3 border-line border-b bg-page pl-4 text-ink-3 text-small">
          <SelectionPageBox selection={selection} rows={rows} idOf={behavior.id} />
          <span aria-hidden>{t('table.selectPage')}</span>
        </div>
      )}
      <ul aria-label={label} aria-busy={busy || undefined} className={outdatedClass(props.outdated)}>
        {rows === undefined
          ? Array.from({ length: expected }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same.
              <SkeletonCard key={index} columns={props.columns} />
            ))
          : rows.map((row) => {
              const id = behavior.id(row);
              return (
                <li
                  key={id}
                  className={classNames(
                    'relative flex border-line border-b',
                    selection?.selected.has(id) && 'bg-selected',
                  )}
                >
                  {selection === undefined ? null : (
                    <SelectionBox
                      label={t('table.selectRow', { row: behavior.label(row) })}
                      ticked={selection.selected.has(id)}
                      onTick={(ticked, range) => pick(id, ticked, range)}
                      className="mt-3.5 mr-2 ml-4"
                    />
                  )}
                  <a
                    href={behavior.href(row)}
                    onClick={(event) => followLink(event, row, behavior.onOpen)}
                    onPointerDown={() => behavior.onIntent(row)}
                    className={classNames(
                      // The link has the whole width: only the button above it opens the menu.
                      'flex min-w-0 flex-1 py-3 pr-11.5 -outline-offset-2 active:bg-hover',
                      selection === undefined ? 'pl-4' : 'pl-1',
                    )}
                  >
                    <CardContent row={row} columns={props.columns} />
                  </a>
                  <button
                    type="button"
                    aria-label={t('table.actionsFor', { row: behavior.label(row) })}
                    aria-haspopup="menu"
                    aria-expanded={menu?.row === row}
                    onClick={(event) => setMenu({ row, anchor: event.currentTarget })}
                    onKeyDown={(event) => openByArrow(event, (anchor) => setMenu({ row, anchor }))}
                    className="absolute top-1 right-1.5 grid size-9 place-items-center rounded-control text-ink-2 hover:bg-pressed aria-expanded:bg-pressed"
                  >
                    <Dots />
                  </button>
                </li>
              );
            })}
      </ul>
      <RowMenu menu={menu} behavior={behavior} onClose={closeMenu} />
    </>
  );
}

interface CardContentProps<Row> extends Pick<RowViewProps<Row>, 'columns'> {
  row: Row;
}

/** Title and number in the first line, notes at the end of the second one; the other lines have the full width. */
function CardContent<Row>({ row, columns }: CardContentProps<Row>) {
  /** Omits empty values, except the title. */
  function parts(place: NonNullable<DataTableColumn<Row>['card']>) {
    return columns
      .filter((column) => column.card === place)
      .map((column) => ({
        id: column.id,
        value: (column.cardCell ?? column.cell)(row),
        quiet: column.tone === 'quiet',
      }))
      .filter(({ value }) => place === 'title' || !isNothing(value));
  }
  const lines = [...parts('lead'), ...parts('line')].map((line) => (
    <CardLine key={line.id} parts={[line]} className={line.quiet ? 'text-ink-2' : ''} />
  ));
  return (
    <div className="grid min-w-0 flex-1 content-start gap-1">
      <div className="flex min-w-0 justify-between gap-4">
        <CardLine parts={parts('title')} className="font-semibold" />
        <CardLine parts={parts('figure')} className="shrink-0 tabular-nums" />
      </div>
      <div className="flex min-w-0 justify-between gap-4 empty:hidden">
        {lines[0]}
        <CardLine parts={parts('note')} className="ml-auto shrink-0 text-ink-3 text-small leading-5" />
      </div>
      {lines.slice(1)}
    </div>
  );
}

interface CardLineProps {
  parts: readonly { id: string; value: ReactNode }[];
  className?: string;
}

function CardLine({ parts, className }: CardLineProps) {
  if (parts.length === 0) return null;
  return (
    <div className={classNames('flex min-w-0 [overflow-wrap:anywhere]', className)}>
      {parts.map(({ id, value }) => (
        <Fragment key={id}>{isNothing(value) ? t('value.none') : value}</Fragment>
      ))}
    </div>
  );
}

/** Skeleton card with the height of a card that has all its lines. */
function SkeletonCard<Row>({ columns }: Pick<RowViewProps<Row>, 'columns'>) {
  const places = columns.map((column) => column.card);
  const lines = places.filter((place) => place === 'lead' || place === 'line').length;
  const hasNotes = places.includes('note');
  return (
    <li aria-hidden className="grid gap-1 border-line border-b px-4 py-3">
      {Array.from({ length: 1 + lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing but their place.
        <div key={line} className="flex h-5 items-center justify-between">
          <Skeleton className={classNames('h-3', widths[line % widths.length])} />
          {line === 0 || (hasNotes && line === 1) ? <Skeleton className="h-3 w-18" /> : null}
        </div>
      ))}
    </li>
  );
}

const widths = ['w-20', 'w-40', 'w-32'];
