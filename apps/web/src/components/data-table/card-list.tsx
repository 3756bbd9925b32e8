import type { RowData } from '@tanstack/react-table';
import { Fragment, type ReactNode } from 'react';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { classNames } from '#lib/class-names.ts';
import { t } from '#lib/texts.ts';
import { isNothing } from './body-row.tsx';
import { followLink } from './row-behaviour.ts';
import type { RowViewProps } from './table-grid.tsx';

/** The rows as readable cards, for a screen too narrow for a table. */
export function CardList<Data extends RowData>(props: RowViewProps<Data>) {
  const { label, rows, expected, busy, behaviour } = props;
  return (
    <ul aria-label={label} aria-busy={busy || undefined}>
      {rows === undefined
        ? Array.from({ length: expected }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same.
            <SkeletonCard key={index} columns={props.columns} />
          ))
        : rows.map(({ id, original: row }) => (
            <li key={id} className="border-line border-b">
              <a
                href={behaviour.href(row)}
                onClick={(event) => followLink(event, row, behaviour.onOpen)}
                onPointerDown={() => behaviour.onIntent(row)}
                className="flex justify-between gap-4 px-4 py-3 -outline-offset-2 active:bg-hover"
              >
                <CardContent row={row} columns={props.columns} cells={props.cells} />
              </a>
            </li>
          ))}
    </ul>
  );
}

interface CardContentProps<Data extends RowData> extends Pick<RowViewProps<Data>, 'columns' | 'cells'> {
  row: Data;
}

/** Names and words at the left, figures and dates at the right. */
function CardContent<Data extends RowData>({ row, columns, cells }: CardContentProps<Data>) {
  function parts(place: 'title' | 'line' | 'figure' | 'note') {
    return columns
      .filter((column) => column.columnDef.meta?.card === place)
      .map((column) => ({ id: column.id, value: cells.get(column.id)?.(row) }));
  }
  const lines = parts('line').filter(({ value }) => !isNothing(value));
  return (
    <>
      <div className="grid min-w-0 content-start gap-1">
        <CardLine parts={parts('title')} className="font-semibold" />
        {lines.map((line) => (
          <CardLine key={line.id} parts={[line]} />
        ))}
      </div>
      <div className="flex max-w-2/5 shrink-0 flex-col items-end justify-between gap-1 text-right tabular-nums">
        <CardLine parts={parts('figure')} className="whitespace-nowrap" />
        <CardLine parts={parts('note')} className="text-ink-3 text-small leading-5" />
      </div>
    </>
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

/** A card to come, as high as the real ones: as many lines as the fuller of its two sides. */
function SkeletonCard<Data extends RowData>({ columns }: Pick<RowViewProps<Data>, 'columns'>) {
  const places = columns.map((column) => column.columnDef.meta?.card);
  const left = places.filter((place) => place === 'title' || place === 'line').length;
  const right = places.filter((place) => place === 'figure' || place === 'note').length;
  return (
    <li aria-hidden className="grid gap-1 border-line border-b px-4 py-3">
      {Array.from({ length: Math.max(1, left, right) }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing but their place.
        <div key={line} className="flex h-5 items-center justify-between">
          <Skeleton className={classNames('h-3', widths[line % widths.length])} />
          {line === 0 || line === Math.max(left, right) - 1 ? <Skeleton className="h-3 w-18" /> : null}
        </div>
      ))}
    </li>
  );
}

const widths = ['w-20', 'w-40', 'w-32'];
